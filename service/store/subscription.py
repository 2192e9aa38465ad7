"""Hearing of commits: one subscription, on a connection of its own."""

import time
from contextlib import suppress
from typing import Final

from redis.connection import AbstractConnection
from redis.exceptions import RedisClusterException, RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from service.store import keys
from service.store.wire import ANSWER_SECONDS, Wire, open_in_time, unavailable

QUIET_SECONDS: Final = 2.0
"""After so long without a word a word is published; it has as long to come."""


class Subscription:
    """What is published, from the moment this exists until the connection breaks.

    A server that answers is not enough: one that was taken out of its cluster, or cut off from it, would answer for
    ever and tell of nothing. So a word is published where commits are, and must be heard here.
    """

    def __init__(self, connection: AbstractConnection, wire: Wire) -> None:
        self._connection = connection
        self._wire = wire
        self.quiet = QUIET_SECONDS
        self._asked = False

    @classmethod
    def open(cls, wire: Wire, deadline: float) -> "Subscription":
        """Subscribe, and wait until the server says so."""
        try:
            connection = wire.dial(deadline)
        except (RedisError, RedisClusterException) as error:
            raise unavailable(error) from error
        try:
            open_in_time(connection, deadline)
            connection.send_command("SUBSCRIBE", keys.NEWS, check_health=False)
            connection.read_response()
        except RedisError as error:
            connection.disconnect()
            raise unavailable(error) from error
        return cls(connection, wire)

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
        return (note.decode() or None) if kind == b"message" else None

    def _ask(self, silence: RedisTimeoutError) -> None:
        if self._asked:
            self._wire.doubt()
            raise unavailable(silence) from silence
        self._asked = True
        deadline = time.monotonic() + ANSWER_SECONDS
        with suppress(RedisError, RedisClusterException):  # then nothing will be heard
            # A server that does not keep the key publishes to nobody but its own: it says so in time.
            self._wire.exchange(keys.NEWS, [("EXISTS", keys.NEWS)], deadline)
            self._wire.exchange(keys.NEWS, [("PUBLISH", keys.NEWS, b"")], deadline)

    def close(self) -> None:
        """Hear nothing more."""
        with suppress(RedisError):
            self._connection.disconnect()
