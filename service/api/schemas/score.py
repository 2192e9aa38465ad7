"""The score sheet."""

from service.api.schemas.base import Array, Flag, Object, Output, Text, Whole
from service.api.schemas.cards import Card
from service.api.schemas.variants import Goal
from service.api.schemas.views import STATUS


class SeatTotal(Output):
    """What one seat has in the end."""

    seat = Whole("The seat.")
    points = Whole("Its points.")


class Total(Output):
    """What one seat has so far."""

    seat = Whole("The seat.")
    name = Text("The player's name.")
    points = Whole("Points so far.")


class RoundHand(Output):
    """The cards left in one hand when a round ended, laid open."""

    seat = Whole("The seat.")
    cards = Array(Card, "The cards left.")
    points = Whole("What they are worth.")


class RoundResult(Output):
    """How a round ended."""

    round = Whole("The number of the round.")
    winner = Whole("The seat that won it; null if nobody did.", allow_none=True)
    blocked = Flag("Whether it ended because nobody could play or draw any more.")
    points = Array(Whole("Points."), "What the round added to each total: one entry a seat.")
    hands = Array(RoundHand, "The cards left, for each seat that held any.")


class ScoreSheet(Output):
    """Totals, and every round that has ended."""

    status = Text(STATUS)
    scoring = Text(
        "Known values: `winner_collects`, `losers_count` (the low score wins); others may be added."
    )
    goal = Object(Goal, "When the game is over.")
    totals = Array(Total, "One entry a seat.")
    rounds = Array(RoundResult, "Each round that has ended, in order.")
    winners = Array(Whole("A seat."), "The seats that won, once the game is finished.")
