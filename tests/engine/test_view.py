"""What answers show: the view, the list of legal actions, the cards."""

from typing import Any

import pytest

from service import engine
from tests.engine.positions import dealt, position


def actions(table_state: engine.State, seat: int) -> list[dict[str, Any]]:
    you = engine.view(table_state, seat)["you"]
    listed: list[dict[str, Any]] = you["legal_actions"]
    return listed


def test_a_spectator_sees_everything_but_hands() -> None:
    table = position("R5", "R7 Y2", "G1 G2 G3", "", direction=-1, gone=[2], under="B1", draw="B2 B3 B4")
    table.state.totals = [0, 30, 5]

    assert engine.view(table.state, None) == {
        "status": "playing",
        "round": 1,
        "dealer": 2,
        "direction": -1,
        "turn": {"seat": 0, "phase": "play", "penalty": 0, "by": None, "reason": None, "deadline": None},
        "discard_pile": {"top": table.deck.objects["R5.1"], "color": "red", "count": 2},
        "draw_pile": {"count": 3},
        "players": [
            {"cards": 2, "said_uno": False, "score": 0, "active": True},
            {"cards": 3, "said_uno": False, "score": 30, "active": True},
            {"cards": 0, "said_uno": False, "score": 5, "active": False},
        ],
        "winners": [],
    }


def test_a_player_sees_their_own_hand_in_canonical_order() -> None:
    table = position("R5", "W G1 R7 Y2 R7", "B1 B2")
    you = engine.view(table.state, 0)["you"]

    assert you["seat"] == 0
    assert [card["id"] for card in you["hand"]] == ["R7.1", "R7.2", "Y2.1", "G1.1", "W.1"]
    assert you["drawn_card"] is None


def test_a_played_hand_stays_in_order() -> None:
    table = position("R5", "R7 Y2 B9", "B1 B2", draw="G1 G5")
    table.draw(0)

    assert table.hand(0) == "R7 Y2 G1 B9"


def test_the_drawn_card_is_named_to_who_drew_it_alone() -> None:
    table = position("R5", "B7 Y2", "G1 G2", draw="R9")
    table.draw(0)

    assert engine.view(table.state, 0)["you"]["drawn_card"] == "R9.1"
    assert engine.view(table.state, 1)["you"]["drawn_card"] is None
    assert engine.view(table.state, None)["turn"]["phase"] == "drawn"


def test_the_card_looked_at_is_named_to_the_drafter_alone() -> None:
    table = dealt("duo", 2, "R1 W4 G5")

    assert engine.view(table.state, 1)["you"]["drawn_card"] == "R1.1"
    assert engine.view(table.state, 0)["you"]["drawn_card"] is None


def test_while_drafting_the_discard_pile_shows_the_draft_discards_without_a_colour() -> None:
    table = dealt("duo", 2, "R1 W4 G5")
    assert engine.view(table.state, None)["discard_pile"] == {"top": None, "color": None, "count": 0}
    table.draft(1, keep=False)

    seen = engine.view(table.state, None)
    assert seen["status"] == "drafting"
    assert seen["discard_pile"] == {"top": table.deck.objects["R1.1"], "color": None, "count": 1}


@pytest.mark.parametrize(
    ("card_id", "shown"),
    [
        (
            "R5.1",
            {"id": "R5.1", "color": "red", "kind": "number", "number": 5, "points": 5, "item": None},
        ),
        ("B0.1", {"id": "B0.1", "color": "blue", "kind": "number", "number": 0, "points": 0, "item": None}),
        (
            "YS.2",
            {"id": "YS.2", "color": "yellow", "kind": "skip", "number": None, "points": 20, "item": None},
        ),
        (
            "GR.1",
            {"id": "GR.1", "color": "green", "kind": "reverse", "number": None, "points": 20, "item": None},
        ),
        (
            "RD.1",
            {"id": "RD.1", "color": "red", "kind": "draw_two", "number": None, "points": 20, "item": None},
        ),
        ("W.3", {"id": "W.3", "color": None, "kind": "wild", "number": None, "points": 50, "item": None}),
        (
            "W4.4",
            {
                "id": "W4.4",
                "color": None,
                "kind": "wild_draw_four",
                "number": None,
                "points": 50,
                "item": None,
            },
        ),
    ],
)
def test_a_card_as_answers_show_it(card_id: str, shown: dict[str, Any]) -> None:
    assert engine.VARIANTS["classic"].deck.objects[card_id] == shown


def test_legal_actions_are_entries_to_be_sent() -> None:
    table = position("R5", "R7 R7 Y2 W W4", "G1 G2")

    assert actions(table.state, 0) == [
        {"action": "play", "card": "R7.1"},
        {"action": "play", "card": "R7.2"},
        {"action": "play", "card": "W.1", "needs": ["color"]},
        {"action": "play", "card": "W4.1", "needs": ["color"]},
        {"action": "draw"},
    ]
    assert actions(table.state, 1) == []


def test_legal_actions_out_of_turn() -> None:
    table = position("R5", "R7 Y2", "G1 G2", "B1 B2")
    table.play(0, "R7")

    assert actions(table.state, 0) == [{"action": "uno"}]
    assert actions(table.state, 2) == [{"action": "catch", "seat": 0}]
    assert actions(table.state, 1)[-2:] == [{"action": "uno"}, {"action": "catch", "seat": 0}]


def test_legal_actions_of_the_choices() -> None:
    table = position("R5", "R7 Y2 Y3", "G1 G2", "B1 B2", seven_zero=True)
    table.play(0, "R7")
    assert actions(table.state, 0) == [{"action": "choose", "needs": ["seat"], "seats": [1, 2]}]

    table = dealt("classic", 2, "R1 R2 W", starting_hand=1, starter_wild="choose")
    assert actions(table.state, 0) == [{"action": "choose", "needs": ["color"]}]

    table = dealt("duo", 2, "R1 W4 G5")
    assert actions(table.state, 1) == [{"action": "draft", "needs": ["keep"]}]
    assert actions(table.state, 0) == []


def test_legal_actions_once_a_round_is_over() -> None:
    table = position("R5", "R7", "G1 G2")
    table.play(0, "R7")

    assert actions(table.state, 0) == actions(table.state, 1) == [{"action": "next_round"}]


def test_a_viewer_changes_nothing() -> None:
    table = position("R5", "R7 Y2", "G1 G2")
    before = engine.encode(table.state)
    first = engine.view(table.state, 0)

    assert engine.view(table.state, 0) == first
    assert engine.encode(table.state) == before


def test_redacting_leaves_the_event_as_it_was() -> None:
    table = position("R5", "R7 Y2", "G1 G2", draw="B9")
    event = table.draw(0)[0]
    engine.redact(event, 0, table.deck)

    assert event["secret"] == [[0, {"cards": ["B9.1"]}]]


def test_the_hands_of_a_finished_round_are_cards_for_everyone() -> None:
    table = position("R5", "R7", "G1 G2", "W")
    table.play(0, "R7")
    objects = table.deck.objects

    for viewer in (0, 1, 2, None):
        assert engine.redact(table.event("round_ended"), viewer, table.deck)["hands"] == [
            {"seat": 1, "cards": [objects["G1.1"], objects["G2.1"]], "points": 3},
            {"seat": 2, "cards": [objects["W.1"]], "points": 50},
        ]
