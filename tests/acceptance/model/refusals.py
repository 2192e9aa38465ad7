"""The code with which an action is refused, by the contract's order of checks."""

from typing import Any

from tests.acceptance.model.cards import color_of, is_wild, rank_of
from tests.acceptance.model.matching import playable
from tests.acceptance.model.table import Table

#: HTTP status of each code that is not a 409
STATUS = {
    "token_required": 401,
    "spectators_closed": 403,
    "seat_not_found": 404,
    "version_mismatch": 412,
    "validation_failed": 422,
}
PHASES = {
    "draft": ("draft",),
    "play": ("play", "drawn", "dump"),
    "draw": ("play", "challenge"),
    "pass": ("drawn",),
    "challenge": ("challenge",),
    "choose": ("color", "seat"),
}
Codes = set[str]


def codes(table: Table, seat: int, action: str, body: dict[str, Any]) -> Codes:
    """The codes that fit an action that is not permitted; more than one where the contract is silent."""
    checks = (_target_exists, _game_goes_on, _called_or_caught, _own_turn, _right_phase, _right_parts)
    found = (check(table, seat, action, body) for check in checks)
    return next(fitting for fitting in found if fitting)


def _target_exists(table: Table, _seat: int, _action: str, body: dict[str, Any]) -> Codes:
    target = body.get("seat")
    return {"seat_not_found"} if target is not None and target >= len(table.names) else set()


def _game_goes_on(table: Table, _seat: int, action: str, _body: dict[str, Any]) -> Codes:
    if table.status == "finished":
        return {"game_over"}
    if action == "next_round":
        return {"round_not_over"}
    return {"round_over"} if table.status == "round_over" else set()


def _called_or_caught(table: Table, seat: int, action: str, body: dict[str, Any]) -> Codes:
    if action not in ("uno", "catch"):
        return set()
    drafting = {"wrong_phase"} if table.status == "drafting" else set()
    if action == "uno":
        return {"uno_not_due"} | drafting
    target = body["seat"]
    nobody_else = {"target_not_allowed"} if target == seat or not table.active[target] else set()
    return {"nothing_to_catch"} | nobody_else | drafting


def _own_turn(table: Table, seat: int, _action: str, _body: dict[str, Any]) -> Codes:
    return {"not_your_turn"} if table.mover.seat != seat else set()


def _right_phase(table: Table, _seat: int, action: str, _body: dict[str, Any]) -> Codes:
    phase = table.mover.phase
    stacked_answer = phase == "challenge" and table.options.get("stacking") == "same"
    if phase in PHASES[action] or (action == "play" and stacked_answer):
        return set()
    return {"nothing_to_challenge", "wrong_phase"} if action == "challenge" else {"wrong_phase"}


def _right_parts(table: Table, seat: int, action: str, body: dict[str, Any]) -> Codes:
    if action == "pass":
        return {"must_play_drawn_card"}
    if action == "choose":
        return _choice(table, body)
    assert action == "play", f"{action} {body} is permitted"
    if body["card"] not in table.hands[seat]:
        return {"card_not_in_hand"}
    return _card(table, seat, body["card"]) or _color_and_dump(table, seat, body)


def _choice(table: Table, body: dict[str, Any]) -> Codes:
    if table.mover.phase == "seat" and "seat" in body:
        return {"target_not_allowed"}
    wrong_kind = {"wrong_phase", "validation_failed", "target_not_allowed"}
    return wrong_kind | {"color_required" if table.mover.phase == "color" else "color_not_allowed"}


def _card(table: Table, seat: int, card: str) -> Codes:
    phase = table.mover.phase
    if phase == "dump":
        return {"card_not_playable", "dump_not_whole_color"} if color_of(card) != table.color else set()
    if phase == "drawn" and card != table.drawn_card:
        return {"card_not_playable", "must_play_drawn_card"}
    return set() if playable(table, seat, card) else {"card_not_playable"}


def _color_and_dump(table: Table, seat: int, body: dict[str, Any]) -> Codes:
    card, color, then = body["card"], body.get("color"), body.get("then") or []
    if table.mover.phase == "dump" or (then and table.variant == "duo" and rank_of(card) == "R"):
        return _then(table, seat, then, color)
    found = {"color_required"} if is_wild(card) and rank_of(card) != "WI" else {"color_not_allowed"}
    if then:
        found |= {"validation_failed", "card_not_playable"} | _then(table, seat, then, color)
    return found


def _then(table: Table, seat: int, then: list[str], color: str | None) -> Codes:
    """A dump that is not all of the colour, each card once; a strange card in it is also one not in hand."""
    found = {"dump_not_whole_color"}
    if color is not None:
        found.add("color_not_allowed")
    if len(set(then)) < len(then):
        found.add("validation_failed")
    if any(card not in table.hands[seat] for card in then):
        found.add("card_not_in_hand")
    return found
