"""Saying UNO and catching who did not: R15-R17."""

from typing import Any

import pytest

from service import engine
from tests.engine.positions import Table, position


def forgot(**options: Any) -> Table:
    """Seat 0 has come down to one card and said nothing."""
    table = position("R5", "R7 Y2", "R8 G2 G3", "B3 R9 B5", draw="Y9 Y9 Y8 Y8 Y7", **options)
    table.play(0, "R7")
    return table


def test_R15_uno_is_said_with_the_play() -> None:
    table = position("R5", "R7 Y2", "G1 G2", "B3 B4")
    table.play(0, "R7", uno=True)

    assert table.types() == ["card_played", "uno_said"]
    assert table.event("uno_said") == {"type": "uno_said", "seat": 0}
    assert table.state.said == [True, False, False]
    table.refuses("nothing_to_catch", 1, engine.Catch(0))


def test_R15_uno_is_said_before_playing_while_holding_two() -> None:
    table = position("R5", "R7 Y2", "G1 G2", "B3 B4")
    assert table.legal(0) == ["R7", "draw", "uno"]
    table.uno(0)
    assert table.state.said[0]
    assert (table.to_move, table.phase) == (0, "play")
    table.refuses("uno_not_due", 0, engine.CallUno())
    assert "uno" not in table.legal(0)

    table.play(0, "R7")
    assert table.state.said[0]
    table.refuses("nothing_to_catch", 1, engine.Catch(0))


def test_R15_uno_is_said_in_the_phase_drawn() -> None:
    table = position("R5", "Y2", "G1 G2", "B3 B4", draw="R9")
    table.draw(0)
    assert table.legal(0) == ["R9", "pass", "uno"]
    table.uno(0)
    table.play(0, "R9")

    assert table.state.said[0]


def test_R15_uno_is_said_under_a_pending_penalty() -> None:
    table = position("R5", "RD R1 R2", "GD G2", "B3 B4", stacking="draw_two")
    table.play(0, "RD")
    table.uno(1)
    table.play(1, "GD")

    assert table.state.said[1]
    table.refuses("nothing_to_catch", 0, engine.Catch(1))


def test_R15_uno_is_said_afterwards_while_the_window_is_open() -> None:
    table = forgot()
    assert "uno" in table.legal(0)
    table.uno(0)

    assert table.state.said[0]
    assert (table.to_move, table.phase) == (1, "play")
    table.refuses("nothing_to_catch", 1, engine.Catch(0))
    table.refuses("uno_not_due", 0, engine.CallUno())


@pytest.mark.parametrize(
    ("hands", "seat"),
    [
        (("R7 Y2 Y3", "G1 G2"), 0),  # three cards
        (("R7 Y2 Y3 Y4 Y5 Y6 Y7", "G1 G2"), 0),
        (("R7 Y2", "G1 G2"), 1),  # two, but not on one's turn
        (("R7 Y2", "G1"), 1),  # one card, but no window: the deal opens none
        (("R7", "G1 G2"), 0),
    ],
)
def test_R15_a_call_that_is_not_due_is_refused_and_costs_nothing(hands: tuple[str, str], seat: int) -> None:
    table = position("R5", *hands)

    assert "uno" not in table.legal(seat)
    table.refuses("uno_not_due", seat, engine.CallUno())


@pytest.mark.parametrize("hand", ["R7 Y2 Y3", "R7 Y2 Y3 Y4 Y5"])
def test_R15_a_call_with_a_play_that_is_not_due_is_ignored(hand: str) -> None:
    table = position("R5", hand, "G1 G2", "B3 B4")
    table.play(0, "R7", uno=True)

    assert table.types() == ["card_played"]
    assert table.state.said == [False] * 3


def test_R15_a_call_with_the_last_card_is_ignored() -> None:
    table = position("R5", "R7", "G1 G2", "B3 B4")
    table.play(0, "R7", uno=True)

    assert table.types() == ["card_played", "round_ended"]


def test_R15_saying_it_twice_is_no_fault() -> None:
    table = position("R5", "R7 Y2", "G1 G2", "B3 B4")
    table.uno(0)
    table.play(0, "R7", uno=True)

    assert table.types() == ["card_played"]
    assert table.state.said[0]


def test_R15_a_call_at_two_lapses_when_the_turn_passes_without_leaving_one() -> None:
    table = position("R5", "B7 Y2", "R1 G2", "B3 B4", draw="Y9")
    table.uno(0)
    table.draw(0)

    assert table.to_move == 1
    assert table.state.said == [False] * 3


def test_R15_a_call_at_two_lapses_with_a_pass() -> None:
    table = position("R5", "B7 Y2", "R1 G2", "B3 B4", draw="R9")
    table.uno(0)
    table.draw(0)
    assert table.state.said[0]  # R17: cards drawn in that turn do not end it
    table.keep(0)

    assert not table.state.said[0]


