"""Taking a seat."""

from typing import Final

from service.api.blueprint import Blueprint
from service.api.operation import Call, Operation
from service.api.schemas.answers import JoinedGame
from service.api.schemas.requests import NewSeat
from service.games import Answer

blueprint: Final = Blueprint(
    "players", __name__, url_prefix="/v1/games/<id>/players", description="Taking a seat."
)


@blueprint.operation(
    "",
    Operation(
        method="POST",
        status=201,
        answer=JoinedGame(),
        body=NewSeat(),
        codes=("already_started", "game_full", "game_over", "name_taken", "idempotency_key_weak"),
    ),
)
def join_game(call: Call) -> Answer:
    """Join a game.

    Takes the lowest open seat and answers with its token. When it was the last open seat, the game starts. With an
    `Idempotency-Key` of 16 characters or more a repeat within an hour gives the same seat and the same token.
    """
    return call.games.join(call.found, call.fields["name"], call.fields["client_seed"])
