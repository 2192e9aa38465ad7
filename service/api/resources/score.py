"""The score sheet."""

from typing import Final

from service.api.blueprint import Blueprint
from service.api.operation import Call, Operation
from service.api.schemas.score import ScoreSheet
from service.games import Access, Answer

blueprint: Final = Blueprint(
    "score", __name__, url_prefix="/v1/games/<id>/score", description="The score sheet."
)


@blueprint.operation("", Operation(method="GET", status=200, answer=ScoreSheet(), access=Access.LOOK))
def get_score(call: Call) -> Answer:
    """Get the score sheet.

    Totals, and every round that has ended with the hands that were laid open.
    """
    return call.games.score(call.found)
