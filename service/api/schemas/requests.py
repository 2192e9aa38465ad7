"""What clients send."""

from typing import Any

import marshmallow as ma

from service.api.schemas.base import (
    Array,
    ClosedEnum,
    Flag,
    FreeObject,
    Input,
    Pattern,
    QueryWhole,
    Text,
    Whole,
    at_least,
    between,
)
from service.api.schemas.cards import card_id

_CLIENT_SEED = "Up to 64 characters of your own that take part in every shuffle; see `fairness`."
_NAME = "1 to 32 characters after trimming, none of them a control character; unique in the game."
_is_cursor = Pattern(r"^[0-9]{14}[A-Za-z0-9_-]{22}$", "This must be the 'next' of a page, as it was given.")
_at_least_one = ma.validate.Length(min=1, error="Name one player or more.")
_at_most_64 = ma.validate.Length(max=64, error="This must have 64 characters at most.")


class NoFields(Input):
    """An action without fields: `{}`, or no body at all."""


class NewPlayer(Input):
    """Somebody the creator acts for."""

    name = Text(_NAME, required=True)


class NewGame(Input):
    """A game to create."""

    variant = Text("One that `GET /v1/variants` lists.", required=True)
    players = Array(
        NewPlayer,
        "Those you act for, by seat; the first is the host. Each gets a token.",
        required=True,
        validate=_at_least_one,
    )
    open_seats = Whole(
        "Seats for others to join; none by default.", load_default=0, validate=at_least(0), allow_none=True
    )
    options = FreeObject(
        "House rules that differ from the variant's defaults, by the JSON Schema that `GET /v1/variants` gives.",
        load_default=dict,
        allow_none=True,
    )
    public = Flag(
        "Whether the game may be listed; by default it is not.", load_default=False, allow_none=True
    )
    client_seed = Text(_CLIENT_SEED, load_default=None, validate=_at_most_64)
    deck = Array(
        card_id("A card."),
        "Only where the server allows stacked games: the first cards of the draw pile, top first; the others follow "
        "in canonical order.",
        load_default=None,
    )
    dealer = Whole("Only where the server allows stacked games: the seat that deals.", load_default=None)


class NewSeat(Input):
    """Somebody who takes an open seat."""

    name = Text(_NAME, required=True)
    client_seed = Text(_CLIENT_SEED, load_default=None, validate=_at_most_64)


class PlayRequest(Input):
    """A card to lay."""

    card = card_id("A card of your hand.", required=True)
    color = ClosedEnum("Color", "The colour that a wild names.", allow_none=True)
    uno = Flag("Say UNO with the play; never refused.", allow_none=True)
    then = Array(card_id("A card."), "The other cards of a dump (`duo`), in your order.", allow_none=True)


class ChoiceRequest(Input):
    """A colour or a seat, as `needs` says: one of the two."""

    color = ClosedEnum("Color", "The colour to match.", allow_none=True)
    seat = Whole("The seat to pick.", validate=at_least(0), allow_none=True)

    @ma.validates_schema
    def _one_of_the_two(self, fields: dict[str, Any], **_: Any) -> None:
        if len(fields) != 1:
            raise ma.ValidationError("Send either 'color' or 'seat'.")


class CatchRequest(Input):
    """Whom to catch."""

    seat = Whole("The seat that forgot to say UNO.", required=True, validate=at_least(0))


class DraftRequest(Input):
    """What to do with the card looked at."""

    keep = Flag("Keep it, or refuse it and keep the next one.", required=True)


class NoQuery(Input):
    """An operation that takes no query."""


class GameQuery(Input):
    """Which games to list."""

    variant = Text("Only games of this variant, one that `GET /v1/variants` lists.", load_default=None)
    limit = QueryWhole("How many at most.", load_default=20, validate=between(1, 100))
    cursor = Text(
        "The `next` of the page before, as it was given; it has no meaning of its own.",
        load_default=None,
        validate=_is_cursor,
    )


class EventQuery(Input):
    """Which events."""

    after = QueryWhole(
        "Events behind this id; 0 for all, as by default in a list. A stream without it begins with a snapshot.",
        load_default=None,
    )
    limit = QueryWhole("How many at most, in a list.", load_default=100, validate=between(1, 500))
    include = Text(
        "`view`: in a stream, the caller's view follows the events of each version.",
        load_default=None,
        validate=Pattern("^view$", "This must be view."),
    )
    ticket = Text("A ticket instead of the token: see `POST /v1/games/{id}/tickets`.", load_default=None)


class ViewQuery(Input):
    """Whether to wait."""

    wait = QueryWhole(
        "Seconds to wait for a version above `since`, at most.", load_default=None, validate=between(0, 25)
    )
    since = QueryWhole("The version that you have; by default that in `If-None-Match`.", load_default=None)
