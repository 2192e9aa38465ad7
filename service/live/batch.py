"""What one look at the store found behind an event: the events, and the snapshot that they led to."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from service import engine
from service.games import record, views
from service.games.record import Game
from service.live import sse

PAGE: Final = 100
"""Events that are read at once."""
TURNS: Final = frozenset({"player_left", "game_started", "game_ended", "game_abandoned"})
"""Events after which a stream may have to end, or to look at who its viewer is."""


class Batch:
    """Events without gaps behind the id `after`, up to a snapshot's version at most; shown once for each viewer.

    Its `version` is the snapshot's, 0 where there is no such game any more. Of what was read, `stored`, the first may
    be the event `after` itself, so that it can be held against what was told.
    """

    def __init__(self, after: int, snapshot: bytes | None = None, stored: Sequence[bytes] = ()) -> None:
        self.after = after
        self.version = record.version_of(snapshot) if snapshot else 0
        events = record.decode_events(stored)
        self._before = events.pop(0) if events and events[0]["id"] == after else None
        read = len(events)
        self.events = [event for event in events if event["version"] <= self.version]
        self.last = after + len(self.events)
        self.is_whole = read < PAGE or len(self.events) < read
        self._snapshot = snapshot
        self._frames: dict[int | None, list[bytes]] = {}
        self._views: dict[int | None, bytes] = {}

    def continues(self, told: engine.Event | None, cursor: int) -> bool:
        """Tell whether the event `cursor`, behind which something is to be told, still is what was told last."""
        present = self.events[cursor - self.after - 1] if cursor > self.after else self._before
        return told is None or present is None or present == told

    def game(self) -> Game:
        """Decode the snapshot. The game is not kept: most batches outlive their use for a while."""
        assert self._snapshot is not None  # noqa: S101 - there are events, so there is a game
        return record.decode(self._snapshot)

    @cached_property
    def turns(self) -> bool:
        """Whether any of the events is one of `TURNS`."""
        return any(event["type"] in TURNS for event in self.events)

    def frames(self, viewer: int | None, deck: engine.Deck) -> list[bytes]:
        """Show the events to a viewer, each as a message."""
        found = self._frames.get(viewer)
        if found is None:
            shown = [engine.redact(event, viewer, deck) for event in self.events]
            found = [sse.message(event["type"], event, event["id"]) for event in shown]
            self._frames[viewer] = found
        return found

    def view(self, viewer: int | None) -> bytes:
        """Show the game after all of the events to a viewer, as a message."""
        found = self._views.get(viewer)
        if found is None:
            found = self._views[viewer] = sse.message("view", views.view(self.game(), viewer))
        return found
