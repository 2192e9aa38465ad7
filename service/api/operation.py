"""What is declared of an operation: its checks and its documentation follow from it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from service.api.schemas.base import Input, Output
from service.api.schemas.requests import NoFields, NoQuery
from service.games import Access, Answer, Games, Opened
from service.live import Live, Stream

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

NO_FIELDS: Final = NoFields()
NO_QUERY: Final = NoQuery()


class Call(NamedTuple):
    """What an operation works with: the use cases, the opened request, its fields (body or query), its headers."""

    games: Games
    live: Live
    found: Opened
    fields: dict[str, Any]
    environ: "WSGIEnvironment"


View = Callable[..., Answer | Stream]
"""An operation: it takes a `Call`, and as keywords what else its path names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of one path.

    `answer` is the schema of its success, None for an empty one. `creates` tells that it makes a game, which may need
    an API key and has rate limits of its own. `guard` is a check of the body that goes before its schema (403 before
    422); `codes` are the problems beyond those that follow from the rest. `changes` tells whether it changes a game if
    it writes. An `action`, which has a name, answers with the view and what it caused, or with neither on request.
    `streams` tells whether it may answer with a stream, and so takes a ticket.
    """

    method: str
    status: int
    answer: Output | None
    access: Access = Access.ANYONE
    in_game: bool = True
    creates: bool = False
    action: str | None = None
    body: Input = NO_FIELDS
    query: Input = NO_QUERY
    guard: Callable[[Any], None] | None = None
    codes: tuple[str, ...] = ()
    changes: bool = True
    streams: bool = False

    @property
    def writes(self) -> bool:
        """Whether it makes something, and so takes a body."""
        return self.method != "GET"

    @property
    def records(self) -> bool:
        """Whether it changes a game, and so takes an Idempotency-Key and If-Match."""
        return self.writes and self.changes

    @property
    def needs_token(self) -> bool:
        """Whether it acts for a player."""
        return self.access in (Access.SEAT, Access.HOST)
