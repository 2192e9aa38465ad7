"""A game's books: versions, event ids, moments, and how long it is kept."""

from dataclasses import dataclass
from typing import Final

from service import engine
from service.games.record import Game
from service.games.times import rfc3339

MOST_EVENTS: Final = 20_000
"""A game that has so many is abandoned."""


@dataclass(frozen=True, slots=True)
class Lives:
    """How long games are kept after their last change, in seconds."""

    lobby: int
    idle: int
    finished: int

    def of(self, game: Game) -> int:
        """Tell how long a game is kept from now on."""
        if game.is_over:
            return self.finished
        return self.idle if game.state else self.lobby


def enter(game: Game, events: list[engine.Event], lives: Lives, now: int) -> list[engine.Event]:
    """Enter one change; its events get their ids, their version and their time."""
    if game.last_event + len(events) + 1 >= MOST_EVENTS and not game.is_over:
        game.abandoned = True
        events = [*events, {"type": "game_abandoned"}]
    game.version += 1
    game.updated_at = max(game.updated_at, now)
    game.created_at = game.created_at or game.updated_at
    game.expires_at = game.updated_at + lives.of(game) * 1000
    stamp = {"id": 0, "version": game.version, "type": "", "seat": None, "at": rfc3339(game.updated_at)}
    entered = []
    for event_id, event in enumerate(events, game.last_event + 1):
        entry = stamp | event
        entry["id"] = event_id
        entered.append(entry)
    game.last_event += len(events)
    return entered
