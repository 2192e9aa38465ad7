"""Whole games over HTTP: every answer is right by its schema, and nobody sees what is not theirs."""

import random
from typing import Any

import pytest

from service.api.schemas.events import EventPage, Outcome
from service.api.schemas.score import ScoreSheet
from service.api.schemas.views import View
from service.engine import VARIANTS
from tests.api.conftest import Seat
from tests.api.table import Json, Table, as_json

OUTCOME, VIEW, SHEET, PAGE = Outcome(), View(), ScoreSheet(), EventPage()
ARGUMENTS: dict[str, Any] = {"color": ["red", "yellow", "green", "blue"], "keep": [True, False]}


def choose(rng: random.Random, entry: Json) -> tuple[str, Json]:
    """The action and the body that a legal action stands for."""
    fields = {name: value for name, value in entry.items() if name not in ("action", "needs", "seats")}
    for need in entry.get("needs", []):
        fields[need] = rng.choice(entry["seats"] if need == "seat" else ARGUMENTS[need])
    return entry["action"].replace("_", "-"), fields


def hands(table: Table, seats: range) -> dict[int, set[str]]:
    """The ids of each seat's cards."""
    return {seat: {card["id"] for card in table.view(seat)["you"]["hand"]} for seat in seats}


def leaks(data: bytes, seat: int | None, held: dict[int, set[str]]) -> set[str]:
    """The cards in other hands that `data` names."""
    hidden = set().union(*(cards for other, cards in held.items() if other != seat))
    return {card for card in hidden if f'"{card}"'.encode() in data}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_to_the_end(new_table: Seat, variant: str) -> None:
    rng = random.Random(variant)
    seats = range(VARIANTS[variant].min_players)
    options = {"goal": {"kind": "one_round"}}
    table = new_table([f"P{seat}" for seat in seats], variant=variant, options=options)
    view = table.view()
    for _ in range(2000):
        if view["status"] == "finished":
            break
        seat = view["turn"]["seat"] if view["turn"] else rng.choice(seats)
        legal = table.view(seat)["you"]["legal_actions"]
        plays = [entry for entry in legal if entry["action"] == "play"]
        action, fields = choose(rng, rng.choice(plays if plays and rng.random() < 0.8 else legal))
        response = table.post(seat, action, fields)
        assert response.status_code == 200, (action, fields, response.json)
        outcome = as_json(response)
        assert OUTCOME.dump(outcome) == outcome
        view = outcome["game"]
        if view["status"] in ("playing", "drafting"):
            held = hands(table, seats)
            first = outcome["events"][0]["id"]
            assert not leaks(table.get(None).data, None, held)
            assert not leaks(table.get(None, f"/events?after={first - 1}").data, None, held)
            if "hand_revealed" not in [event["type"] for event in outcome["events"]]:
                assert not leaks(response.data, seat, held)
    assert view["status"] == "finished"
    for schema, rest in ((VIEW, ""), (SHEET, "/score"), (PAGE, "/events?limit=500")):
        body = as_json(table.get(0, rest))
        assert schema.dump(body) == body
    events = table.events()
    assert [event["id"] for event in events] == list(range(1, len(events) + 1))
    sheet = as_json(table.get(None, "/score"))
    assert len(sheet["rounds"]) == 1
    assert sheet["winners"] == view["winners"]
