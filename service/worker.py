"""gunicorn's gevent worker, with idle connections closed at a shutdown.

The original waits at a shutdown for every open connection, idle ones included, until their keep-alive ends. That
forces a choice between slow shutdowns and a keep-alive shorter than that of clients and proxies, whose next request
would then meet a closed connection.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gevent
from gunicorn.http.errors import NoMoreData
from gunicorn.workers.ggevent import GeventWorker

SECONDS_TO_ARRIVE = 0.2  # for requests that are on their way


class Worker(GeventWorker):  # type: ignore[misc]  # gunicorn carries no types
    """A gevent worker that knows which of its connections wait for a request."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._idle: set[gevent.Greenlet] = set()

    @contextmanager
    def timeout_ctx(self) -> Iterator[None]:
        """The wait for a connection's next request."""
        connection = gevent.getcurrent()
        self._idle.add(connection)
        try:
            with super().timeout_ctx():
                yield
        finally:
            self._idle.discard(connection)

    def handle_exit(self, sig: int, frame: object) -> None:
        """Stop taking connections (TERM): running requests are finished, idle connections closed."""
        super().handle_exit(sig, frame)
        gevent.spawn_later(SECONDS_TO_ARRIVE, self._close_idle)

    def _close_idle(self) -> None:
        gevent.killall(list(self._idle), exception=NoMoreData, block=False)
