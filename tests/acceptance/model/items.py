"""Mario Kart's Item Box: the flip and the five items (M3-M6)."""

from tests.acceptance.model.cards import color_of, item_of
from tests.acceptance.model.table import Table, Turn
from tests.acceptance.model.turns import end_turn, judge_uno, move_again


def flip(table: Table, seat: int) -> None:
    """Turns the top card onto the Item Box just laid; its item acts for `seat`."""
    card = table.take_top()
    assert card is not None, "a play leaves at least the former up card to recycle"
    table.discards.append(card)
    table.color = color_of(card)
    item = item_of(card)
    table.emit("item_flipped", seat=seat, card=card, item=item)
    if item == "bob_omb":
        table.deal_to(seat, 2, "bob_omb")
        table.turn = Turn(seat, "color", reason="bob_omb")
    elif item == "green_shell" and len(table.others(seat)) > 1:
        table.turn = Turn(seat, "seat", reason="green_shell")
    elif item == "green_shell":
        table.loose.add("seat_chosen")
        green_shell(table, seat, table.next_seat(seat))
    elif item == "banana_peel":
        table.deal_to(table.step(seat, -table.direction), 2, "banana_peel")
        judge_uno(table, seat)
        end_turn(table, seat)
    elif item == "lightning":
        victim = table.next_seat(seat)
        while victim != seat:
            table.deal_to(victim, 1, "lightning")
            victim = table.next_seat(victim)
        judge_uno(table, seat)
        move_again(table, seat)
    else:
        judge_uno(table, seat)
        move_again(table, seat)


def green_shell(table: Table, seat: int, target: int) -> None:
    """The shell hits its target; the turn goes on from its player."""
    table.deal_to(target, 1, "green_shell")
    judge_uno(table, seat)
    end_turn(table, seat)
