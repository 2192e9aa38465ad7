"""What happened in a game."""

from typing import Final

from service.api.blueprint import Blueprint
from service.api.operation import Call, Operation
from service.api.schemas.events import EventPage
from service.api.schemas.requests import EventQuery
from service.games import Access, Answer

blueprint: Final = Blueprint(
    "events", __name__, url_prefix="/v1/games/<id>/events", description="What happened in a game."
)


@blueprint.operation(
    "", Operation(method="GET", status=200, answer=EventPage(), access=Access.LOOK, query=EventQuery())
)
def list_events(call: Call) -> Answer:
    """List what happened.

    The events behind `after`, oldest first, as the caller may see them: nobody's events are left out, but the cards
    in them are told to their owner alone.
    """
    return call.games.events(call.found, call.fields["after"], call.fields["limit"])
