"""Taking a seat, and leaving it."""

from typing import Final

from service.api.blueprint import Blueprint
from service.api.operation import Call, Operation
from service.api.schemas.answers import JoinedGame
from service.api.schemas.events import Outcome
from service.api.schemas.requests import NewSeat
from service.games import Access, Answer

blueprint: Final = Blueprint(
    "players", __name__, url_prefix="/v1/games/<id>/players", description="Taking a seat, and leaving it."
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


@blueprint.operation(
    "/<int:seat>",
    Operation(
        method="DELETE",
        status=200,
        answer=Outcome(),
        action="leave",
        access=Access.SEAT,
        codes=("seat_not_found", "not_your_seat", "kick_not_allowed", "game_over"),
    ),
)
def leave_game(call: Call, seat: int) -> Answer:
    """Leave a game.

    A decision that is the leaver's is taken by default, the hand goes under the discard pile, and the token is no
    longer valid. In the lobby the seat opens again, and the host may send others away. When one player is left, that
    player wins. Whoever has left is answered with what a spectator sees.
    """
    return call.games.leave(call.found, seat)
