"""The ordinary turn, and going out: R6-R10."""

import pytest

from service import engine
from tests.engine.positions import position


@pytest.mark.parametrize(
    ("up", "color", "card", "fits"),
    [
        ("R5", None, "R7", True),
        ("R5", None, "RS", True),
        ("R5", None, "Y5", True),
        ("R5", None, "Y6", False),
        ("R5", None, "YS", False),
        ("R5", None, "W", True),
        ("R5", None, "W4", True),
        ("RS", None, "YS", True),
        ("RS", None, "YR", False),
        ("RR", None, "GR", True),
        ("RD", None, "BD", True),
        ("RD", None, "B2", False),
        ("R0", None, "G0", True),
        ("W", "green", "G1", True),
        ("W", "green", "R1", False),
        ("W", "green", "W", True),
        ("W", "green", "W4", True),
        ("W4", "blue", "B9", True),
        ("W4", "blue", "G4", False),
        ("W4", "blue", "W", True),
        ("W4", "blue", "W4", True),
    ],
)
def test_R6_a_card_matches_by_colour_number_or_symbol(
    up: str, color: str | None, card: str, *, fits: bool
) -> None:
    table = position(up, f"{card} Y2 B3", "G1 G2", color=color)
    named = "red" if card.startswith("W") else None

    if fits:
        assert card in table.legal(0)
        table.play(0, card, named)
        assert table.up == f"{card}.{table.up[-1]}"
    else:
        assert card not in table.legal(0)
        table.refuses_play("card_not_playable", 0, card, named)


def test_R6_a_card_must_be_held() -> None:
    table = position("R5", "R7 Y2", "R1 G2")

    table.refuses("card_not_in_hand", 0, engine.Play(table.card("R1", table.state.hands[1])))
    table.refuses("card_not_in_hand", 0, engine.Play(table.state.discard_pile[-1]))
    table.refuses("card_not_in_hand", 0, engine.Play(-1))


def test_R6_only_the_seat_to_move_may_act() -> None:
    table = position("R5", "R7 Y2", "R1 G2")

    for move in (
        engine.Play(table.state.hands[1][0]),
        engine.Draw(),
        engine.Pass(),
        engine.Challenge(),
        engine.ChooseColor(0),
        engine.ChooseSeat(0),
        engine.Draft(keep=True),
    ):
        table.refuses("not_your_turn", 1, move)


def test_R6_what_the_phase_does_not_wait_for_is_the_wrong_phase() -> None:
    table = position("R5", "R7 Y2", "R1 G2")

    for move in (engine.Pass(), engine.ChooseColor(0), engine.ChooseSeat(1), engine.Draft(keep=True)):
        table.refuses("wrong_phase", 0, move)
    table.refuses("nothing_to_challenge", 0, engine.Challenge())
    table.refuses("round_not_over", 0, engine.NextRound())


def test_R6_other_cards_cannot_go_with_a_play() -> None:
    table = position("R5", "R7 R8 Y2", "R1 G2")

    table.refuses("dump_not_whole_color", 0, engine.Play(table.card("R7"), then=(table.card("R8"),)))


def test_R6_a_colour_is_named_for_wilds_alone() -> None:
    table = position("R5", "R7 Y2 W W4", "R1 G2")

    table.refuses_play("color_not_allowed", 0, "R7", "red")
    table.refuses_play("color_required", 0, "W")
    table.refuses_play("color_required", 0, "W4")


def test_R6_the_card_is_checked_before_its_colour() -> None:
    table = position("R5", "Y2 Y3", "R1 W")

    table.refuses_play("card_not_playable", 0, "Y2", "red")
    table.refuses("card_not_in_hand", 0, engine.Play(table.card("W")))


def test_R7_playing_is_never_compulsory() -> None:
    table = position("R5", "R7 Y2", "G1 G2", draw="B9 B8")

    assert table.legal(0) == ["R7", "draw", "uno"]
    table.draw(0)
    assert table.hand(0) == "R7 Y2 B9"


def test_R7_a_drawn_card_that_cannot_be_played_ends_the_turn() -> None:
    table = position("R5", "R7 Y2", "G1 G2", draw="B9 B8")
    table.draw(0)

    assert table.types() == ["cards_drawn", "turn_passed"]
    assert (table.to_move, table.phase) == (1, "play")


def test_R7_only_the_drawn_card_may_be_played() -> None:
    table = position("R5", "R7 Y2 W", "G1 G2", draw="R9 B8")
    table.draw(0)

    assert (table.to_move, table.phase) == (0, "drawn")
    assert table.legal(0) == ["R9", "pass"]
    table.refuses_play("card_not_playable", 0, "R7")
    table.refuses_play("card_not_playable", 0, "W", "red")
    table.refuses("wrong_phase", 0, engine.Draw())
    table.refuses("not_your_turn", 1, engine.Pass())

    table.play(0, "R9")
    assert (table.to_move, table.hand(0)) == (1, "R7 Y2 W")


def test_R7_the_drawn_card_may_be_kept() -> None:
    table = position("R5", "R7 Y2", "G1 G2", draw="R9 B8")
    table.draw(0)
    table.keep(0)

    assert table.types() == ["turn_passed"]
    assert (table.to_move, table.phase, table.hand(0)) == (1, "play", "R7 R9 Y2")


def test_R7_the_copy_that_was_held_is_not_the_one_drawn() -> None:
    table = position("R5", "R9.1 Y2", "G1 G2", draw="R9.2")
    table.draw(0)

    table.refuses("card_not_playable", 0, engine.Play(table.card("R9.1")))
    table.play(0, "R9.2")


