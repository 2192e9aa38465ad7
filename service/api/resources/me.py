"""Whose token it is."""

from typing import Final

from service.api.blueprint import Blueprint
from service.api.operation import Call, Operation
from service.api.schemas.answers import Identity
from service.games import Access, Answer

blueprint: Final = Blueprint("me", __name__, url_prefix="/v1/me", description="Whose token it is.")


@blueprint.operation(
    "", Operation(method="GET", status=200, answer=Identity(), access=Access.SEAT, in_game=False)
)
def who_am_i(call: Call) -> Answer:
    """Tell whose token it is.

    The game and the seat that the token acts for; a start may have moved the seat.
    """
    return call.games.who(call.found)