def test_R15_a_call_at_two_lapses_when_the_drawn_card_is_played() -> None:
    table = position("R5", "B7 Y2", "R1 G2", "B3 B4", draw="R9")
    table.uno(0)
    table.draw(0)
    table.play(0, "R9")

    assert table.counts()[0] == 2
    assert not table.state.said[0]


def test_R15_a_call_at_two_lapses_when_a_sum_is_drawn() -> None:
    table = position("R5", "RD R1 R2", "GD G2", "B3 B4", stacking="draw_two")
    table.play(0, "RD")
    table.uno(1)
    table.draw(1)

    assert not table.state.said[1]


def test_R15_a_call_at_two_lapses_when_another_jumps_in() -> None:
    table = position("R5", "B7 Y2", "R5 G2 G3", "B3 B4", jump_in=True)
    table.uno(0)
    table.play(1, "R5")

    assert table.to_move == 2
    assert not table.state.said[0]


def test_R16_any_other_player_may_catch_while_the_window_is_open() -> None:
    for catcher in (1, 2):
        table = forgot()
        assert "catch 0" in table.legal(catcher)
        table.catch(catcher, 0)

        assert table.types() == ["uno_caught", "cards_drawn"]
        assert table.event("uno_caught") == {"type": "uno_caught", "seat": catcher, "target": 0}
        assert table.event("cards_drawn")["reason"] == "uno_penalty"
        assert table.hand(0) == "Y2 Y9 Y9"
        assert (table.to_move, table.phase) == (1, "play")  # whose turn it is does not change


def test_R16_once_per_lapse() -> None:
    table = forgot()
    table.catch(1, 0)

    table.refuses("nothing_to_catch", 1, engine.Catch(0))
    table.refuses("nothing_to_catch", 2, engine.Catch(0))
    table.refuses("uno_not_due", 0, engine.CallUno())


def test_R16_nobody_catches_themselves_or_a_seat_that_is_not_there() -> None:
    table = forgot()

    assert "catch 0" not in table.legal(0)
    table.refuses("nothing_to_catch", 0, engine.Catch(0))
    table.refuses("nothing_to_catch", 0, engine.Catch(1))
    table.refuses("seat_not_found", 1, engine.Catch(3))
    table.refuses("seat_not_found", 1, engine.Catch(-1))


def test_R16_the_next_play_closes_the_window() -> None:
    table = forgot()
    table.play(1, "R8")

    table.refuses("nothing_to_catch", 2, engine.Catch(0))
    table.refuses("uno_not_due", 0, engine.CallUno())


def test_R16_the_next_draw_closes_the_window() -> None:
    table = forgot()
    table.draw(1)

    table.refuses("nothing_to_catch", 2, engine.Catch(0))


def test_R16_a_pass_closes_nothing_that_is_not_closed_and_opens_nothing() -> None:
    table = position("R5", "Y2", "G1 G2", "B3 B4", draw="R9")
    table.draw(0)
    table.keep(0)

    table.refuses("nothing_to_catch", 1, engine.Catch(0))


@pytest.mark.parametrize("answer", ["draw", "challenge"])
def test_R16_the_answer_to_a_wild_draw_four_is_not_part_of_the_play_and_closes_the_window(
    answer: str,
) -> None:
    table = position("R5", "W4 R2", "G1 G2", "B3 B4")
    table.play(0, "W4", "blue")
    assert table.legal(2) == ["catch 0"]
    if answer == "draw":
        table.draw(1)
    else:
        table.challenge(1)

    table.refuses("nothing_to_catch", 2, engine.Catch(0))


def test_R16_a_catch_leaves_the_decision_that_is_pending() -> None:
    table = position("R5", "W4 R2", "G1 G2", "B3 B4", draw="Y9 Y8 Y7 Y6 Y5 Y4 Y3")
    table.play(0, "W4", "blue")
    table.catch(1, 0)

    assert (table.to_move, table.phase, table.state.phase.penalty) == (1, "challenge", 4)
    table.challenge(1)
    assert table.hand(0) == "R2 Y4 Y5 Y6 Y7 Y8 Y9"


def test_R16_the_answer_to_a_draw_two_that_waits_is_not_part_of_the_play() -> None:
    table = position("R5", "RD Y2", "G1 G2", "B3 B4", stacking="draw_two", draw="Y9 Y8 Y7 Y6")
    table.play(0, "RD")
    assert "catch 0" in table.legal(2)
    table.catch(2, 0)

    assert (table.to_move, table.state.phase.penalty) == (1, 2)


def test_R16_a_draw_two_drawn_at_once_is_part_of_the_play() -> None:
    table = position("R5", "RD Y2", "G1 G2", "B3 B4")
    table.play(0, "RD")

    assert "catch 0" in table.legal(1)


