"""Wild Draw Four: bluffs and challenges, R11-R14 and C5."""

from typing import Any

import pytest

from service import engine
from tests.engine.positions import Table, position


def faced(*hands: str, up: str = "R5", color: str = "blue", **options: Any) -> Table:
    """Let seat 0 lay a Wild Draw Four; seat 1 faces it."""
    table = position(up, *hands, **options)
    table.play(0, "W4", color)
    return table


@pytest.mark.parametrize("hand", ["W4 Y1 B2", "W4 R1 R2"])
def test_R11_it_may_always_be_laid_truthfully_or_as_a_bluff(hand: str) -> None:
    table = faced(hand, "G1 G2", "B3 B4")

    assert engine.view(table.state, None)["turn"] == {
        "seat": 1,
        "phase": "challenge",
        "penalty": 4,
        "by": 0,
        "reason": None,
        "deadline": None,
    }
    assert table.current_color == "blue"
    assert table.event("card_played") == {
        "type": "card_played",
        "seat": 0,
        "card": "W4.1",
        "color": "blue",
    }
    assert table.counts() == [2, 2, 2]


def test_R11_the_next_player_accepts_or_challenges_and_nothing_else() -> None:
    table = faced("W4 Y1 B2", "B1 B2 W", "B3 B4")

    assert table.legal(1) == ["draw", "challenge"]
    table.refuses_play("wrong_phase", 1, "B1")
    table.refuses_play("wrong_phase", 1, "W", "red")
    table.refuses("wrong_phase", 1, engine.Pass())
    table.refuses("uno_not_due", 1, engine.CallUno())


def test_R11_accepting_draws_four_and_loses_the_turn() -> None:
    table = faced("W4 R1 B2", "G1 G2", "B3 B4", draw="Y1 Y2 Y3 Y4 Y5")
    table.draw(1)

    assert table.hand(1) == "Y1 Y2 Y3 Y4 G1 G2"
    assert table.event("cards_drawn")["reason"] == "wild_draw_four"
    assert (table.to_move, table.phase, table.state.phase.penalty) == (2, "play", 0)
    assert table.counts() == [2, 6, 2]


def test_R11_only_that_player_may_challenge() -> None:
    table = faced("W4 R1 B2", "G1 G2", "B3 B4")

    for seat in (0, 2):
        table.refuses("not_your_turn", seat, engine.Challenge())
        table.refuses("not_your_turn", seat, engine.Draw())
        assert table.legal(seat) == []


def test_R11_it_can_be_challenged_once_and_not_after_accepting() -> None:
    table = faced("W4 R1 B2", "G1 G2", "B3 B4")
    table.challenge(1)
    table.refuses("nothing_to_challenge", 1, engine.Challenge())

    table = faced("W4 R1 B2", "G1 G2", "B3 B4")
    table.draw(1)
    table.refuses("not_your_turn", 1, engine.Challenge())
    table.refuses("nothing_to_challenge", 2, engine.Challenge())


def test_R11_in_the_other_direction_the_seat_before_faces_it() -> None:
    table = faced("W4 R1 B2", "G1 G2", "B3 B4", direction=-1)

    assert table.to_move == 2


@pytest.mark.parametrize(
    ("hand", "up", "color", "guilty"),
    [
        ("R1 Y2", "R5", None, True),
        ("Y5 G9", "R5", None, False),  # a number that matches is not the colour
        ("Y1 G9", "R5", None, False),
        ("W W4 Y1", "R5", None, False),  # wilds do not count
        ("RS Y2", "R5", None, True),
        ("G1 Y2", "W", "green", True),  # the colour named for the wild below
        ("R1 Y2", "W", "green", False),
        ("G1 Y2", "W4", "green", True),
        ("W4 W4", "W", "green", False),
    ],
)
def test_R12_C5_guilty_is_who_held_a_card_of_the_current_colour(
    hand: str, up: str, color: str | None, *, guilty: bool
) -> None:
    table = position(up, f"W4 {hand}", "B8 B9", "B3 B4", color=color)
    table.play(0, "W4", "blue")
    table.challenge(1)

    assert table.event("challenge_resolved")["succeeded"] is guilty


@pytest.mark.parametrize("named", ["red", "green", "blue"])
def test_R12_the_colour_before_the_wild_draw_four_is_tested(named: str) -> None:
    for guilty, up_color in ((True, "green"), (False, "red")):
        table = position("W", "W4 G1 Y2", "B8 B9", "B3 B4", color=up_color)
        table.play(0, "W4", named)
        table.challenge(1)
        assert table.event("challenge_resolved")["succeeded"] is guilty


def test_R12_the_hand_is_judged_as_it_stood_when_the_card_was_laid() -> None:
    table = faced("W4 Y1", "B8 B9", "B3 B4", draw="R1 R2 Y9 Y9 Y8 Y8 Y7 Y7")
    table.catch(2, 0)
    assert table.hand(0) == "R1 R2 Y1"
    table.challenge(1)

    assert table.event("challenge_resolved")["succeeded"] is False
    assert table.event("hand_revealed")["secret"] == [[1, {"cards": ["Y1.1"]}]]


