"""What happened in a game."""

from typing import Final

from service.api import headers
from service.api.blueprint import Blueprint
from service.api.operation import Call, Operation
from service.api.schemas.events import EventPage
from service.api.schemas.requests import EventQuery
from service.games import Access, Answer
from service.live import Stream

blueprint: Final = Blueprint(
    "events", __name__, url_prefix="/v1/games/<id>/events", description="What happened in a game."
)


@blueprint.operation(
    "",
    Operation(
        method="GET",
        status=200,
        answer=EventPage(),
        access=Access.LOOK,
        query=EventQuery(),
        streams=True,
        codes=("ticket_invalid", "too_many_streams"),
    ),
)
def list_events(call: Call) -> Answer | Stream:
    """List or follow what happened.

    The events behind `after`, oldest first, as the caller may see them: nobody's events are left out, but the cards
    in them are told to their owner alone.

    With `Accept: text/event-stream` the answer is a stream that goes on with what happens. Each message has the event's
    `id`, its type as `event` and the event as `data`; a comment comes every 15 seconds.
    `Last-Event-ID`, or else `after`, goes on behind that event; with neither, and for an id that the game has not
    reached, the first message is `snapshot`, with the view as `data`. With `include=view` a message `view` follows the
    events of each version; of versions that are sent together, as when a stream goes on behind an older event, only the
    last has one. `bye` comes before the server shuts down: connect again. An empty `id` tells that events which were
    told are lost (the store failed over): connect again as for the first time. The stream ends with the game, when the
    viewer's seat leaves, and when a spectator may no longer look.
    """
    fields = call.fields
    if not headers.wants_stream(call.environ.get("HTTP_ACCEPT")):
        return call.games.events(call.found, fields["after"] or 0, fields["limit"])
    last_id = headers.event_id(call.environ.get("HTTP_LAST_EVENT_ID"))
    after = fields["after"] if last_id is None else last_id
    return call.live.follow(call.found, after, views=fields["include"] == "view") or Answer(status=204)
