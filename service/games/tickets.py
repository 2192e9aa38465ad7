"""Tickets: for a short while they stand for a seat's token where no header can be sent, to look at events alone.

The store keeps a ticket's hash, and under it the game and the hash of the token that it stands for.
"""

import secrets
from collections.abc import Callable
from typing import Final

import orjson

from service.engine import Refusal
from service.games.ports import Store
from service.games.requests import Answer, Opened
from service.games.times import rfc3339
from service.games.tokens import sha256

PREFIX: Final = "uno_ticket_"
FIRST_USE: Final = 60
"""Seconds within which a ticket must be used for the first time."""
REUSE: Final = 600
"""Seconds from then on for which it may be used again."""
_NEW, _USED = "new", "used"


class Tickets:
    """The tickets in a store."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    def issue(self, opened: Opened) -> Answer:
        """Make a ticket that stands for the caller's token."""
        game, ticket = opened.game, PREFIX + secrets.token_urlsafe(32)
        assert game is not None  # noqa: S101 - it names a game
        kept = {_name(ticket): f"{_NEW} {game.id} {opened.bearer}"}
        self._store.put(kept, FIRST_USE, opened.deadline, confirmed=True)
        content = {"ticket": ticket, "expires_at": rfc3339(self._now() + FIRST_USE * 1000)}
        return Answer(status=201, body=orjson.dumps(content))

    def redeem(self, ticket: str, game_id: str, deadline: float) -> str:
        """Use a ticket for a game; the hash of the token that it stands for."""
        name = _name(ticket)
        kept = self._store.get(name, deadline)
        if kept is not None:
            state, game, bearer = kept.split()
            if game == game_id:
                if state == _NEW:
                    self._store.put({name: f"{_USED} {game} {bearer}"}, REUSE, deadline)
                return bearer
        raise bad_ticket()

    def hold(self, ticket_hash: str, connection: str, deadline: float) -> None:
        """Make a connection the one that a ticket serves, and tell `<ticket's hash> <connection>` to the others."""
        self._store.put({_holder(ticket_hash): connection}, REUSE, deadline)
        self._store.publish(f"{ticket_hash} {connection}", deadline)

    def holds(self, ticket_hash: str, connection: str, deadline: float) -> bool:
        """Tell whether a connection is still the one that a ticket serves."""
        return self._store.get(_holder(ticket_hash), deadline) in (connection, None)


def bad_ticket() -> Refusal:
    """Refuse a ticket."""
    return Refusal(
        "ticket_invalid", "The ticket is unknown, used up, or not for this game: ask for a new one."
    )


def _name(ticket: str) -> str:
    return f"ticket:{sha256(ticket)}"


def _holder(ticket_hash: str) -> str:
    return f"holder:{ticket_hash}"
