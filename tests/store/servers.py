"""Real servers beyond the shared one: replicas, Sentinels, clusters, and servers that do not answer."""

import os
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import redis

from service.store.embedded import EmbeddedStore, end_process
from service.store.embedded.binary import find_server


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def until(holds: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait until something outside of this process holds."""
    clock, deadline = threading.Event(), time.monotonic() + seconds
    while True:
        with suppress(redis.RedisError):
            if holds():
                return
        assert time.monotonic() < deadline
        clock.wait(0.01)


class Server:
    """A server on a TCP port of 127.0.0.1, with nothing persisted; further arguments are its settings."""

    def __init__(self, *arguments: str) -> None:
        self.port = free_port()
        self.arguments = arguments
        self.directory = tempfile.TemporaryDirectory(prefix="uno-test-")

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self.client.close()
        self.directory.cleanup()

    def start(self) -> None:
        command = [str(find_server()), *self.arguments, "--port", str(self.port), "--bind", "127.0.0.1"]
        settings = ["--dir", self.directory.name, "--save", "", "--repl-diskless-sync-delay", "0"]
        self.process = subprocess.Popen([*command, *settings], stdout=subprocess.DEVNULL)
        self.client = redis.Redis(port=self.port)
        until(self.client.ping)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGCONT)
        end_process(self.process)

    @contextmanager
    def silent(self) -> Iterator[None]:
        """For a while it takes connections and says nothing."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def replicate(self, master: "Server") -> None:
        """Follow a master; returns once it is up to date."""
        self.client.replicaof("127.0.0.1", master.port)
        until(lambda: self.client.info("replication")["master_link_status"] == "up")


def sentinel(master: Server) -> Server:
    """A Sentinel that watches `master` under the name `mymaster`; it is to be started."""
    server = Server()
    config = Path(server.directory.name) / "sentinel.conf"
    config.write_text(
        f"sentinel monitor mymaster 127.0.0.1 {master.port} 1\n"
        "sentinel down-after-milliseconds mymaster 300\n"
        "sentinel failover-timeout mymaster 2000\n"
    )
    server.arguments = (str(config), "--sentinel")
    return server


def cluster_node() -> Server:
    """A node of a cluster; it is to be started."""
    return Server(
        "--cluster-enabled", "yes", "--cluster-port", str(free_port()), "--cluster-node-timeout", "1000"
    )


def join_cluster(*nodes: Server) -> None:
    """Make the first node keep all slots and the others none."""
    first = nodes[0]
    first.client.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
    for node in nodes[1:]:
        bus = node.arguments[node.arguments.index("--cluster-port") + 1]
        first.client.execute_command("CLUSTER MEET", "127.0.0.1", node.port, bus)
    for node in nodes:
        until(lambda client=node.client: _is_whole(client, len(nodes)))  # type: ignore[misc]


def _is_whole(client: redis.Redis, nodes: int) -> bool:
    known = client.execute_command("CLUSTER NODES")
    return client.execute_command("CLUSTER INFO")["cluster_state"] == "ok" and len(known) == nodes


def kill(embedded: EmbeddedStore) -> None:
    """`kill -9` of an embedded server; returns once it is gone."""
    assert embedded.pid
    os.kill(embedded.pid, signal.SIGKILL)
    until(lambda: embedded.pid is None)
