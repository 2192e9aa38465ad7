"""What is declared of an operation: its checks and its documentation follow from it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from service.api.schemas.base import Input, Output
from service.api.schemas.requests import NoFields, NoQuery
from service.games import Access, Answer, Games, Opened

NO_FIELDS: Final = NoFields()
NO_QUERY: Final = NoQuery()


class Call(NamedTuple):
    """What an operation works with: the use cases, the opened request and its valid fields (body or query)."""

    games: Games
    found: Opened
    fields: dict[str, Any]


View = Callable[..., Answer]
"""An operation: it takes a `Call`, and as keywords what else its path names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of one path.

    `answer` is the schema of its success, None for an empty one; `needs_key` asks for an API key where the operator gave
    some out; `guard` is a check of the body that goes before its schema (403 before 422); `codes` are the problems beyond
    those that follow from the rest.
    """

    method: str
    status: int
    answer: Output | None
    access: Access = Access.ANYONE
    in_game: bool = True
    needs_key: bool = False
    body: Input = NO_FIELDS
    query: Input = NO_QUERY
    guard: Callable[[Any], None] | None = None
    codes: tuple[str, ...] = ()

    @property
    def writes(self) -> bool:
        """Whether it changes something, and so takes a body, an Idempotency-Key and If-Match."""
        return self.method != "GET"

    @property
    def needs_token(self) -> bool:
        """Whether it acts for a player."""
        return self.access in (Access.SEAT, Access.HOST)

    @property
    def is_action(self) -> bool:
        """Whether it answers with the view and what it caused, or with neither on request."""
        return self.writes and self.status == 200
