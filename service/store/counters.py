"""Counters of requests, for the rate limits of the `limits` package, in the store that all workers share."""

import time
from collections.abc import Callable
from typing import Final

from limits.storage import Storage

from service.games import StorageUnavailable
from service.store.store import RedisStore

SHARES: Final = 100
"""A worker tells the store of a client's requests when they make up this fraction of the limit."""
SECONDS: Final = 0.6
"""Within which the store is told, or not."""


class _Count:
    """What one worker knows of one client: what the store has told it, and what it has not told the store."""

    __slots__ = ("known", "untold")

    def __init__(self) -> None:
        self.known = 0
        self.untold = 0


class Counters(Storage):
    """Counts towards one limit of `limit` requests, in windows that begin for all at the same time.

    A worker asks the store once for every hundredth of the limit and not at all beyond the limit, so that an ordinary
    move costs no round trip: a limit below 200 is exact, a larger one to one percent for each worker that a client
    reaches. `now` reads the clock in seconds since 1970.
    """

    STORAGE_SCHEME = None  # it is made by hand, not by an address

    def __init__(self, store: RedisStore, limit: int, now: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._store = store
        self._limit = limit
        self._now = now
        self._batch = max(1, limit // SHARES)
        self._counts: dict[str, _Count] = {}
        self._window = 0
        self._length = 1

    @property
    def base_exceptions(self) -> type[Exception]:
        """What it raises when the store fails."""
        return StorageUnavailable

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count requests of a client in the present window of `expiry` seconds; how many there are."""
        window = int(self._now() // expiry)
        if window != self._window:
            self._counts, self._window, self._length = {}, window, expiry
        count = self._counts.get(key)
        if count is None:
            count = self._counts[key] = _Count()
        if count.known < self._limit:
            count.untold += amount
            if count.untold >= self._batch:
                self._tell(key, count)
            amount = 0
        return count.known + count.untold + amount

    def _tell(self, key: str, count: _Count) -> None:
        told, count.untold = count.untold, 0  # what comes meanwhile is told next time
        name = f"rate:{key}/{self._window}"
        try:
            known = self._store.count(name, told, self._length, time.monotonic() + SECONDS)
        except StorageUnavailable:
            count.untold += told
            raise
        count.known = max(count.known, known)

    def get(self, key: str) -> int:
        """Tell how many requests of a client are known of."""
        count = self._counts.get(key, _Count())
        return count.known + count.untold

    def get_expiry(self, key: str) -> float:  # noqa: ARG002 - all windows end together
        """Tell when the present window ends, in seconds since 1970."""
        return (self._window + 1) * self._length

    def check(self) -> bool:
        """Tell whether the store answers."""
        try:
            self._store.ping(time.monotonic() + SECONDS)
        except StorageUnavailable:
            return False
        return True

    def reset(self) -> None:
        """Forget what this worker knows; what the store knows ends with its window."""
        self._counts.clear()

    def clear(self, key: str) -> None:
        """Forget what this worker knows of a client; what the store knows ends with its window."""
        self._counts.pop(key, None)
