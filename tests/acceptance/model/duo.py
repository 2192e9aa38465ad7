"""What only UNO Duo has: the draft and the dump (D2, D3, D7, D8)."""

from tests.acceptance.model.cards import color_of, rank_of
from tests.acceptance.model.table import Table, Turn
from tests.acceptance.model.turns import end_turn, judge_uno, move_again


def draft(table: Table, seat: int, keep: bool) -> bool:
    """D2: one decision about the top card; True when it was the last one."""
    looked_at, following = table.draw_pile[:2]
    del table.draw_pile[:2]
    kept, lost = (looked_at, following) if keep else (following, looked_at)
    table.hands[seat].append(kept)
    table.draft_discards.append(lost)
    table.emit("card_drafted", {seat: {"card": kept}}, seat=seat)
    table.emit("draft_card_discarded", card=lost)
    if len(table.draft_discards) < 14:
        table.turn = Turn(1 - seat, "draft")
        return False
    table.draw_pile += table.draft_discards
    table.draft_discards = []
    return True


def lay_dump(table: Table, seat: int, cards: list[str]) -> None:
    """D7, D8: lays the cards in their order, without any effect yet."""
    for card in cards:
        table.hands[seat].remove(card)
        table.discards.append(card)
    table.color = color_of(cards[-1])
    table.emit("cards_dumped", seat=seat, cards=cards)


def dump_ends(table: Table, seat: int, last: str) -> None:
    """D8: the last card of a dump acts, and the opponent carries it out."""
    judge_uno(table, seat)
    rank = rank_of(last)
    if rank == "S":
        table.loose.add("player_skipped")
        move_again(table, seat)
    elif rank == "D":
        table.owed_for = "D"
        table.turn = Turn(1 - seat, "play", 2, by=seat)
    elif rank == "R":
        must_dump(table, 1 - seat, "reverse")
    else:
        end_turn(table, seat)


def must_dump(table: Table, seat: int, reason: str) -> None:
    """D8: the seat must lay all it has of the colour; holding none it takes a normal turn."""
    holds = any(color_of(card) == table.color for card in table.hands[seat])
    table.turn = Turn(seat, "dump", reason=reason) if holds else Turn(seat)
