"""What a use case is asked, by whom, and what it answers."""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

import orjson

from service.games import views
from service.games.record import Game


class Access(Enum):
    """Who may ask: anyone; anyone whom the game lets look; its seats; its host."""

    ANYONE = auto()
    LOOK = auto()
    SEAT = auto()
    HOST = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What was asked. `path` and `body` (as parsed, empty for none) are what a repeat must share.

    A `ticket` may come instead of the token. `if_match` holds the versions of which the game must have one, None for
    any. With `minimal` an action answers without a body.
    """

    method: str
    path: str
    game_id: str | None = None
    token: str | None = None
    ticket: str | None = None
    key: str | None = None
    body: Any = field(default_factory=dict)
    if_match: frozenset[int] | None = None
    minimal: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What is answered: `body` is JSON, empty with status 204; `etag` stands without its quotes.

    It is None for what has no version. `replayed` tells that it was given before, to the request that this one repeats.
    """

    status: int
    body: bytes = b""
    etag: str | None = None
    location: str | None = None
    replayed: bool = False


@dataclass(slots=True)
class Opened:
    """A request whose sender is known: `seat` is the caller's, None without a token.

    Where the request names no game, `game` is that of the token, None without one. A `replay` is the answer recorded
    for this very request: it is to be sent, and nothing else done. The `bearer` is the hash of the sender's token.
    """

    request: Request
    access: Access
    deadline: float
    game: Game | None = None
    seat: int | None = None
    replay: Answer | None = None
    bearer: str | None = None


def shown(game: Game, viewer: int | None, content: Any) -> Answer:
    """Answer with something about a game, as `viewer` sees it."""
    return Answer(status=200, body=orjson.dumps(content), etag=views.etag(game, viewer))
