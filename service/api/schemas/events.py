"""What happened: one flat schema for every type of event."""

from service.api.schemas.base import Array, ClosedEnum, Flag, Object, Output, Text, Whole
from service.api.schemas.cards import Card
from service.api.schemas.score import RoundHand, SeatTotal
from service.api.schemas.views import View

_TYPES = (
    "What happened, and which fields tell of it. Known values: `game_created`, `player_joined`, `player_left` "
    "(kicked), `host_changed`, `game_started`, `round_started` (round, dealer), `cards_dealt` (count; cards for "
    "their owner only), `card_drafted` (card for its owner only), `draft_card_discarded` (card), `starter_returned` "
    "(card), `card_turned_up` (card), `color_chosen` (color), `seat_chosen` (target), `card_played` (card, color), "
    "`cards_dumped` (cards), `item_flipped` (card, item), `cards_drawn` (count, reason; cards for their owner only), "
    "`turn_passed`, `player_skipped`, `direction_changed` (direction), `hands_swapped` (target; cards for each owner "
    "only), `hands_rotated` (likewise), `challenge_resolved` (challenger, challenged, succeeded), `hand_revealed` "
    "(cards for the challenger only), `uno_said`, `uno_caught` (target), `draw_pile_recycled` (count), "
    "`turn_timed_out`, `round_ended` (round, winner, points, hands, blocked), `game_ended` (winners, totals), "
    "`game_abandoned`; others may be added."
)
_REASONS = (
    "Why cards were drawn. Known values: `turn`, `draw_two`, `wild_draw_four`, `bluff_caught` (its layer draws), "
    "`challenge_failed` (the challenger draws), `uno_penalty`, `turned_up`, `banana_peel`, `green_shell`, "
    "`lightning`, `bob_omb`; others may be added."
)


class Event(Output):
    """Something that happened; fields that its type does not name are left out."""

    id = Whole("Counts from 1 without gaps.")
    version = Whole("The version of the game that it belongs to; the events of one request share it.")
    type = Text(_TYPES)
    at = Text("When it happened.", more={"format": "date-time"})
    seat = Whole("Whose deed or fate it was; null for nobody's.", allow_none=True, optional=True)
    round = Whole("The number of the round.", optional=True)
    dealer = Whole("The seat that deals.", optional=True)
    count = Whole("How many cards.", optional=True)
    card = Object(Card, "The card.", optional=True)
    cards = Array(Card, "The cards.", optional=True)
    color = ClosedEnum("Color", "The colour to match now.", allow_none=True, optional=True)
    item = ClosedEnum("Item", "The item that acts.", optional=True)
    reason = Text(_REASONS, optional=True)
    target = Whole("The seat it was done to.", optional=True)
    direction = Whole("1 or -1.", optional=True)
    challenger = Whole("The seat that challenged.", optional=True)
    challenged = Whole("The seat that was challenged.", optional=True)
    succeeded = Flag("Whether the Wild Draw Four was a bluff.", optional=True)
    kicked = Flag("Whether the player was made to leave.", optional=True)
    winner = Whole("The seat that won the round; null if nobody did.", allow_none=True, optional=True)
    points = Array(Whole("Points."), "What the round added to each total: one entry a seat.", optional=True)
    hands = Array(RoundHand, "The cards left in hands, laid open.", optional=True)
    blocked = Flag("Whether the round ended because nobody could play or draw any more.", optional=True)
    winners = Array(Whole("A seat."), "The seats that won the game.", optional=True)
    totals = Array(SeatTotal, "The final points: one entry a seat.", optional=True)


class EventPage(Output):
    """A part of a game's events, oldest first."""

    events = Array(Event, "The events behind `after`, as the caller may see them.")
    last = Whole("The id of the last event given; `after` for the next page.")
    has_more = Flag("Whether there are more behind it.")


class Outcome(Output):
    """What an action led to."""

    game = Object(View, "The game after it, as the caller may see it.")
    events = Array(Event, "What this request caused, as the caller may see it.")
