"""gunicorn's gevent worker, with idle connections closed at a shutdown.

The original waits at a shutdown for every open connection, idle ones included, until their keep-alive ends. That
forces a choice between slow shutdowns and a keep-alive shorter than that of clients and proxies, whose next request
would then meet a closed connection. Here a connection in use is closed by the answer that says so, and another one once
nobody has used it for a while: a request that came just then would be lost, and a proxy does not repeat a POST.
"""

import errno
import os
import secrets
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any
from urllib.parse import quote

import gevent
import orjson
from gevent.monkey import get_original
from gevent.server import StreamServer
from gunicorn.http.errors import ChunkMissingTerminator, InvalidChunkExtension, InvalidChunkSize
from gunicorn.workers.ggevent import GeventWorker

from service.logs import scrub

SECONDS_OF_SILENCE = 1.0  # after which a connection is hardly about to be used
SECONDS_BETWEEN_LOOKS = 0.1  # for connections that have been silent for so long
SECONDS_TO_TAKE = 20.0  # within which a client must take what it is sent at once
SECONDS_TO_SEND = 20.0  # within which it must have sent a body
MILLISECONDS_TO_CONFIRM = 25_000  # within which its machine must confirm what it was sent
BYTES_IN_FLIGHT = 64 * 1024  # that the kernel keeps for a client that does not take them
BROKEN_BODY = (ChunkMissingTerminator, InvalidChunkExtension, InvalidChunkSize)


class _Captured:
    """Takes gunicorn's own error page in place of the client's socket."""

    head = ""

    def gettimeout(self) -> float:
        return 0.0  # nothing to switch

    def sendall(self, data: bytes) -> None:
        self.head += data.decode("latin1")


def _problem(status: int, reason: str, code: str, request_id: str, path: str, cause: object) -> bytes:
    body = orjson.dumps(
        {
            "type": f"/problems/{code}",
            "title": reason,
            "status": status,
            "detail": scrub(f"The request could not be read as HTTP: {cause or reason}."),
            "code": code,
            "instance": quote(scrub(path)),
        }
    )
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nX-Request-ID: {request_id}\r\n"
        "X-Content-Type-Options: nosniff\r\nContent-Security-Policy: default-src 'none'\r\n"
        f"Content-Type: application/problem+json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


class _Name:
    """Stands for a listening socket where only its address is asked for, which one that is closed does not tell."""

    def __init__(self, listener: Any) -> None:
        self._address = listener.getsockname()

    def getsockname(self) -> Any:
        return self._address


class _Listener(StreamServer):  # type: ignore[misc]  # gevent's is untyped
    """Takes connections until it is closed, and before that all who have connected already.

    The kernel would reset those; whoever comes later is refused, and a proxy goes elsewhere without harm.
    """

    max_accept = 1  # at a time, because other workers listen too

    def close(self) -> None:
        """Take who is there and listen no longer."""
        if self.started:
            self.max_accept = sys.maxsize
            self._do_read()
        super().close()


