"""A player leaves in the middle of the game (R19, R20)."""

from collections import Counter

from tests.acceptance.model.cards import COLORS, color_of, in_order
from tests.acceptance.model.choosing import choose_color, choose_seat
from tests.acceptance.model.duo import draft
from tests.acceptance.model.ending import game_won
from tests.acceptance.model.legal import dump_of
from tests.acceptance.model.matching import must_play
from tests.acceptance.model.plays import play
from tests.acceptance.model.starting import turn_up
from tests.acceptance.model.table import Table
from tests.acceptance.model.turns import end_turn, pay


def leave(table: Table, seat: int) -> None:
    """The seat's decisions are taken, its hand goes under the discard pile, and it is passed over from now on."""
    while table.turn is not None and table.turn.seat == seat:
        table.window = None
        _decide(table, seat)
    if table.window == seat:
        table.window = None
    table.active[seat] = False
    table.discards = in_order(table.variant, table.hands[seat]) + table.discards
    table.hands[seat] = []
    table.calls.pop(seat, None)
    table.empty_turns = 0
    table.emit("player_left", seat=seat, kicked=False)
    remaining = table.active_seats()
    if len(remaining) == 1 and table.status != "finished":
        game_won(table, remaining)


def favourite_color(table: Table, seat: int) -> str:
    """R20: the most frequent colour in hand, the first of them in the order red, yellow, green, blue."""
    count = Counter(color_of(card) for card in table.hands[seat])
    return max(COLORS, key=lambda color: count[color])


def _decide(table: Table, seat: int) -> None:
    """One default decision of R20, with R19's exceptions."""
    turn = table.mover
    table.loose |= {"turn_passed", "uno_said"}
    if turn.phase == "draft":
        if draft(table, seat, keep=True):
            turn_up(table)
    elif turn.phase == "color":
        choose_color(table, seat, favourite_color(table, seat))
    elif turn.phase == "dump":
        first, *rest = dump_of(table, seat)
        play(table, seat, first, None, uno=False, then=rest)
    elif turn.phase == "seat" and turn.reason == "green_shell":
        table.loose.add("seat_chosen")
        choose_seat(table, seat, table.next_seat(seat))
    elif turn.phase == "drawn" and must_play(table, seat):
        assert table.drawn_card is not None
        card = table.drawn_card
        play(table, seat, card, _default_color(table, seat, card), uno=False, then=[])
    elif table.owed_for is not None:
        pay(table, seat)
    else:
        end_turn(table, seat)


def _default_color(table: Table, seat: int, card: str) -> str | None:
    """The colour sent with a wild that must be played; an Item Box takes none."""
    return favourite_color(table, seat) if card.startswith(("W.", "W4.")) else None
