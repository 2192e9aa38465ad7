"""Commands to a Redis server and their replies.

The connections are redis-py's, but they are not lent by its pools and clients: those poll a connection before each use
and send again by themselves, which costs more than the command and hides how often it was sent. Here a connection that
turns out to be broken is an error like any other; the store, which knows what may be sent again, tries anew.
"""

import re
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

import gevent
import hiredis
from redis.backoff import NoBackoff
from redis.connection import AbstractConnection, ConnectionPool
from redis.exceptions import ClusterDownError, ReadOnlyError, RedisError, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry

from service.games import StorageUnavailable

CONNECT_SECONDS: Final = 0.25
ANSWER_SECONDS: Final = 0.5
"""The longest that a connection, and then a reply, is waited for."""
MOST_CONNECTIONS: Final = 100
"""Connections to one server; further requests wait for one."""

CONNECTION: Final[dict[str, Any]] = {
    "socket_connect_timeout": CONNECT_SECONDS,
    "socket_timeout": ANSWER_SECONDS,
    "retry": Retry(NoBackoff(), 0),
    # With the older protocol and no name of the client's, nothing need be said before the first command.
    "protocol": 2,
    "driver_info": None,
}
"""How every connection is made."""

QUOTATION: Final = re.compile(r"(?<!\w)['\"`]")

Command = tuple[Any, ...]
"""A command's words: texts, bytes and whole numbers."""


class Wire(Protocol):
    """The way to a server that keeps a key."""

    one_server: bool
    """Whether all keys are kept in one place."""

    def exchange(self, key: str, commands: Sequence[Command], deadline: float) -> list[Any]:
        """Send commands about `key` together, on one connection, and read their replies.

        When all are read, the first error among them is raised. Nothing is sent twice, and nothing is waited for beyond
        `deadline` before it is sent.
        """

    def dial(self, deadline: float) -> AbstractConnection:
        """Make a connection, not yet open, that nobody else uses, to any server."""

    def doubt(self) -> None:
        """Take note that servers may have been replaced by others, without a word from them."""


class Line:
    """Connections to one server, each lent to one request at a time, the last used first.

    Of an `elected` one each new connection finds out anew which it is.
    """

    one_server = True

    def __init__(self, make: Callable[[], AbstractConnection], *, elected: bool = False) -> None:
        self._make = make
        self._elected = elected
        self._idle: list[AbstractConnection] = []
        self._places = threading.BoundedSemaphore(MOST_CONNECTIONS)

    @classmethod
    def of(cls, pool: ConnectionPool, *, elected: bool = False) -> "Line":
        """Make connections as `pool` would."""
        return cls(lambda: pool.connection_class(**pool.connection_kwargs), elected=elected)

    def exchange(self, key: str, commands: Sequence[Command], deadline: float) -> list[Any]:  # noqa: ARG002
        """See `Wire.exchange`; the server keeps every key."""
        connection = self._lend(deadline)
        try:
            if not connection.is_connected:
                open_in_time(connection, deadline)
            packed = [hiredis.pack_command(command) for command in commands]
            connection.send_packed_command([b"".join(packed)], check_health=False)
            replies = [_read(connection) for _ in commands]
            self._idle.append(connection)
        except BaseException:
            connection.disconnect()
            self.drop()  # what broke one has most likely broken all
            raise
        finally:
            self._places.release()
        for reply in replies:
            if isinstance(reply, RedisError):
                if left_behind(reply):
                    self.drop()  # another server may be the master by now; a new connection finds it
                raise reply
        return replies

    def dial(self, deadline: float) -> AbstractConnection:  # noqa: ARG002
        """See `Wire.dial`."""
        return self._make()

    def doubt(self) -> None:
        """See `Wire.doubt`."""
        if self._elected:
            self.drop()

    def _lend(self, deadline: float) -> AbstractConnection:
        """Take the connection used last, or make one; when all are lent, wait."""
        if not self._places.acquire(timeout=max(0.0, deadline - time.monotonic())):
            raise RedisConnectionError("All connections are in use.")
        try:
            return self._idle.pop()
        except IndexError:
            return self._make()

    def drop(self) -> None:
        """Close the connections that are not in use."""
        with suppress(IndexError):
            while True:
                self._idle.pop().disconnect()


def open_in_time(connection: AbstractConnection, deadline: float) -> None:
    """Open a connection in time, which redis-py alone does not do where names are not resolved.

    It takes gevent's patches to be interrupted, which workers have.
    """
    seconds = max(0.001, deadline - time.monotonic())
    with gevent.Timeout(
        seconds, RedisTimeoutError("The server's name was not resolved, or it took too long.")
    ):
        connection.connect()


def unavailable(error: Exception) -> StorageUnavailable:
    """Tell what went wrong, for the log: without what a server quotes, for that was sent to it and may be secret."""
    told, *_ = QUOTATION.split(str(error), maxsplit=1)
    return StorageUnavailable(f"{type(error).__name__}: {told.rstrip()}")


def left_behind(error: RedisError) -> bool:
    """Tell whether an error comes from a server that is no master any more, or that its replicas have left."""
    return isinstance(error, (ClusterDownError, ReadOnlyError)) or str(error).startswith("NOREPLICAS")


def _read(connection: AbstractConnection) -> Any:
    try:
        return connection.read_response()
    except ResponseError as error:
        return error
