"""The `legal_actions` of every seat."""

from typing import Any

from tests.acceptance.model.cards import color_of, in_order, is_wild, rank_of
from tests.acceptance.model.matching import jumps_in, must_play, playable
from tests.acceptance.model.table import Table

Entry = dict[str, Any]


def legal_actions(table: Table, seat: int) -> list[Entry]:
    """Everything a seat may do now (api.md, Legal actions)."""
    if not table.active[seat] or table.status == "finished":
        return []
    if table.status == "round_over":
        return [{"action": "next_round"}]
    entries = _turn_actions(table, seat) if table.mover.seat == seat else _jump_ins(table, seat)
    if may_call(table, seat):
        entries.append({"action": "uno"})
    target = catchable(table)
    if target is not None and target != seat:
        entries.append({"action": "catch", "seat": target})
    return entries


def may_call(table: Table, seat: int) -> bool:
    """R15 and api.md: whether `POST uno` has an effect."""
    if table.status != "playing" or seat in table.calls:
        return False
    held = len(table.hands[seat])
    own_turn = table.mover.seat == seat and table.mover.phase in ("play", "drawn")
    return (held == 1 and table.window == seat) or (held == 2 and own_turn)


def catchable(table: Table) -> int | None:
    """R16: the seat that could be caught now."""
    target = table.window
    if target is None or target in table.calls or table.options["uno_penalty"] == 0:
        return None
    return target


def _jump_ins(table: Table, seat: int) -> list[Entry]:
    return [{"action": "play", "card": card} for card in table.hands[seat] if jumps_in(table, seat, card)]


def _turn_actions(table: Table, seat: int) -> list[Entry]:
    phase = table.mover.phase
    if phase in ("play", "challenge"):
        cards = [card for card in table.hands[seat] if playable(table, seat, card)]
        plays = [entry for card in cards for entry in _plays(table, seat, card)]
        extra = [{"action": "challenge"}] if phase == "challenge" else []
        return [*plays, {"action": "draw"}, *extra]
    if phase == "drawn":
        assert table.drawn_card is not None
        keep = [] if must_play(table, seat) else [{"action": "pass"}]
        return [*_plays(table, seat, table.drawn_card), *keep]
    if phase == "dump":
        first, *rest = dump_of(table, seat)
        return [{"action": "play", "card": first, "then": rest}]
    if phase == "seat":
        return [{"action": "choose", "needs": ["seat"], "seats": table.others(seat)}]
    return [
        {"draft": {"action": "draft", "needs": ["keep"]}, "color": {"action": "choose", "needs": ["color"]}}[
            phase
        ]
    ]


def dump_of(table: Table, seat: int) -> list[str]:
    """D8: the cards of the current colour, in canonical order."""
    return in_order(table.variant, [card for card in table.hands[seat] if color_of(card) == table.color])


def same_color(table: Table, seat: int, card: str) -> list[str]:
    """D7: all other cards of the card's colour in the hand, in canonical order."""
    mine = [other for other in table.hands[seat] if other != card and color_of(other) == color_of(card)]
    return in_order(table.variant, mine)


def _plays(table: Table, seat: int, card: str) -> list[Entry]:
    entry: Entry = {"action": "play", "card": card}
    if needs_color(table, seat, card):
        return [{**entry, "needs": ["color"]}]
    if table.variant == "duo" and rank_of(card) == "R":
        then = same_color(table, seat, card)
        return [entry, {**entry, "then": then}] if then else [entry]
    return [entry]


def needs_color(table: Table, seat: int, card: str) -> bool:
    """R9, M3: a wild needs a colour unless it is the last card or an Item Box."""
    return is_wild(card) and rank_of(card) != "WI" and len(table.hands[seat]) > 1
