"""How turns end, and what drawing, passing, calling and catching do (R3, R4, R7, R15-R17)."""

from tests.acceptance.model.ending import round_blocked
from tests.acceptance.model.matching import playable
from tests.acceptance.model.table import Table, Turn

OWED_REASONS = {"D": "draw_two", "W4": "wild_draw_four"}


def drop_early_call(table: Table, seat: int) -> None:
    """R15: a call at two cards lapses when its turn passes."""
    if table.calls.get(seat) in ("two", "play"):
        del table.calls[seat]


def end_turn(table: Table, seat: int, skipping: int | None = None) -> None:
    """The turn passes to the seat after `seat`, or after the one that is skipped."""
    drop_early_call(table, seat)
    table.drawn_card = None
    table.turn = Turn(table.next_seat(seat if skipping is None else skipping))


def move_again(table: Table, seat: int) -> None:
    """The same seat has a new turn."""
    table.drawn_card = None
    table.turn = Turn(seat)


def judge_uno(table: Table, seat: int) -> None:
    """R16: a play is fully resolved; opens the window and settles the call made with it or before it."""
    call = table.calls.pop(seat, None)
    if len(table.hands[seat]) == 1:
        table.window = seat
        if call is not None:
            table.calls[seat] = "one"


def settle_empty(table: Table, drawn: int) -> None:
    """R4: counts turns that drew nothing; the last one of a full circle ends the round."""
    table.empty_turns = 0 if drawn else table.empty_turns + 1
    if table.empty_turns >= len(table.active_seats()):
        round_blocked(table)


def draw(table: Table, seat: int) -> None:
    """The turn's draw, or the pending sum."""
    table.window = None
    if table.owed_for is not None:
        settle_empty(table, pay(table, seat))
        return
    drawn: list[str] = []
    most = table.options.get("draw_until_playable") or 1
    while len(drawn) < most and table.draw_into(seat, drawn):
        if playable(table, seat, drawn[-1]):
            break
    table.note_drawn(seat, drawn, "turn")
    if drawn and playable(table, seat, drawn[-1]):
        table.empty_turns = 0
        table.drawn_card = drawn[-1]
        table.turn = Turn(seat, "drawn")
        return
    end_turn(table, seat)
    settle_empty(table, len(drawn))


def pay(table: Table, seat: int) -> int:
    """The seat draws the pending sum and loses the turn; how many cards there were."""
    assert table.owed_for is not None
    drawn = table.deal_to(seat, table.mover.penalty, OWED_REASONS[table.owed_for])
    table.owed_for = None
    end_turn(table, seat)
    return drawn


def keep(table: Table, seat: int) -> None:
    """The drawn card is kept."""
    table.window = None
    table.emit("turn_passed", seat=seat)
    end_turn(table, seat)


def challenge(table: Table, seat: int) -> None:
    """R12, R13: the judged hand decides who draws."""
    table.window = None
    layer, owed = table.mover.by, table.mover.penalty
    assert layer is not None
    guilty = table.judged_guilty
    table.emit("challenge_resolved", challenger=seat, challenged=layer, succeeded=guilty)
    table.emit("hand_revealed", {seat: {"cards": table.judged_hand}}, seat=layer)
    table.owed_for = None
    if not guilty:
        drawn = table.deal_to(seat, owed + 2, "challenge_failed")
        end_turn(table, seat)
        settle_empty(table, drawn)
        return
    if table.active[layer]:
        table.deal_to(layer, owed, "bluff_caught")
    else:
        table.loose.add("cards_drawn")
    table.turn = Turn(seat)


def call_uno(table: Table, seat: int) -> None:
    """R15: says UNO, at one card or, before playing, at two."""
    table.calls[seat] = "one" if len(table.hands[seat]) == 1 else "two"
    table.emit("uno_said", seat=seat)


def catch(table: Table, seat: int, target: int) -> None:
    """R16: the target forgot to say UNO and draws."""
    table.window = None
    table.emit("uno_caught", seat=seat, target=target)
    table.deal_to(target, table.options["uno_penalty"], "uno_penalty")
