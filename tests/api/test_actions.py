"""Playing: every action once, every refusal, and that a refusal leaves nothing behind."""

from typing import Any

import pytest

from tests.api.conftest import Seat
from tests.api.table import Json, Table, as_json, code

RED = [["R1.1", "R2.1", "W.1"], ["G1.1", "G2.1", "R3.1"]]


@pytest.fixture
def table(stacked: Seat) -> Table:
    return stacked(RED, "R9.1", "B5.1", "B6.1", "B7.1", "B8.1")


def refused(table: Table, seat: int, action: str, json: Json | None = None) -> tuple[int, str]:
    """The refusal of an action, which must leave the game as it was."""
    before = table.get(None).data
    answer = code(table.post(seat, action, json))
    assert table.get(None).data == before
    return answer


def types(events: list[Json]) -> list[str]:
    return [event["type"] for event in events]


def test_an_action_answers_with_the_view_and_its_events(table: Table) -> None:
    response = table.post(0, "play", {"card": "R1.1"})
    assert response.status_code == 200
    assert response.headers["ETag"] == '"2.0"'
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert response.headers["Vary"] == "Authorization, Accept"
    body = as_json(response)
    assert body["game"] == table.view(0)
    assert types(body["events"]) == ["card_played"]
    assert body["events"][0]["version"] == body["game"]["version"] == 2
    assert body["events"][0]["id"] == body["game"]["last_event"]
    assert body["game"]["you"]["hand"][0]["id"] == "R2.1"


def test_a_wild_takes_a_color(table: Table) -> None:
    assert refused(table, 0, "play", {"card": "W.1"}) == (409, "color_required")
    assert refused(table, 0, "play", {"card": "R1.1", "color": "red"}) == (409, "color_not_allowed")
    body = as_json(table.post(0, "play", {"card": "W.1", "color": "green", "uno": None, "then": None}))
    assert body["game"]["discard_pile"]["color"] == "green"
    assert body["events"][0]["color"] == "green"


NO_COLORS: tuple[object, ...] = (
    "wild",
    "black",
    "",
    "RED",
    "red ",
    "purple",
    7,
    True,
    ["red"],
    {"color": "red"},
)


@pytest.mark.parametrize("color", NO_COLORS, ids=repr)
def test_an_impossible_color_is_refused_wherever_one_is_named(stacked: Seat, color: object) -> None:
    table = stacked(RED, "W.2", starter_wild="choose")
    assert refused(table, 0, "choose", {"color": color}) == (422, "validation_failed")
    table.post(0, "choose", {"color": "green"})
    for card in ("W.1", "R1.1"):
        assert refused(table, 0, "play", {"card": card, "color": color}) == (422, "validation_failed")
    view = table.view(0)
    assert [card["id"] for card in view["you"]["hand"]] == ["R1.1", "R2.1", "W.1"]
    assert view["discard_pile"]["color"] == "green"


def test_no_color_is_none(stacked: Seat) -> None:
    table = stacked(RED, "W.2", starter_wild="choose")
    assert refused(table, 0, "choose", {"color": None}) == (422, "validation_failed")
    table.post(0, "choose", {"color": "green"})
    assert refused(table, 0, "play", {"card": "W.1", "color": None}) == (409, "color_required")


def test_a_drawn_card_is_played_or_kept(stacked: Seat) -> None:
    table = stacked(RED, "R9.1", "R5.1", "R6.1", "B7.1")
    view = as_json(table.post(0, "draw", {}))["game"]
    assert (view["turn"]["phase"], view["you"]["drawn_card"]) == ("drawn", "R5.1")
    assert refused(table, 0, "play", {"card": "R1.1"}) == (409, "card_not_playable")
    assert refused(table, 0, "draw") == (409, "wrong_phase")
    assert table.post(0, "pass").status_code == 200
    assert table.post(1, "draw").status_code == 200
    assert table.post(1, "play", {"card": "R6.1"}).status_code == 200
    assert refused(table, 0, "pass") == (409, "wrong_phase")


def test_force_play_refuses_the_pass(stacked: Seat) -> None:
    table = stacked(RED, "R9.1", "R5.1", force_play=True)
    table.post(0, "draw")
    assert refused(table, 0, "pass") == (409, "must_play_drawn_card")


def test_a_challenge_shows_the_hand_to_the_challenger_alone(stacked: Seat) -> None:
    table = stacked([["W4.1", "R2.1", "B1.1"], ["G1.1", "G2.1", "R3.1"], ["Y1.1", "Y2.1", "Y3.1"]], "R9.1")
    assert refused(table, 1, "challenge") == (409, "not_your_turn")
    assert refused(table, 0, "challenge") == (409, "nothing_to_challenge")
    assert table.post(0, "play", {"card": "W4.1", "color": "blue"}).status_code == 200
    assert refused(table, 1, "play", {"card": "R3.1"}) == (409, "wrong_phase")
    events = as_json(table.post(1, "challenge"))["events"]
    assert types(events) == [
        "hand_revealed",
        "challenge_resolved",
        "cards_drawn",
    ] or "hand_revealed" in types(events)
    assert [resolved["succeeded"] for resolved in events if resolved["type"] == "challenge_resolved"] == [
        True
    ]
    for seat, sees in ((1, True), (2, False), (None, False), (0, False)):
        revealed = next(event for event in table.events(seat) if event["type"] == "hand_revealed")
        assert ("cards" in revealed) is sees


