"""The option `stacking`: sums that pass on (section 5, R10, R13)."""

import pytest

from service import engine
from tests.engine.positions import position

PILE = "Y1 Y1 Y2 Y2 Y3 Y3 Y4 Y4 Y5 Y5 Y6 Y6 Y7 Y7"


@pytest.mark.parametrize("stacking", ["draw_two", "same"])
def test_stacking_a_draw_two_of_any_colour_passes_the_sum_on(stacking: str) -> None:
    table = position("R5", "RD R1 R2", "GD G1 G2", "BD B1 B2", stacking=stacking, draw=PILE)
    table.play(0, "RD")
    table.play(1, "GD")
    assert (table.to_move, table.state.phase.penalty, table.state.phase.by) == (2, 4, 1)
    assert table.current_color == "green"
    table.play(2, "BD")
    assert (table.to_move, table.state.phase.penalty, table.state.phase.by) == (0, 6, 2)
    table.draw(0)

    assert table.counts() == [8, 2, 2]
    assert table.event("cards_drawn")["reason"] == "draw_two"
    assert (table.to_move, table.state.phase.penalty) == (1, 0)
    assert "turn_passed" not in table.types()


@pytest.mark.parametrize("stacking", ["draw_two", "same"])
def test_stacking_nothing_else_may_be_laid_while_the_sum_waits(stacking: str) -> None:
    table = position("R5", "RD R1 R2", "R9 W W4 GD G1", "B1 B2", stacking=stacking)
    table.play(0, "RD")

    assert table.legal(1) == ["GD", "draw"]
    table.refuses_play("card_not_playable", 1, "R9")
    table.refuses_play("card_not_playable", 1, "W", "red")
    table.refuses_play("card_not_playable", 1, "W4", "red")


def test_stacking_who_does_not_answer_draws_the_sum_and_nothing_of_it_is_played() -> None:
    table = position("R5", "RD R1 R2", "G1 G2", "B1 B2", stacking="draw_two", draw="GD RD Y1")
    table.play(0, "RD")
    table.draw(1)

    assert (table.to_move, table.phase) == (2, "play")
    assert table.hand(1) == "RD G1 G2 GD"


def test_stacking_draw_two_leaves_the_wild_draw_four_alone() -> None:
    table = position("R5", "W4 B1 B2", "W4 G1 GD", "B3 B4", stacking="draw_two")
    table.play(0, "W4", "green")

    assert table.legal(1) == ["draw", "challenge"]
    table.refuses_play("wrong_phase", 1, "W4", "red")


def test_stacking_same_answers_a_wild_draw_four_in_phase_challenge() -> None:
    table = position("R5", "W4 B1 B2", "W4 G1 GD W", "B3 B4", stacking="same", draw=PILE)
    table.play(0, "W4", "green")
    assert table.phase == "challenge"
    assert table.legal(1) == ["W4", "draw", "challenge"]
    table.refuses_play("card_not_playable", 1, "GD")
    table.refuses_play("card_not_playable", 1, "W", "red")
    table.refuses_play("card_not_playable", 1, "G1")
    table.refuses_play("color_required", 1, "W4")

    table.play(1, "W4", "blue")
    assert (table.to_move, table.phase) == (2, "challenge")
    assert (table.state.phase.penalty, table.state.phase.by) == (8, 1)
    table.draw(2)
    assert table.counts()[2] == 10
    assert (table.to_move, table.current_color) == (0, "blue")


def test_stacking_a_challenge_judges_the_last_player_and_the_guilty_draws_the_whole_sum() -> None:
    table = position("R5", "W4 R1 B2", "W4 G1 B5", "B3 B4", stacking="same", draw=PILE)
    table.play(0, "W4", "green")
    table.play(1, "W4", "blue")  # with a green card: the colour named before it
    table.challenge(2)

    assert table.event("challenge_resolved")["challenged"] == 1
    assert table.event("challenge_resolved")["succeeded"] is True
    assert table.counts() == [2, 10, 2]
    assert (table.to_move, table.phase, table.state.phase.penalty) == (2, "play", 0)


def test_stacking_a_wrong_challenger_draws_the_sum_and_two() -> None:
    table = position("R5", "W4 R1 B2", "W4 R9 B5", "B3 B4", stacking="same", draw=PILE)
    table.play(0, "W4", "green")
    table.play(1, "W4", "blue")
    table.challenge(2)

    assert table.event("challenge_resolved")["succeeded"] is False
    assert table.counts() == [2, 2, 12]
    assert table.to_move == 0


def test_stacking_wild_draw_four_and_draw_two_do_not_mix() -> None:
    table = position("R5", "RD R1 R2", "W4 G1 G2", "B1 B2", stacking="same")
    table.play(0, "RD")

    table.refuses_play("card_not_playable", 1, "W4", "red")


def test_stacking_with_two_players_the_sum_comes_back() -> None:
    table = position("R5", "RD RD R2", "GD G1", stacking="draw_two", draw=PILE)
    table.play(0, "RD")
    table.play(1, "GD", uno=True)
    table.play(0, "RD", uno=True)
    table.draw(1)

    assert table.counts() == [1, 7]
    assert table.to_move == 0


def test_stacking_with_uno_the_window_closes_with_the_answer() -> None:
    table = position("R5", "RD R1", "GD G1 G2", "B1 B2", stacking="draw_two")
    table.play(0, "RD")
    table.play(1, "GD")

    table.refuses("nothing_to_catch", 2, engine.Catch(0))


def test_stacking_and_draw_until_playable_a_sum_is_no_ordinary_draw() -> None:
    table = position(
        "R5", "RD R1 R2", "G1 G2", "B1 B2", stacking="draw_two", draw_until_playable=10, draw="R9 R8 R7 R6"
    )
    table.play(0, "RD")
    table.draw(1)

    assert (table.counts()[1], table.to_move, table.phase) == (4, 2, "play")


def test_stacking_and_force_play_nobody_must_answer() -> None:
    table = position("R5", "RD R1 R2", "GD G2", "B1 B2", stacking="draw_two", force_play=True)
    table.play(0, "RD")

    assert "draw" in table.legal(1)
