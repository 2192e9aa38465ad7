"""Holds what the service answered against what the model expects."""

import json
from typing import Any

from tests.acceptance.model.cards import face
from tests.acceptance.model.expect import differences
from tests.acceptance.model.table import Table
from tests.acceptance.model.views import score_sheet, view

Body = dict[str, Any]

#: the public fields that count, by event type; the types that are missing here are free
FIELDS: dict[str, tuple[str, ...]] = {
    "round_started": ("round", "dealer"),
    "cards_dealt": ("seat", "count"),
    "card_drafted": ("seat",),
    "draft_card_discarded": ("card",),
    "starter_returned": ("card",),
    "card_turned_up": ("card",),
    "color_chosen": ("seat", "color"),
    "seat_chosen": ("seat", "target"),
    "card_played": ("seat", "card", "color"),
    "cards_dumped": ("seat", "cards"),
    "item_flipped": ("card", "item"),
    "cards_drawn": ("seat", "count", "reason"),
    "direction_changed": ("direction",),
    "hands_swapped": ("seat", "target"),
    "hands_rotated": (),
    "challenge_resolved": ("challenger", "challenged", "succeeded"),
    "hand_revealed": ("seat",),
    "uno_said": ("seat",),
    "uno_caught": ("target",),
    "draw_pile_recycled": ("count",),
    "player_left": ("seat", "kicked"),
    "round_ended": ("winner", "points", "blocked", "hands"),
    "game_ended": ("winners", "totals"),
    "game_started": (),
}
PRIVATE = ("cards", "card")


def compare_view(table: Table, viewer: int | None, actual: Body) -> list[str]:
    """Field by field; legal actions as a set."""
    expected = view(table, viewer)
    found = []
    if viewer is None:
        found += ["you: shown to a spectator"] if "you" in actual else []
    else:
        wanted = listed(expected["you"].pop("legal_actions"))
        got = listed(actual.get("you", {}).get("legal_actions", []))
        found += [f"legal_actions: {entry} is missing" for entry in sorted(wanted - got)]
        found += [f"legal_actions: {entry} is too much" for entry in sorted(got - wanted)]
    found += differences("view", expected, actual)
    if set(expected["options"]) != set(actual["options"]):
        found.append(f"view.options: {sorted(actual['options'])}")
    if (actual["fairness"]["seed"] is None) != (table.status != "finished"):
        found.append(f"view.fairness.seed: {actual['fairness']['seed']!r}")
    return found


def listed(entries: list[Body]) -> set[str]:
    """Legal actions in a form that can be compared: `then` in no order, an empty one left out."""
    return {
        json.dumps({k: sorted(v) if k == "then" else v for k, v in e.items() if v != []})
        for e in _keyed(entries)
    }


def _keyed(entries: list[Body]) -> list[Body]:
    return [dict(sorted(entry.items())) for entry in entries]


def compare_score(table: Table, actual: Body) -> list[str]:
    """The score sheet; hands without cards may be listed or not."""
    for result in actual.get("rounds", []):
        result["hands"] = [hand for hand in result["hands"] if hand["cards"]]
    return differences("score", score_sheet(table), actual)


def compare_events(table: Table, viewer: int | None, actual: list[Body]) -> list[str]:
    """The events of one request: the same of each type, in their order within the type."""
    expected = [event for event in table.events if event["type"] in FIELDS]
    found = [f"events: {e} shows cards" for e in actual if e["type"] not in FIELDS and _cards_of(e)]
    for kind in FIELDS:
        if kind in table.loose or kind in ("card_played", "cards_dumped"):
            continue
        wanted = [_expected(event, viewer) for event in expected if event["type"] == kind]
        got = [_plain(event) for event in actual if event["type"] == kind]
        if kind == "card_turned_up":
            back = [event["card"] for event in expected if event["type"] == "starter_returned"]
            got = [event for event in got if event["card"] not in back]
        if len(wanted) != len(got):
            found.append(f"events: {len(wanted)} {kind} expected, got {got}")
        else:
            found += differences(f"events.{kind}", wanted, got)
    wanted_laid = [card for event in table.events for card in _laid(event)]
    got_laid = [card for event in actual for card in _laid(_plain(event))]
    if wanted_laid != got_laid:
        found.append(f"events: laid {got_laid}, expected {wanted_laid}")
    return found + _faces(table, actual) + _order(actual)


def _laid(event: Body) -> list[str]:
    if event["type"] == "card_played":
        return [f"{event['seat']}:{event['card']}:{event['color']}"]
    if event["type"] == "cards_dumped":
        return [f"{event['seat']}:{card}" for card in event["cards"]]
    return []


def _expected(event: Body, viewer: int | None) -> Body:
    """The public fields, and what this viewer alone sees; cards that it may not see must be absent."""
    shown: Body = dict.fromkeys(PRIVATE) | {field: event[field] for field in FIELDS[event["type"]]}
    if viewer is not None:
        shown |= event["private"].get(viewer, {})
    if event["type"] == "round_ended":
        shown["hands"] = [{**hand, "cards": sorted(hand["cards"])} for hand in shown["hands"]]
    if event["type"] == "game_ended":
        shown["totals"] = [{"seat": seat, "points": points} for seat, points in enumerate(shown["totals"])]
    return _sorted(shown)


def _plain(event: Body) -> Body:
    """An event of the service with its card objects reduced to ids; cards whose order says nothing are sorted."""
    plain: Body = dict.fromkeys(PRIVATE) | event
    if plain["card"] is not None:
        plain["card"] = event["card"]["id"]
    if plain["cards"] is not None:
        plain["cards"] = [card["id"] for card in event["cards"]]
    if plain.get("hands") is not None:
        hands = [{**hand, "cards": sorted(card["id"] for card in hand["cards"])} for hand in event["hands"]]
        plain["hands"] = [hand for hand in hands if hand["cards"]]
    return _sorted(plain)


def _sorted(event: Body) -> Body:
    if event["cards"] is not None and event.get("type") != "cards_dumped":
        event["cards"] = sorted(event["cards"])
    return event


def _cards_of(event: Body) -> list[Body]:
    one = [event["card"]] if event.get("card") else []
    shown = [card for hand in event.get("hands") or [] for card in hand["cards"]]
    return [*one, *(event.get("cards") or []), *shown]


def _faces(table: Table, actual: list[Body]) -> list[str]:
    shown = [card for event in actual for card in _cards_of(event)]
    return [f"events: card {card}" for card in shown if card != face(table.variant, card["id"])]


def _order(actual: list[Body]) -> list[str]:
    """A card lies before it acts; the round ends before the game."""
    kinds = [event["type"] for event in actual]
    first = kinds.index("card_played") if "card_played" in kinds else None
    effects = [
        kinds.index(kind) for kind in ("cards_drawn", "item_flipped", "direction_changed") if kind in kinds
    ]
    found = []
    if first is not None and any(effect < first for effect in effects):
        found.append(f"events: an effect comes before its card: {kinds}")
    if (
        "round_ended" in kinds
        and "game_ended" in kinds
        and kinds.index("round_ended") > kinds.index("game_ended")
    ):
        found.append(f"events: the game ends before its round: {kinds}")
    return found
