"""One game that somebody in this process follows: each change is read once and shared by all who wait for it."""

import threading
import time
from typing import Final

from service.games import StorageUnavailable
from service.live.batch import PAGE, Batch
from service.live.ports import Source

LOOK_BUDGET: Final = 1.0
"""Seconds within which the store must tell what has changed; else it is asked again later."""


class Watch:
    """One client's place among those who follow a game: it is woken whenever there may be news."""

    __slots__ = ("_woken", "evicted", "topic")

    def __init__(self, topic: "Topic") -> None:
        self.topic = topic
        self.evicted = False
        self._woken = threading.Event()

    def wake(self) -> None:
        """Have its client look for news."""
        self._woken.set()

    def wait(self, seconds: float) -> bool:
        """Wait to be woken; False if that did not happen in time. The next waking counts anew."""
        woken = self._woken.wait(max(0.0, seconds))
        self._woken.clear()
        return woken


class Topic:
    """What this process knows of a game that is followed.

    `noted` is the newest event that is known of, `version` the newest that was seen in the store, 0 once the game is
    gone. There is a doubt whenever something may have been missed; it is settled by a look that began later.
    """

    def __init__(self, game_id: str, source: Source) -> None:
        self.game_id = game_id
        self.watches: set[Watch] = set()
        self.noted = 0
        self.version = 0
        self._doubts = 1
        self._settled = 0
        self._source = source
        self._latest = Batch(0)
        self._lock = threading.Lock()
        self._looks = 0
        self._looked_at = time.monotonic()

    def note(self, version: int, last_event: int) -> None:
        """Take note that the game has come so far."""
        self.version = max(self.version, version)
        self.noted = max(self.noted, last_event)

    def doubt(self) -> None:
        """Take note that commits may have been missed, and wake everybody."""
        self._doubts += 1
        self.wake()

    def wake(self) -> None:
        """Wake everybody."""
        for watch in tuple(self.watches):
            watch.wake()

    def grow_old(self, seconds: float) -> None:
        """Doubt what is known if it was found so long ago."""
        if time.monotonic() - self._looked_at >= seconds:
            self._doubts += 1

    def is_behind(self, cursor: int) -> bool:
        """Tell whether there may be something behind an event that was not looked for."""
        return self._settled != self._doubts or cursor < self.noted

    def look(self, cursor: int) -> Batch | None:
        """Give the events behind `cursor`; None if there are none, or if the store does not tell.

        What is new is read by one of those who ask for it, the others wait for that. Whoever is behind all the others
        reads for itself.
        """
        found = self._shared(cursor)
        if found is not None or not self.is_behind(cursor):
            return found
        try:
            if cursor < self._latest.after:
                return self._read_alone(cursor)
            looks = self._looks
            with self._lock:
                if looks == self._looks:
                    self._renew(cursor)
        except StorageUnavailable:
            return None
        return self._shared(cursor)

    def _read_alone(self, cursor: int) -> Batch | None:
        found = self._read(cursor)
        self.version = max(self.version, found.version) if found.version else 0
        return found if found.events else None

    def _shared(self, cursor: int) -> Batch | None:
        latest = self._latest
        return latest if latest.after <= cursor < latest.last else None

    def _renew(self, cursor: int) -> None:
        self._looks += 1
        known, doubts = self.version, self._doubts
        latest = self._read(cursor)
        self._latest, self._looked_at = latest, time.monotonic()
        self.noted = max(self.noted, latest.last + (not latest.is_whole))
        # Whoever has come meanwhile may have seen more already than this look at the store.
        self.version = latest.version if self.version == known else max(self.version, latest.version)
        self._settled = doubts

    def _read(self, cursor: int) -> Batch:
        deadline = time.monotonic() + LOOK_BUDGET
        before = max(cursor - 1, 0)  # one event that is known: a failover may have put another in its place
        return Batch(cursor, *self._source.replay(self.game_id, before, PAGE + cursor - before, deadline))
