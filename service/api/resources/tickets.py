"""Tickets for streams."""

from typing import Final

from service.api.blueprint import Blueprint
from service.api.operation import Call, Operation
from service.api.schemas.answers import Ticket
from service.games import Access, Answer

blueprint: Final = Blueprint(
    "tickets", __name__, url_prefix="/v1/games/<id>/tickets", description="Tickets for streams."
)


@blueprint.operation(
    "", Operation(method="POST", status=201, answer=Ticket(), access=Access.SEAT, changes=False)
)
def create_ticket(call: Call) -> Answer:
    """Create a ticket for a stream.

    For a browser's EventSource, which sends no headers: `GET /v1/games/{id}/events?ticket=...`. The first use must come
    by `expires_at`; from then on the ticket may be used again for 10 minutes, so that the browser can connect again by
    itself. One connection at a time: a new one ends the one before. An `Idempotency-Key` is not looked at: each request
    makes a new ticket.
    """
    return call.games.tickets.issue(call.found)