@pytest.mark.parametrize(("hand", "phase"), [("R7 Y2", "play"), ("B7 Y2", "drawn")])
def test_R7_a_drawn_wild_draw_four_is_tested_against_the_hand_without_it(hand: str, phase: str) -> None:
    table = position("R5", hand, "G1 G2", draw="W4", bluffing=False)
    table.draw(0)

    assert table.phase == phase
    assert table.to_move == (0 if phase == "drawn" else 1)


def test_R8_drawn_cards_are_seen_by_their_owner_alone() -> None:
    table = position("R5", "R7 Y2", "G1 G2", "G3 G4", draw="B9 B8")
    event = table.draw(0)[0]

    assert [card["id"] for card in engine.redact(event, 0, table.deck)["cards"]] == ["B9.1"]
    for viewer in (1, 2, None):
        assert engine.redact(event, viewer, table.deck) == {
            "type": "cards_drawn",
            "seat": 0,
            "count": 1,
            "reason": "turn",
        }


@pytest.mark.parametrize("card", ["R7", "RS", "RR", "RD", "W", "W4", "Y5"])
def test_R9_any_card_may_be_the_last(card: str) -> None:
    table = position("R5", card, "G1 G2", "B1 B2")
    table.play(0, card)

    assert table.state.status == "round_over"
    assert table.event("round_ended")["winner"] == 0
    assert table.legal(0) == table.legal(2) == ["next_round"]
    for seat in range(3):
        table.refuses("round_over", seat, engine.Draw())
        table.refuses("round_over", seat, engine.CallUno())
        table.refuses("round_over", seat, engine.Catch(0))


@pytest.mark.parametrize(("card", "drawn", "reason"), [("RD", 2, "draw_two"), ("W4", 4, "wild_draw_four")])
@pytest.mark.parametrize(("direction", "victim"), [(1, 1), (-1, 2)])
def test_R9_a_draw_card_as_the_last_is_drawn_before_the_count(
    card: str, drawn: int, reason: str, direction: int, victim: int
) -> None:
    table = position("R5", card, "G1", "B1", direction=direction, draw="Y9 Y9 Y8 Y8 Y7")
    table.play(0, card)

    assert table.types() == ["card_played", "cards_drawn", "round_ended"]
    event = table.event("cards_drawn")
    assert (event["seat"], event["count"], event["reason"]) == (victim, drawn, reason)
    assert table.counts()[victim] == 1 + drawn
    assert table.state.totals[0] == 2 + (18 if drawn == 2 else 34)


def test_R9_with_a_stack_the_whole_sum_is_drawn() -> None:
    table = position("R5", "RD R1", "GD", "B1", stacking="draw_two", draw="Y1 Y1 Y2 Y2 Y3")
    table.play(0, "RD", uno=True)
    table.play(1, "GD")

    assert table.event("cards_drawn")["count"] == 4
    assert table.event("cards_drawn")["seat"] == 2
    assert table.state.totals == [0, 1 + 1 + 6, 0]


def test_R9_with_a_stack_of_wild_draw_fours_the_whole_sum_is_drawn() -> None:
    table = position("R5", "W4 R1", "W4", "B1", stacking="same", draw="Y1 Y1 Y2 Y2 Y3 Y3 Y4 Y4 Y5")
    table.play(0, "W4", "red", uno=True)
    table.play(1, "W4")

    assert (table.event("cards_drawn")["count"], table.event("cards_drawn")["seat"]) == (8, 2)
    assert table.state.status == "round_over"


def test_R9_as_many_cards_as_there_are() -> None:
    table = position("R5", "W4", "G1", "B1", draw="Y9")
    table.play(0, "W4")

    assert table.event("cards_drawn")["count"] == 2  # and the recycled red 5
    assert table.state.totals[0] == 1 + 1 + 9 + 5


@pytest.mark.parametrize("card", ["W", "W4"])
@pytest.mark.parametrize("color", [None, "green"])
def test_R9_a_wild_as_the_last_card_needs_no_colour_but_takes_one(card: str, color: str | None) -> None:
    table = position("R5", card, "G1 G2", "B1 B2")
    assert engine.legal_moves(table.state, 0)[0].json == {
        "action": "play",
        "card": f"{card}.1",
    }
    table.play(0, card, color)

    assert table.event("card_played")["color"] == color
    assert table.current_color == color
    assert table.state.status == "round_over"


def test_R10_a_draw_two_is_drawn_at_once_where_no_answer_is_possible() -> None:
    table = position("R5", "RD R1 R2", "GD G1", "B1 B2", draw="Y9 Y8 Y7")
    table.play(0, "RD")

    assert table.hand(1) == "Y8 Y9 G1 GD"
    assert (table.to_move, table.state.phase.penalty) == (2, 0)


@pytest.mark.parametrize("held", ["GD", "G9"])
def test_R10_with_stacking_it_waits_whether_or_not_an_answer_is_held(held: str) -> None:
    table = position("R5", "RD R1 R2", f"{held} G1", "B1 B2", stacking="draw_two")
    table.play(0, "RD")

    assert engine.view(table.state, None)["turn"] == {
        "seat": 1,
        "phase": "play",
        "penalty": 2,
        "by": 0,
        "reason": None,
        "deadline": None,
    }
    assert table.counts() == [2, 2, 2]
