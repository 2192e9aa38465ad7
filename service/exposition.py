"""The launcher's side of the metrics: where its workers write them, and the port on which all are shown together."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector


@contextmanager
def metrics_server(host: str, port: int) -> Iterator[str]:
    """Show the metrics of all workers at a port while the block runs; the directory that the workers are to write to.

    Raises OSError when the port cannot be taken.
    """
    with tempfile.TemporaryDirectory(prefix="uno-metrics-", ignore_cleanup_errors=True) as directory:
        registry = CollectorRegistry()
        MultiProcessCollector(registry, path=directory)
        server, thread = start_http_server(port, host, registry)
        try:
            yield directory
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