def test_a_wild_draw_four_is_accepted_by_drawing(stacked: Seat) -> None:
    table = stacked([["W4.1", "R2.1", "B1.1"], ["G1.1", "G2.1", "R3.1"]], "R9.1")
    table.post(0, "play", {"card": "W4.1", "color": "blue"})
    view = table.view(1)
    assert (view["turn"]["penalty"], view["turn"]["by"]) == (4, 0)
    assert as_json(table.post(1, "draw"))["game"]["players"][1]["cards"] == 7


def test_a_starter_wild_is_named_by_the_first_player(stacked: Seat) -> None:
    table = stacked(RED, "W.2", starter_wild="choose")
    view = table.view(0)
    assert (view["turn"]["phase"], view["turn"]["reason"]) == ("color", "starter")
    assert view["discard_pile"]["color"] is None
    assert refused(table, 1, "choose", {"color": "red"}) == (409, "not_your_turn")
    assert refused(table, 0, "choose", {"seat": 1})[0] == 409
    events = as_json(table.post(0, "choose", {"color": "green"}))["events"]
    assert [(event["type"], event["color"]) for event in events] == [("color_chosen", "green")]
    assert refused(table, 0, "choose", {"color": "green"}) == (409, "wrong_phase")


def test_uno_is_said_and_its_lapse_caught(stacked: Seat) -> None:
    table = stacked([["R1.1", "R2.1"], ["G1.1", "R3.1"]], "R9.1", "B5.1", "B6.1")
    assert refused(table, 1, "uno") == (409, "uno_not_due")
    assert refused(table, 1, "catch", {"seat": 0}) == (409, "nothing_to_catch")
    assert refused(table, 1, "catch", {"seat": 2}) == (404, "seat_not_found")
    table.post(0, "play", {"card": "R1.1"})
    assert {"action": "uno"} in table.view(0)["you"]["legal_actions"]
    assert {"action": "catch", "seat": 0} in table.view(1)["you"]["legal_actions"]
    events = as_json(table.post(1, "catch", {"seat": 0}))["events"]
    assert [(event["type"], event["seat"]) for event in events] == [("uno_caught", 1), ("cards_drawn", 0)]
    assert events[0]["target"] == 0
    assert table.post(1, "uno").status_code == 200
    assert table.view()["players"][1]["said_uno"] is True


def test_a_round_ends_and_the_next_is_dealt(stacked: Seat) -> None:
    table = stacked([["R1.1"], ["G5.1"]], "R9.1", goal={"kind": "points", "value": 10})
    assert refused(table, 1, "next-round") == (409, "round_not_over")
    body = as_json(table.post(0, "play", {"card": "R1.1"}))
    assert body["game"]["status"] == "round_over"
    assert body["game"]["turn"] is None
    assert body["game"]["you"]["legal_actions"] == [{"action": "next_round"}]
    ended = body["events"][-1]
    assert ended["type"] == "round_ended"
    assert refused(table, 1, "draw") == (409, "round_over")
    assert refused(table, 1, "uno") == (409, "round_over")
    sheet = as_json(table.get(None, "/score"))
    assert sheet["status"] == "round_over"
    assert sheet["totals"] == [
        {"seat": 0, "name": "Ana", "points": 5},
        {"seat": 1, "name": "Bo", "points": 0},
    ]
    [result] = sheet["rounds"]
    assert result == {name: ended[name] for name in result}
    assert result["points"] == [5, 0]
    assert result["hands"][0]["cards"][0]["id"] == "G5.1"
    events = as_json(table.post(1, "next-round"))["events"]
    assert types(events)[0] == "round_started"
    assert table.view()["round"] == 2


def test_a_game_ends_and_shows_its_seed(stacked: Seat) -> None:
    table = stacked([["R1.1"], ["G5.1"]], "R9.1", goal={"kind": "one_round"})
    assert table.view()["fairness"]["seed"] is None
    body = as_json(table.post(0, "play", {"card": "R1.1"}))
    assert (body["game"]["status"], body["game"]["winners"]) == ("finished", [0])
    assert body["game"]["fairness"]["seed"] is not None
    assert types(body["events"])[-2:] == ["round_ended", "game_ended"]
    for action, json in (("draw", {}), ("next-round", {}), ("uno", {}), ("catch", {"seat": 1})):
        assert refused(table, 1, action, json) == (409, "game_over")
    assert as_json(table.get(None, "/score"))["winners"] == [0]


