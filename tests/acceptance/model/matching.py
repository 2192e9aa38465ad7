"""Which card may be laid now, and what makes a Wild Draw Four a bluff (R6, R11-R14, C5, D5, D14, M8)."""

from tests.acceptance.model.cards import color_of, is_wild, rank_of
from tests.acceptance.model.table import Table


def matches(table: Table, card: str) -> bool:
    """R6 for a coloured card: the current colour, or the up card's number or symbol."""
    if color_of(card) == table.color:
        return True
    return not is_wild(table.up_card) and rank_of(card) == rank_of(table.up_card)


def would_be_guilty(table: Table, rest: list[str]) -> bool:
    """Whether a Wild Draw Four laid now from a hand that keeps `rest` is a bluff."""
    bluff_wilds = {"duo": ["W"], "mario_kart": ["WI"], "classic": []}[table.variant]
    any_match = table.variant == "duo" or table.options.get("wild_draw_four_needs") == "no_match"
    for card in rest:
        if is_wild(card):
            guilty = rank_of(card) in bluff_wilds
        else:
            guilty = color_of(card) == table.color or (any_match and matches(table, card))
        if guilty:
            return True
    return False


def without(hand: list[str], card: str) -> list[str]:
    """A hand less one card."""
    return [other for other in hand if other != card]


def answers(table: Table, card: str) -> bool:
    """Whether a card may be laid on a pending sum (D5, option `stacking`)."""
    stacking = table.options.get("stacking", "none")
    if table.owed_for == "D":
        return rank_of(card) == "D" and (table.variant == "duo" or stacking != "none")
    return rank_of(card) == "W4" and stacking == "same"


def playable(table: Table, seat: int, card: str) -> bool:
    """Whether the seat to move may lay this card of its hand, as far as the up card and a pending sum go."""
    if table.owed_for is not None:
        return answers(table, card)
    if rank_of(card) == "W4":
        return bool(table.options["bluffing"]) or not would_be_guilty(table, without(table.hands[seat], card))
    return is_wild(card) or matches(table, card)


def must_play(table: Table, seat: int) -> bool:
    """Option `force_play`: whether the drawn card may not be kept."""
    card = table.drawn_card
    if not table.options["force_play"] or card is None:
        return False
    return rank_of(card) != "W4" or not would_be_guilty(table, without(table.hands[seat], card))


def jumps_in(table: Table, seat: int, card: str) -> bool:
    """Option `jump_in`: whether this seat, not the one to move, may lay this card now."""
    turn = table.mover
    return (
        bool(table.options.get("jump_in"))
        and table.status == "playing"
        and seat != turn.seat
        and turn.phase == "play"
        and table.owed_for is None
        and not is_wild(card)
        and (color_of(card), rank_of(card)) == (color_of(table.up_card), rank_of(table.up_card))
    )
