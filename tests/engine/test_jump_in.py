"""The option `jump_in`: an identical card out of turn (section 5)."""

import pytest

from service import engine
from tests.engine.positions import dealt, position


def test_jump_in_any_other_seat_may_lay_an_identical_card_and_play_goes_on_from_it() -> None:
    table = position("R5", "R7 Y2 Y3", "G1 G2", "R5 B4 B5", "B6 B7", jump_in=True)
    assert table.legal(2) == ["R5"]
    assert table.legal(1) == []
    table.play(2, "R5")

    assert table.to_move == 3
    assert table.event("card_played")["seat"] == 2


def test_jump_in_is_refused_without_the_option() -> None:
    table = position("R5", "R7 Y2 Y3", "G1 G2", "R5 B4 B5")

    assert table.legal(2) == []
    table.refuses_play("not_your_turn", 2, "R5")


@pytest.mark.parametrize("card", ["Y5", "R6", "RS", "W", "W4"])
def test_jump_in_a_card_that_is_not_identical_is_not_your_turn(card: str) -> None:
    table = position("R5", "R7 Y2 Y3", f"{card} G2 G3", "B4 B5", jump_in=True)

    assert table.legal(1) == []
    table.refuses_play("not_your_turn", 1, card, "red" if card[0] == "W" else None)


@pytest.mark.parametrize("wild", ["W", "W4"])
def test_jump_in_wilds_cannot(wild: str) -> None:
    table = position(wild, "R7 Y2 Y3", f"{wild} G2 G3", "B4 B5", color="red", jump_in=True)

    assert table.legal(1) == []
    table.refuses_play("not_your_turn", 1, wild, "red")
    table.refuses_play("not_your_turn", 1, wild)


@pytest.mark.parametrize("wild", ["W", "W4"])
def test_jump_in_wilds_cannot_as_the_last_card_either(wild: str) -> None:
    table = position(wild, "R7 Y2 Y3", wild, "B4 B5", color="red", jump_in=True)

    assert table.legal(1) == []
    table.refuses_play("not_your_turn", 1, wild)


def test_jump_in_a_card_that_is_not_held_is_not_your_turn() -> None:
    table = position("R5.1", "R7 Y2 Y3", "G1 G2", "B4 B5", jump_in=True)

    table.refuses("not_your_turn", 1, engine.Play(table.card("R5.2")))
    table.refuses("not_your_turn", 1, engine.Draw())


def test_jump_in_the_seat_to_move_just_plays() -> None:
    table = position("R5", "R5 Y2 Y3", "G1 G2", "B4 B5", jump_in=True)
    assert table.legal(0) == ["R5", "draw"]
    table.play(0, "R5")

    assert table.to_move == 1


def test_jump_in_with_uno() -> None:
    table = position("R5", "R7 Y2 Y3", "G1 G2", "R5 B4", jump_in=True)
    table.play(2, "R5", uno=True)

    assert table.types() == ["card_played", "uno_said"]
    table.refuses("nothing_to_catch", 0, engine.Catch(2))


def test_jump_in_as_the_last_card_wins_the_round() -> None:
    table = position("R5", "R7 Y2 Y3", "G1 G2", "R5", jump_in=True)
    table.play(2, "R5")

    assert table.event("round_ended")["winner"] == 2


@pytest.mark.parametrize(
    ("card", "to_move", "counts"),
    [("RS", 0, [3, 2, 2, 2]), ("RD", 0, [3, 2, 2, 4]), ("RR", 1, [3, 2, 2, 2])],
)
def test_jump_in_its_effects_apply(card: str, to_move: int, counts: list[int]) -> None:
    table = position(card, "R7 Y2 Y3", "G1 G2", f"{card} B4 B5", "B6 B7", jump_in=True)
    table.play(2, card)

    assert (table.to_move, table.counts()) == (to_move, counts)


def test_jump_in_on_a_starter() -> None:
    table = dealt("classic", 3, "R1 G5 B1 G5", starting_hand=1, jump_in=True)
    assert table.to_move == 0
    assert table.legal(1) == ["G5"]
    table.play(1, "G5")

    assert table.state.status == "round_over"


def test_jump_in_not_while_a_penalty_is_pending() -> None:
    table = position("R5", "RD R1 R2", "G1 G2", "RD B4 B5", jump_in=True, stacking="draw_two")
    table.play(0, "RD")

    assert table.legal(2) == []
    table.refuses_play("not_your_turn", 2, "RD")


def test_jump_in_after_a_draw_two_that_was_drawn_at_once() -> None:
    table = position("R5", "RD R1 R2", "G1 G2", "B1 B2", "RD B4 B5", jump_in=True)
    table.play(0, "RD")
    assert table.to_move == 2
    table.play(3, "RD")

    assert (table.to_move, table.counts()) == (1, [4, 4, 2, 2])


def test_jump_in_only_in_phase_play() -> None:
    table = position("R5", "B7 Y2 Y3", "G1 G2", "R5 B4 B5", jump_in=True, draw="R9")
    table.draw(0)
    assert table.phase == "drawn"
    table.refuses_play("not_your_turn", 2, "R5")

    table = position("R7", "B7 Y2 Y3", "G1 G2", "B7 B4 B5", jump_in=True, seven_zero=True)
    table.play(0, "B7")
    assert table.phase == "seat"
    table.refuses_play("not_your_turn", 2, "B7")


def test_jump_in_with_a_colour_or_other_cards_is_not_your_turn() -> None:
    table = position("R5", "B7 Y2 Y3", "R5 G2", "R4 B4 B5", jump_in=True)
    card = table.state.hands[1][0]

    table.refuses("not_your_turn", 1, engine.Play(card, 0))
    table.refuses("not_your_turn", 1, engine.Play(card, then=(table.state.hands[1][1],)))


def test_jump_in_with_a_seven_swaps_for_who_jumped_in() -> None:
    table = position("R7", "B7 Y2 Y3", "R7 G2", "R4 B4 B5", jump_in=True, seven_zero=True)
    table.play(1, "R7")
    assert (table.to_move, table.phase) == (1, "seat")
    table.pick(1, 2)

    assert (table.hand(1), table.hand(2), table.to_move) == ("R4 B4 B5", "G2", 2)


def test_jump_in_the_seat_passed_over_has_had_no_turn_for_a_blocked_round() -> None:
    table = position("R5", "Y1", "G1", "R5 B4 B5", draw="", jump_in=True)
    table.draw(0)
    table.play(2, "R5")
    table.state.discard_pile = table.state.discard_pile[-1:]
    table.draw(0)
    table.draw(1)

    assert table.state.status == "playing"
