"""Creating, finding, looking at and abandoning games."""

from collections.abc import Mapping
from typing import Any, Final

from flask import current_app

from service.api import headers
from service.api.answers import fixed
from service.api.blueprint import EXTENSION, Blueprint
from service.api.operation import Call, Operation
from service.api.options import option_faults
from service.api.schemas.answers import CreatedGame
from service.api.schemas.requests import GameQuery, NewGame, ViewQuery
from service.api.schemas.views import GamePage, View
from service.games import Access, Answer, Fault, Games, Invalid
from service.games import NewGame as Creation
from service.observability import note

blueprint: Final = Blueprint(
    "games",
    __name__,
    url_prefix="/v1/games",
    description="Creating, finding, looking at and abandoning games.",
)


def _refuse_stacking(body: Any) -> None:
    """A stacked game is a 403 where they are off, whatever else may be wrong."""
    stacks = isinstance(body, Mapping) and (body.get("deck", []) != [] or "dealer" in body)
    if stacks:
        games: Games = current_app.extensions[EXTENSION]
        games.check_stacking()


@blueprint.operation(
    "",
    Operation(
        method="POST",
        status=201,
        answer=CreatedGame(),
        in_game=False,
        creates=True,
        body=NewGame(),
        guard=_refuse_stacking,
        codes=("sandbox_disabled", "idempotency_key_weak"),
    ),
)
def create_game(call: Call) -> Answer:
    """Create a game.

    With `open_seats` 0 it starts at once, else when the last open seat is taken or the host starts it. The answer
    carries a token for each player named: name those you act for, and leave open seats for others. With an
    `Idempotency-Key` of 16 characters or more a repeat within an hour gives the same game and the same tokens.
    """
    faults = option_faults(call.fields["variant"], call.fields["options"])
    names = [player["name"] for player in call.fields["players"]]
    order = Creation(**call.fields | {"players": names} | ({"options": {}} if faults else {}))
    return call.games.create(call.found, order, faults)


@blueprint.operation(
    "", Operation(method="GET", status=200, answer=GamePage(), in_game=False, query=GameQuery())
)
def list_games(call: Call) -> Answer:
    """List the games that can be joined.

    Public games with open seats, newest first. `next` leads to those behind them: send it as `cursor`, with the same
    `variant`. A game is listed soon after its creation, and no longer once it starts, ends or expires.
    """
    fields = call.fields
    return fixed(call.games.listing(call.found, fields["variant"], fields["limit"], fields["cursor"]))


@blueprint.operation(
    "/<id>",
    Operation(
        method="GET",
        status=200,
        answer=View(),
        access=Access.LOOK,
        query=ViewQuery(),
        codes=("too_many_streams",),
    ),
)
def get_game(call: Call) -> Answer:
    """Get a game.

    Anybody may look (unless the option `spectators` is false and the game has started); with a seat's token the view
    has that seat's own part, `you`.

    With `wait` the answer comes as soon as the version exceeds `since`, or at the end of the time: a 304 if
    `If-None-Match` still holds, else the unchanged view. A game that is over, or a `since` above its version, is
    answered at once.
    """
    wait, since = call.fields["wait"], call.fields["since"]
    if wait is None:
        return call.games.view(call.found)
    if since is None:
        since = headers.known_version(call.environ.get("HTTP_IF_NONE_MATCH"))
    if since is None:
        raise Invalid(
            [Fault(pointer="/since", detail="Say which version you have, here or by If-None-Match.")]
        )
    note(waits=wait)
    return call.games.view(call.live.wait(call.found, since, wait))


@blueprint.operation(
    "/<id>", Operation(method="DELETE", status=204, answer=None, access=Access.HOST, codes=("game_over",))
)
def abandon_game(call: Call) -> Answer:
    """Abandon a game.

    It ends without a winner and stays readable until it expires.
    """
    return call.games.abandon(call.found)
