"""The list of public games with open seats.

The list lies apart from the games, so it is a hint: it is brought up to date behind each commit that matters, what it
has too much is dropped by whoever reads it, and what it lacks is put back by the game's next change in the lobby.
"""

from contextlib import suppress
from typing import Final

from service import engine
from service.games import record
from service.games.errors import StorageUnavailable
from service.games.ports import Store
from service.games.record import Game

ALL: Final = "all"
"""The list of all variants' games; each variant has one of its own beside it."""
MOST_LISTED: Final = 10_000
"""Games that a list keeps, the newest."""
LOOKS: Final = 4
LEAST_LOOK: Final = 25
"""A reader looks into a list so often at most, and each time at so many entries at least."""
_DIGITS: Final = 14


def entry_of(game: Game) -> str:
    """Name a game in the lists: texts that sort by its creation, made of 36 URL-safe characters."""
    return f"{game.created_at:0{_DIGITS}d}{game.id}"


class Listing:
    """The lists in a store; an entry lives for `ttl` seconds behind the last one that was written."""

    def __init__(self, store: Store, ttl: int) -> None:
        self._store = store
        self._ttl = ttl

    def update(self, game: Game, deadline: float) -> None:
        """List a game that has just been stored, or list it no longer; a store that fails is no fault of the change."""
        with suppress(StorageUnavailable):
            if game.is_listed:
                self._store.enlist((ALL, game.variant), entry_of(game), MOST_LISTED, self._ttl, deadline)
            else:
                self._store.delist((ALL, game.variant), [entry_of(game)], deadline)

    def page(
        self, variant: str | None, limit: int, cursor: str | None, deadline: float
    ) -> tuple[list[Game], str | None]:
        """Give at most `limit` games, newest first, and the cursor behind them, None at the end of the list.

        The work is bounded: where much has to be dropped there may be fewer games, though there are more behind them.
        """
        look = max(limit + 1, LEAST_LOOK)
        found: list[Game] = []
        gone: list[str] = []
        for _ in range(LOOKS):
            entries = self._store.listed(variant or ALL, cursor, look, deadline)
            snapshots = self._store.load_all([entry[_DIGITS:] for entry in entries], deadline)
            for entry, snapshot in zip(entries, snapshots, strict=True):
                try:
                    game = record.decode(snapshot) if snapshot else None
                except StorageUnavailable:  # a newer release can read it, so it stays in the list
                    continue
                if game and game.is_listed:
                    found.append(game)
                else:
                    gone.append(entry)
            cursor = entries[-1] if len(entries) == look else None
            if cursor is None or len(found) > limit:
                break
        self._drop(gone, deadline)
        return found[:limit], entry_of(found[limit - 1]) if len(found) > limit else cursor

    def _drop(self, gone: list[str], deadline: float) -> None:
        """Take out what is no longer listed; no harm is done where that fails."""
        if gone:
            with suppress(StorageUnavailable):
                self._store.delist((ALL, *engine.VARIANTS), gone, deadline)