@pytest.mark.parametrize(
    ("hand", "up", "color", "guilty"),
    [
        ("Y5 G9", "R5", None, True),
        ("R1 G9", "R5", None, True),
        ("YS G9", "RS", None, True),
        ("Y4 G9", "R5", None, False),
        ("W W4 Y4", "R5", None, False),
        ("G1 Y4", "W", "green", True),
        ("Y4 R4", "W", "green", False),
    ],
)
def test_C5_no_match_judges_any_coloured_card_that_matches(
    hand: str, up: str, color: str | None, *, guilty: bool
) -> None:
    table = position(up, f"W4 {hand}", "B8 B9", "B3 B4", color=color, wild_draw_four_needs="no_match")
    table.play(0, "W4", "blue")
    table.challenge(1)

    assert table.event("challenge_resolved")["succeeded"] is guilty


def test_R13_guilty_draws_four_and_the_challenger_takes_a_normal_turn() -> None:
    table = faced("W4 R1 Y2", "B8 B9", "B3 B4", draw="Y5 Y6 Y7 Y8 Y9")
    table.challenge(1)

    assert table.types() == ["challenge_resolved", "hand_revealed", "cards_drawn"]
    assert table.hand(0) == "R1 Y2 Y5 Y6 Y7 Y8"
    assert table.event("cards_drawn")["reason"] == "bluff_caught"
    assert (table.to_move, table.phase, table.state.phase.penalty) == (1, "play", 0)
    assert table.legal(1) == ["B8", "B9", "draw", "uno"]
    table.draw(1)
    assert table.event("cards_drawn")["count"] == 1


def test_R13_innocent_the_challenger_draws_six_and_loses_the_turn() -> None:
    table = faced("W4 G1 Y2", "B8 B9", "B3 B4", draw="Y5 Y6 Y7 Y8 Y9 Y4 Y3")
    table.challenge(1)

    assert table.counts() == [2, 8, 2]
    assert table.event("cards_drawn")["reason"] == "challenge_failed"
    assert (table.to_move, table.phase) == (2, "play")
    assert table.event("challenge_resolved") == {
        "type": "challenge_resolved",
        "seat": 1,
        "challenger": 1,
        "challenged": 0,
        "succeeded": False,
    }


@pytest.mark.parametrize("hand", ["R1 Y2", "Y2 G1"])
def test_R13_the_card_and_its_colour_stand_and_the_hand_is_shown_to_the_challenger_alone(hand: str) -> None:
    table = faced(f"W4 {hand}", "B8 B9", "B3 B4")
    table.challenge(1)
    event = table.event("hand_revealed")

    assert (table.up, table.current_color) == ("W4.1", "blue")
    shown = engine.redact(event, 1, table.deck)["cards"]
    assert [card["id"].split(".")[0] for card in shown] == hand.split()
    for viewer in (0, 2, None):
        assert engine.redact(event, viewer, table.deck) == {"type": "hand_revealed", "seat": 0}


def test_R14_without_bluffing_it_is_refused_when_it_would_be_guilty() -> None:
    table = position("R5", "W4 R1 Y2", "B8 B9", bluffing=False)

    assert table.legal(0) == ["R1", "draw"]
    table.refuses_play("card_not_playable", 0, "W4", "blue")


def test_R14_without_bluffing_there_are_no_challenges() -> None:
    table = position("R5", "W4 G1 Y2", "B8 B9", "R3 R4", bluffing=False, draw="Y5 Y6 Y7 Y8 Y9")
    assert table.legal(0) == ["W4", "draw"]
    table.play(0, "W4", "red")

    assert table.counts() == [2, 6, 2]
    assert (table.to_move, table.phase, table.current_color) == (2, "play", "red")
    assert table.event("cards_drawn")["reason"] == "wild_draw_four"
    table.refuses("nothing_to_challenge", 2, engine.Challenge())


def test_R14_the_condition_is_that_of_the_option() -> None:
    lenient = position("R5", "W4 Y5 Y2", "B8 B9", bluffing=False)
    strict = position("R5", "W4 Y5 Y2", "B8 B9", bluffing=False, wild_draw_four_needs="no_match")

    assert "W4" in lenient.legal(0)
    strict.refuses_play("card_not_playable", 0, "W4", "blue")


def test_R14_with_stacking_the_sum_waits_and_any_answer_is_allowed() -> None:
    table = position("R5", "W4 G1 Y2", "W4 B8", "R3 R4", bluffing=False, stacking="same")
    table.play(0, "W4", "blue")
    assert (table.to_move, table.phase, table.state.phase.penalty) == (1, "play", 4)
    assert table.legal(1) == ["W4", "draw", "uno"]

    table.play(1, "W4", "red", uno=True)  # with a blue card in hand: no bluff as an answer
    assert (table.to_move, table.state.phase.penalty, table.state.phase.by) == (2, 8, 1)
    table.refuses("nothing_to_challenge", 2, engine.Challenge())
    table.draw(2)
    assert (table.counts()[2], table.to_move) == (10, 0)
    assert table.event("cards_drawn")["reason"] == "wild_draw_four"


def test_R14_as_the_last_card_it_is_honest() -> None:
    table = position("R5", "W4", "B8 B9", bluffing=False)
    table.play(0, "W4")

    assert table.state.status == "round_over"
