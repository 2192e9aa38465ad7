"""A game as it is kept: who sits where, when, and the engine's state; and its snapshot."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from service import engine
from service.games.errors import StorageUnavailable
from service.games.ports import head

SCHEMA: Final = 1
"""The form of the snapshots that are written. All begin with their version and their schema.

Whoever changes the form, the engine's part of it included, raises this number, has `decode` bring the forms before it
up to date, and adds fixtures of the new one (`python -m tests.games.snapshots`).
"""
_BEGINNING: Final = re.compile(rb'\{"version":(\d+),"schema":(\d+),')


@dataclass(slots=True)
class Player:
    """Who sits in a seat. `token` is the hash of the seat's token, null once the player has left."""

    name: str
    token: str | None
    client_seed: str | None = None
    kind: str = "human"


@dataclass(slots=True, kw_only=True)
class Game:
    """One game, decoded for one request and changed in place.

    `seats` has an entry for every seat, None while it is open. Moments are milliseconds since 1970. `seed` is
    hexadecimal. `deck` (card ids, top first) and `dealer` are those given with a stacked game. `state` is None in the
    lobby. `indexed_until` is the moment until which the tokens of its seats can be found.
    """

    id: str
    version: int = 0
    last_event: int = 0
    variant: str
    options: dict[str, Any]
    seats: list[Player | None]
    host: int
    public: bool
    stacked: bool
    deck: Sequence[str] | None
    dealer: int | None
    seed: str
    created_at: int = 0
    updated_at: int = 0
    expires_at: int = 0
    indexed_until: int = 0
    abandoned: bool = False
    state: engine.State | None = None

    @property
    def status(self) -> str:
        """`lobby`, one of the engine's, or `abandoned`."""
        if self.abandoned:
            return "abandoned"
        return self.state.status if self.state else "lobby"

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.abandoned or (self.state is not None and self.state.status == "finished")

    @property
    def is_listed(self) -> bool:
        """Whether it is public and waits for players."""
        return self.public and self.state is None and not self.abandoned and None in self.seats

    @property
    def is_closed(self) -> bool:
        """Whether only its players may look now (option `spectators`)."""
        return self.state is not None and not self.options["spectators"]

    @property
    def rules(self) -> engine.Variant:
        """The variant that is played."""
        return engine.VARIANTS[self.variant]

    def players(self) -> list[tuple[int, Player]]:
        """List who is seated, by seat."""
        return [(seat, player) for seat, player in enumerate(self.seats) if player]

    def has_seat(self, seat: int) -> bool:
        """Tell whether somebody sits, or sat, in a seat."""
        return seat < len(self.seats) and self.seats[seat] is not None


def encode(game: Game) -> bytes:
    """Write a game's snapshot: all of it, secrets included."""
    snapshot = {
        "schema": SCHEMA,
        "id": game.id,
        "last_event": game.last_event,
        "variant": game.variant,
        "options": game.options,
        "seats": game.seats,
        "host": game.host,
        "public": game.public,
        "stacked": game.stacked,
        "deck": game.deck,
        "dealer": game.dealer,
        "seed": game.seed,
        "created_at": game.created_at,
        "updated_at": game.updated_at,
        "expires_at": game.expires_at,
        "indexed_until": game.indexed_until,
        "abandoned": game.abandoned,
        "state": engine.encode(game.state) if game.state else None,
    }
    return head(game.version) + orjson.dumps(snapshot)[1:]


def decode(snapshot: bytes) -> Game:
    """Read what `encode` wrote.

    Raises StorageUnavailable for what a newer release wrote: another process may know it.
    """
    version_of(snapshot)
    values: dict[str, Any] = orjson.loads(snapshot)
    del values["schema"]
    values["seats"] = [Player(**player) if player else None for player in values["seats"]]
    if values["state"]:
        values["state"] = engine.decode(values["state"])
    return Game(**values)


def version_of(snapshot: bytes) -> int:
    """Read the version of a snapshot and, of all else, only whether it can be read: raises as `decode` does."""
    found = _BEGINNING.match(snapshot)
    if found is None:
        raise StorageUnavailable("A snapshot does not begin with its version and schema.")
    if int(found[2]) != SCHEMA:
        raise StorageUnavailable(f"A snapshot is of schema {int(found[2])}; this release knows {SCHEMA}.")
    return int(found[1])


def encode_events(events: Iterable[engine.Event]) -> list[bytes]:
    """Write events for the store, secrets included."""
    return [orjson.dumps(event) for event in events]


def decode_events(stored: Iterable[bytes]) -> list[engine.Event]:
    """Read what `encode_events` wrote."""
    return [orjson.loads(event) for event in stored]