@pytest.mark.parametrize(
    ("seat", "action", "json", "answer"),
    [
        (1, "play", {"card": "R3.1"}, (409, "not_your_turn")),
        (1, "draw", None, (409, "not_your_turn")),
        (1, "pass", None, (409, "not_your_turn")),
        (0, "pass", None, (409, "wrong_phase")),
        (0, "draft", {"keep": True}, (409, "wrong_phase")),
        (0, "choose", {"color": "red"}, (409, "wrong_phase")),
        (0, "choose", {"seat": 1}, (409, "wrong_phase")),
        (0, "play", {"card": "R3.1"}, (409, "card_not_in_hand")),
        (0, "play", {"card": "R9.1"}, (409, "card_not_in_hand")),
        (0, "play", {"card": "WI.1"}, (409, "card_not_in_hand")),
        (0, "play", {"card": "R0.2"}, (409, "card_not_in_hand")),
        (0, "play", {"card": "G9.99"}, (409, "card_not_in_hand")),
        (0, "uno", None, (409, "uno_not_due")),
        (0, "catch", {"seat": 0}, (409, "nothing_to_catch")),
        (0, "catch", {"seat": 9}, (404, "seat_not_found")),
    ],
)
def test_illegal_moves_change_nothing(
    table: Table, seat: int, action: str, json: Json | None, answer: tuple[int, str]
) -> None:
    assert refused(table, seat, action, json) == answer


def test_a_card_that_does_not_fit_is_refused(stacked: Seat) -> None:
    table = stacked([["G1.1", "Y2.1"], ["G2.1", "R3.1"]], "R9.1")
    assert refused(table, 0, "play", {"card": "G1.1"}) == (409, "card_not_playable")


def test_then_belongs_to_dumps(table: Table) -> None:
    assert refused(table, 0, "play", {"card": "R1.1", "then": ["R2.1"]})[0] == 409
    assert table.post(0, "play", {"card": "R1.1", "then": []}).status_code == 200


CARD: Any = {"card": "R1.1"}


@pytest.mark.parametrize(
    ("action", "json", "pointer"),
    [
        ("play", {}, "/card"),
        ("play", {"card": None}, "/card"),
        ("play", {"card": 5}, "/card"),
        ("play", {"card": ["R1.1"]}, "/card"),
        ("play", {"card": "R1"}, "/card"),
        ("play", {"card": "R1.0"}, "/card"),
        ("play", {"card": "R1.1\n"}, "/card"),
        ("play", {"card": "r1.1"}, "/card"),
        ("play", {"card": "WD.1"}, "/card"),
        ("play", {"card": {"id": "R1.1", "color": "blue"}}, "/card"),
        ("play", CARD | {"color": "wild"}, "/color"),
        ("play", CARD | {"color": ""}, "/color"),
        ("play", CARD | {"color": "RED "}, "/color"),
        ("play", CARD | {"color": 7}, "/color"),
        ("play", CARD | {"color": ["red"]}, "/color"),
        ("play", CARD | {"uno": "yes"}, "/uno"),
        ("play", CARD | {"uno": 1}, "/uno"),
        ("play", CARD | {"then": "R2.1"}, "/then"),
        ("play", CARD | {"then": [5]}, "/then/0"),
        ("play", CARD | {"then": ["nonsense"]}, "/then/0"),
        ("play", CARD | {"points": 0}, "/points"),
        ("draw", {"count": 2}, "/count"),
        ("pass", {"card": "R1.1"}, "/card"),
        ("challenge", {"x": 1}, "/x"),
        ("uno", {"seat": 0}, "/seat"),
        ("next-round", {"x": 1}, "/x"),
        ("start", {"x": 1}, "/x"),
        ("catch", {}, "/seat"),
        ("catch", {"seat": "1"}, "/seat"),
        ("catch", {"seat": 1.0}, "/seat"),
        ("catch", {"seat": True}, "/seat"),
        ("catch", {"seat": -1}, "/seat"),
        ("draft", {}, "/keep"),
        ("draft", {"keep": 1}, "/keep"),
        ("choose", {}, ""),
        ("choose", {"color": "red", "seat": 1}, ""),
        ("choose", {"color": "purple"}, "/color"),
        ("choose", {"seat": None}, ""),
        ("players", {}, "/name"),
        ("players", {"name": "Cy", "client_seed": 1}, "/client_seed"),
        ("players", {"name": "C\u200by"}, "/name"),
        ("players", {"name": "Cy", "seat": 2}, "/seat"),
    ],
)
def test_wrong_fields_are_pointed_at_and_change_nothing(
    table: Table, action: str, json: Json, pointer: str
) -> None:
    before = table.get(None).data
    response = table.post(0, action, json)
    assert code(response) == (422, "validation_failed")
    assert pointer in [fault["pointer"] for fault in as_json(response)["errors"]]
    assert table.get(None).data == before
    assert len(table.events()) == table.view()["last_event"]