def test_R16_the_window_is_open_when_its_player_moves_again() -> None:
    table = position("R5", "RS R2", "G1 G2")
    table.play(0, "RS")

    assert table.legal(0) == ["R2", "draw", "uno"]
    assert table.legal(1) == ["catch 0"]
    table.play(0, "R2")
    assert table.state.status == "round_over"


def test_R16_a_jump_in_closes_the_window() -> None:
    table = position("R5", "R7 Y2", "G1 G2", "R7 B4 B5", jump_in=True)
    table.play(0, "R7")
    table.play(2, "R7")

    table.refuses("nothing_to_catch", 1, engine.Catch(0))


def test_R16_a_jump_in_opens_a_window_of_its_own() -> None:
    table = position("R5", "R7 Y2 Y3", "G1 G2", "R7 B4", jump_in=True)
    table.play(0, "R7")
    table.play(2, "R7")

    assert "catch 2" in table.legal(1)
    table.catch(1, 2)


def test_R16_a_choice_closes_the_window_and_opens_it_for_its_own_play() -> None:
    table = position("R5", "R3 Y2", "R7 G2", "B3 B4", seven_zero=True)
    table.play(0, "R3")
    table.play(1, "R7")
    table.refuses("nothing_to_catch", 2, engine.Catch(0))  # the next play closed it
    table.refuses("nothing_to_catch", 2, engine.Catch(1))  # the 7 is not resolved yet
    table.pick(1, 0)

    assert "catch 1" in table.legal(2)


def test_R16_the_departure_of_the_seat_to_move_counts_as_its_action() -> None:
    table = forgot()
    table.leave(1)
    table.refuses("nothing_to_catch", 2, engine.Catch(0))

    table = forgot()
    table.leave(2)
    assert "catch 0" in table.legal(1)


def test_R16_who_left_cannot_be_caught() -> None:
    table = forgot()
    table.leave(0)

    table.refuses("nothing_to_catch", 1, engine.Catch(0))


def test_R16_who_left_catches_nobody() -> None:
    table = position("R5", "R7 Y2", "G1 G2", "", gone=[2])
    table.play(0, "R7")

    assert table.legal(2) == []
    table.refuses("not_your_turn", 2, engine.Catch(0))


def test_R19_who_left_asks_for_no_next_round() -> None:
    table = position("R5", "R7", "G1 G2", "", gone=[2])
    table.play(0, "R7")

    assert table.legal(2) == []
    table.refuses("not_your_turn", 2, engine.NextRound())


def test_R17_a_false_catch_is_refused_and_costs_nothing() -> None:
    table = position("R5", "R7 Y2", "G1 G2", "B3")

    for seat in range(3):
        table.refuses("nothing_to_catch", 0, engine.Catch(seat))


def test_R17_the_deal_opens_no_window() -> None:
    table = position("R5", "R7", "G1", "B3")

    table.refuses("nothing_to_catch", 0, engine.Catch(1))
    table.refuses("uno_not_due", 1, engine.CallUno())


def test_R17_a_call_at_one_card_lapses_when_the_hand_grows() -> None:
    table = position("R5", "R7 Y2", "RD G2 G3", "R9 B4", direction=-1, draw="Y9 Y8 Y7")
    table.play(0, "R7", uno=True)
    table.draw(2)
    table.play(1, "RD")

    assert table.counts()[0] == 3
    assert not table.state.said[0]


def test_R17_back_at_one_card_it_is_due_again() -> None:
    table = position("R5", "RS Y2", "G1 G2", draw="R9")
    table.play(0, "RS", uno=True)
    table.draw(0)
    assert not table.state.said[0]
    table.play(0, "R9")

    assert "catch 0" in table.legal(1)
    assert "uno" in table.legal(0)


def test_R17_a_call_stands_while_the_hand_stays_at_one() -> None:
    table = position("R5", "R7 Y2", "R8 G2 G3", "B3 R9 B5")
    table.play(0, "R7", uno=True)
    table.play(1, "R8")

    assert table.state.said[0]
    assert engine.view(table.state, 2)["players"][0]["said_uno"] is True


def test_R17_going_out_without_having_said_uno_stands() -> None:
    table = position("R5", "R7 R2", "R8 G2 G3", draw="B9")
    table.play(0, "R7")
    table.draw(1)
    table.play(0, "R2")

    assert table.event("round_ended")["winner"] == 0
    table.refuses("round_over", 1, engine.Catch(0))


def test_R17_without_a_penalty_there_are_no_catches() -> None:
    table = forgot(uno_penalty=0)

    assert "catch 0" not in table.legal(1)
    table.refuses("nothing_to_catch", 1, engine.Catch(0))
    assert "uno" in table.legal(0)


@pytest.mark.parametrize("penalty", [1, 2, 5])
def test_uno_penalty_is_what_a_caught_player_draws(penalty: int) -> None:
    table = forgot(uno_penalty=penalty)
    table.catch(1, 0)

    assert table.counts()[0] == 1 + penalty
