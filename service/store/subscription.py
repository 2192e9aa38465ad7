"""Hearing of commits: one subscription, on a connection of its own."""

from contextlib import suppress
from typing import Final

from redis.connection import AbstractConnection
from redis.exceptions import RedisClusterException, RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from service.store import keys
from service.store.wire import Wire, unavailable

QUIET_SECONDS: Final = 2.0
"""After so long without a word the server is asked whether it is still there; it has as long to answer."""


class Subscription:
    """What is published, from the moment this exists until the connection breaks."""

    def __init__(self, connection: AbstractConnection, quiet: float = QUIET_SECONDS) -> None:
        self._connection = connection
        self.quiet = quiet
        self._asked = False

    @classmethod
    def open(cls, wire: Wire, deadline: float) -> "Subscription":
        """Subscribe, and wait until the server says so."""
        try:
            connection = wire.dial(deadline)
        except (RedisError, RedisClusterException) as error:
            raise unavailable(error) from error
        try:
            connection.connect()
            connection.send_command("SUBSCRIBE", keys.NEWS, check_health=False)
            connection.read_response()
        except RedisError as error:
            connection.disconnect()
            raise unavailable(error) from error
        return cls(connection)

    def next(self) -> str | None:
        """Wait for the next note; None when none has come for a while.

        Raises StorageUnavailable when the connection breaks, or when the server has not said a word for too long.
        """
        try:
            reply = self._connection.read_response(timeout=self.quiet, disconnect_on_error=False)
        except RedisTimeoutError as error:
            self._ask(error)
            return None
        except RedisError as error:
            raise unavailable(error) from error
        self._asked = False
        kind, *_, note = reply
        return note.decode() if kind == b"message" else None

    def _ask(self, silence: RedisTimeoutError) -> None:
        if self._asked:
            raise unavailable(silence) from silence
        self._asked = True
        try:
            self._connection.send_command("PING", check_health=False)
        except RedisError as error:
            raise unavailable(error) from error

    def close(self) -> None:
        """Hear nothing more."""
        with suppress(RedisError):
            self._connection.disconnect()