class Worker(GeventWorker):  # type: ignore[misc]  # gunicorn carries no types
    """A gevent worker that knows which of its connections wait for a request.

    An application is told of a shutdown by its methods `drain`, some time before it (USR1), and `retire` (TERM), and
    of what it never sees, because it is no HTTP, by `malformed` (its status, code and request id).
    """

    seconds_to_take = SECONDS_TO_TAKE
    seconds_to_send = SECONDS_TO_SEND
    milliseconds_to_confirm = MILLISECONDS_TO_CONFIRM

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._draining = False
        self._sockets: dict[gevent.Greenlet, Any] = {}
        self._idle: dict[gevent.Greenlet, float] = {}

    def server_class(self, listener: Any, *, spawn: Any, **_: Any) -> StreamServer:
        """Make what takes the connections of a listening socket."""
        return _Listener(listener, handle=partial(self.handle, _Name(listener)), spawn=spawn)

    @contextmanager
    def timeout_ctx(self) -> Iterator[None]:
        """The wait for a connection's next request."""
        connection = gevent.getcurrent()
        self._idle[connection] = time.monotonic()
        self._make_room()
        try:
            with super().timeout_ctx():
                yield
        finally:
            self._idle.pop(connection, None)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer a request that is no HTTP with a problem, like any other that is refused, instead of HTML."""
        if req is None and isinstance(exc, BROKEN_BODY):
            return  # the rest of a request that has been answered
        answer = _Captured()
        super().handle_error(req, answer, addr, exc)
        status, _, reason = answer.head.removeprefix("HTTP/1.1 ").partition("\r\n")[0].partition(" ")
        if status:
            number = (
                400 if status == "501" else int(status)
            )  # an unknown transfer coding is the client's fault
            code, cause = ("malformed_request", exc) if number < 500 else ("internal_error", None)
            request_id = secrets.token_hex(8)
            self._tell("malformed", number, code, request_id)
            with suppress(OSError):
                path = getattr(req or getattr(exc, "req", None), "path", None) or "/"
                client.sendall(_problem(number, reason, code, request_id, path, cause))

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve a connection; one whose other end is dead is noticed, and buffers little."""
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BYTES_IN_FLIGHT)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, self.milliseconds_to_confirm)
        connection = gevent.getcurrent()
        self._sockets[connection] = client
        self._make_room()
        try:
            super().handle(listener, client, addr)
        finally:
            del self._sockets[connection]

    def _make_room(self) -> None:
        """Close the connection that has waited longest for a request if there is no place for one more.

        Whoever keeps connections and asks nothing must not keep others out.
        """
        if len(self._sockets) >= self.worker_connections and self._idle:
            longest = next(iter(self._idle))
            del self._idle[longest]
            _read_no_more(self._sockets[longest])

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """Answer one request; a client that does not take the answer is dropped."""
        if self._draining:  # whoever asks next is to ask elsewhere
            req.force_close()
        _read_in_time(req.body, self.seconds_to_send)
        sock.settimeout(self.seconds_to_take)
        try:
            super().handle_request(listener_name, req, sock, addr)
        except TimeoutError as error:
            raise ConnectionResetError(errno.ECONNRESET, "the answer was not taken") from error
        finally:
            sock.settimeout(None)

    def handle_usr1(self, sig: int, frame: object) -> None:  # noqa: ARG002 - the form of a signal's handler
        """Prepare for a shutdown (USR1): go on serving, but be no longer ready, and keep no connection."""
        self._draining = True
        self._tell("drain")

    def handle_exit(self, sig: int, frame: object) -> None:
        """Stop taking connections (TERM): running requests are finished, idle connections closed."""
        super().handle_exit(sig, frame)
        self._tell("retire")
        gevent.spawn(self._close_idle)

    def _tell(self, word: str, *arguments: object) -> None:
        application = getattr(self, "wsgi", None)  # not there yet in a worker that is still starting
        method = getattr(application, word, None)
        if method is not None:
            gevent.spawn(method, *arguments)

    def _close_idle(self) -> None:
        """Close each connection that waits for a request in silence, until the process ends."""
        while True:
            silent = time.monotonic() - SECONDS_OF_SILENCE
            for connection, since in tuple(self._idle.items()):
                if since <= silent:
                    _read_no_more(self._sockets[connection])
            gevent.sleep(SECONDS_BETWEEN_LOOKS)


def _read_in_time(body: Any, seconds: float) -> None:
    """Have a request's body, which is read at once, come in time or not at all."""
    read = body.read

    def in_time(size: int | None = None) -> Any:
        with gevent.Timeout(seconds, TimeoutError("the body took too long")):
            return read(size)

    body.read = in_time


def _read_no_more(client: Any) -> None:
    """Have whoever reads from a connection find its end, behind what has come already.

    gevent's own sockets would raise an error instead, in the midst of what has come.
    """
    with suppress(OSError), get_original("socket", "socket")(fileno=os.dup(client.fileno())) as same:
        same.shutdown(socket.SHUT_RD)
