"""What laying a card does: the common effects, jumps in, sevens and zeros (R6-R18, C4, options)."""

from tests.acceptance.model.cards import color_of, is_wild, rank_of
from tests.acceptance.model.duo import dump_ends, lay_dump
from tests.acceptance.model.ending import round_won
from tests.acceptance.model.items import flip
from tests.acceptance.model.matching import would_be_guilty
from tests.acceptance.model.table import Table, Turn
from tests.acceptance.model.turns import OWED_REASONS, drop_early_call, end_turn, judge_uno, move_again


def play(table: Table, seat: int, card: str, color: str | None, uno: bool, then: list[str]) -> None:
    """Carries out a permitted play, a jump-in and a dump included."""
    if table.mover.seat != seat:
        drop_early_call(table, table.mover.seat)
        table.turn = Turn(seat)
    owed = table.mover.penalty
    forced_dump = table.mover.phase == "dump"
    table.window = table.drawn_card = None
    table.empty_turns = 0
    called_before = seat in table.calls
    if uno and not called_before:
        table.calls[seat] = "play"
    if rank_of(card) == "W4":
        rest = [other for other in table.hands[seat] if other != card]
        table.judged_hand, table.judged_guilty = rest, would_be_guilty(table, rest)
    laid = [card, *then]
    if forced_dump:
        lay_dump(table, seat, laid)
    else:
        _lay(table, seat, card, color)
        if then:
            lay_dump(table, seat, then)
    last = laid[-1]
    if not table.hands[seat]:
        _last_card(table, seat, last, owed)
    elif then or forced_dump:
        dump_ends(table, seat, last)
    else:
        _effect(table, seat, card, owed)
    _tell_call(table, seat, uno, called_before)


def _lay(table: Table, seat: int, card: str, color: str | None) -> None:
    table.hands[seat].remove(card)
    table.discards.append(card)
    table.color = color if is_wild(card) else color_of(card)
    table.owed_for = None
    table.emit("card_played", seat=seat, card=card, color=table.color)


def _tell_call(table: Table, seat: int, uno: bool, called_before: bool) -> None:
    """R15: a call sent with a play is told if it was due; while a choice is pending that is open."""
    if not uno:
        return
    if called_before or table.calls.get(seat) == "play":
        table.loose.add("uno_said")
    elif table.calls.get(seat) == "one":
        table.emit("uno_said", seat=seat)


def _last_card(table: Table, seat: int, card: str, owed: int) -> None:
    """R9: the next player first draws what the last card demands, a whole volley or stack with it."""
    rank = rank_of(card)
    if rank in OWED_REASONS:
        more = 2 if rank == "D" else 4
        table.deal_to(table.next_seat(seat), owed + more, OWED_REASONS[rank])
    round_won(table, seat)


def _effect(table: Table, seat: int, card: str, owed: int) -> None:
    rank = rank_of(card)
    if rank == "WI":
        flip(table, seat)
        return
    if rank == "7" and table.options.get("seven_zero"):
        _seven(table, seat)
        return
    if rank == "0" and table.options.get("seven_zero"):
        rotate(table, seat)
    judge_uno(table, seat)
    if rank in OWED_REASONS:
        _demand(table, seat, rank, owed)
    elif rank == "S":
        skipped = table.next_seat(seat)
        table.emit("player_skipped", seat=skipped)
        end_turn(table, seat, skipping=skipped)
    elif rank == "R" and table.variant != "duo":
        table.direction = -table.direction
        table.emit("direction_changed", direction=table.direction)
        if len(table.active_seats()) == 2:
            move_again(table, seat)
        else:
            end_turn(table, seat)
    else:
        end_turn(table, seat)


def _demand(table: Table, seat: int, rank: str, owed: int) -> None:
    """A Draw Two or Wild Draw Four: the sum waits for the next player, or is drawn at once (R10, R11, R14)."""
    victim = table.next_seat(seat)
    stacking = table.options.get("stacking", "none")
    if rank == "D":
        total, phase = owed + 2, "play"
        waits = table.variant == "duo" or stacking != "none"
    else:
        total, phase = owed + 4, "challenge" if table.options["bluffing"] else "play"
        waits = phase == "challenge" or stacking == "same"
    if waits:
        end_turn(table, seat)
        table.owed_for = rank
        table.turn = Turn(victim, phase, total, by=seat)
    else:
        table.deal_to(victim, total, OWED_REASONS[rank])
        end_turn(table, seat, skipping=victim)


def _seven(table: Table, seat: int) -> None:
    others = table.others(seat)
    if len(others) == 1:
        table.loose.add("seat_chosen")
        swap(table, seat, others[0])
    else:
        table.turn = Turn(seat, "seat", reason="seven")


def swap(table: Table, seat: int, target: int) -> None:
    """Option `seven_zero`: the player of a 7 swaps hands; the target's call lapses, the player's is judged."""
    hands = table.hands
    hands[seat], hands[target] = hands[target], hands[seat]
    table.calls.pop(target, None)
    private = {owner: {"cards": list(hands[owner])} for owner in (seat, target)}
    table.emit("hands_swapped", private, seat=seat, target=target)
    judge_uno(table, seat)
    end_turn(table, seat)


def rotate(table: Table, seat: int) -> None:
    """Option `seven_zero`: all hands move one seat on; every call but the player's lapses."""
    moved = {table.next_seat(owner): table.hands[owner] for owner in table.active_seats()}
    for owner, hand in moved.items():
        table.hands[owner] = hand
    for owner in table.others(seat):
        table.calls.pop(owner, None)
    table.emit("hands_rotated", {owner: {"cards": list(hand)} for owner, hand in moved.items()})
