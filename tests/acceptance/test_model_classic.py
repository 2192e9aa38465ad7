"""Positions of the clauses that are easiest to get wrong: sections 1, 2 and 5."""

import pytest

from tests.acceptance.model import Game, view
from tests.acceptance.positions import dealt, refusal, run, sizes, turn


def test_r18_reverse_of_two_is_a_skip_and_turns() -> None:
    game = dealt(["RR.1 R1.1", "B1.1 B2.1"], "R5.1")
    run(game, "0 play RR.1 uno")
    assert turn(game) == (0, "play", 0)
    assert game.table.direction == -1


@pytest.mark.parametrize(
    ("up", "seats", "mover", "direction", "cards"),
    [
        ("RD.1", 3, 1, 1, [3, 1, 1]),
        ("RS.1", 3, 1, 1, [1, 1, 1]),
        ("RR.1", 3, 2, -1, [1, 1, 1]),
        ("RD.1", 2, 1, 1, [3, 1]),
        ("RS.1", 2, 1, 1, [1, 1]),
        ("RR.1", 2, 1, -1, [1, 1]),
    ],
)
def test_c2_starters(up: str, seats: int, mover: int, direction: int, cards: list[int]) -> None:
    game = dealt(["R1.1", "B1.1", "B2.1"][:seats], up)
    assert turn(game) == (mover, "play", 0)
    assert (game.table.direction, sizes(game)) == (direction, cards)


def test_c3_a_wild_starter_goes_to_the_bottom_or_is_named() -> None:
    game = dealt(["R1.1", "B1.1"], "W.1", "W4.1 G3.1")
    assert game.table.up_card == "G3.1"
    assert game.table.draw_pile[-2:] == ["W.1", "W4.1"]
    game = dealt(["R1.1", "B1.1"], "W.1", starter_wild="choose")
    assert turn(game) == (0, "color", 0)
    run(game, "0 choose red")
    assert turn(game) == (0, "play", 0)


def test_r12_the_colour_before_is_the_one_named_for_the_wild_below() -> None:
    game = dealt(["W.1 R1.1 R2.1", "G1.1 W4.1 R3.1", "B1.1 B2.1 B3.1"], "R5.1", "Y1.1 Y1.2 Y2.1 Y2.2")
    run(game, "0 play W.1 green", "1 play W4.1 red")
    assert turn(game) == (2, "challenge", 4)
    run(game, "2 challenge")
    assert turn(game) == (2, "play", 0)
    assert sizes(game) == [2, 6, 3]
    assert game.table.color == "red"


def test_r12_judges_the_hand_as_it_was_laid_from() -> None:
    game = dealt(["W4.1 B1.1", "G1.1 G2.1", "Y1.1 Y2.1"], "R5.1", "R1.1 R2.1 R3.1 R4.1 R6.1 R7.1 R8.1 R9.1")
    run(game, "0 play W4.1 red", "2 catch 0", "1 challenge")
    assert game.table.judged_hand == ["B1.1"]
    assert sizes(game) == [3, 8, 2]
    assert turn(game) == (2, "play", 0)


@pytest.mark.parametrize(("needs", "guilty"), [("no_color", False), ("no_match", True)])
def test_c5_a_matching_number_is_a_bluff_only_by_the_letter(needs: str, guilty: bool) -> None:
    game = dealt(["W4.1 B5.1 W4.2 W.1", "G1.1 G2.1 G3.1 G4.1"], "R5.1", wild_draw_four_needs=needs)
    run(game, "0 play W4.1 red", "1 challenge")
    assert turn(game) == ((1 if guilty else 0), "play", 0)


def test_r14_without_bluffing_the_card_is_refused_and_drawn_at_once() -> None:
    hands = ["W4.1 R1.1 B1.1", "W4.2 W.1 B2.1", "Y1.1 Y2.1 Y3.1"]
    game = dealt(hands, "R5.1", bluffing=False)
    assert refusal(game, "0 play W4.1 red") == {"card_not_playable"}
    run(game, "0 play R1.1", "1 play W4.2 blue")
    assert (sizes(game), turn(game)) == ([2, 2, 7], (0, "play", 0))
    game = dealt(["W4.1 B1.1", "W4.2 R2.1", "Y1.1 Y2.1"], "R5.1", bluffing=False, stacking="same")
    run(game, "0 play W4.1 red uno")
    assert turn(game) == (1, "play", 4)
    run(game, "1 play W4.2 blue uno", "2 draw")
    assert sizes(game) == [1, 1, 10]
    assert turn(game) == (0, "play", 0)


def test_stacked_wild_draw_fours_are_judged_by_their_last_player() -> None:
    hands = ["W4.1 B1.1 B2.1", "W4.2 R1.1 R2.1", "Y1.1 Y2.1 Y3.1"]
    game = dealt(hands, "R5.1", stacking="same")
    run(game, "0 play W4.1 green", "1 play W4.2 red", "2 challenge")
    assert sizes(game) == [2, 2, 13]
    assert turn(game) == (0, "play", 0)
    game = dealt(hands, "R5.1", stacking="same")
    run(game, "0 play W4.1 red", "1 play W4.2 blue", "2 challenge")
    assert sizes(game) == [2, 10, 3]
    assert turn(game) == (2, "play", 0)


def test_r9_the_last_draw_two_of_a_stack_sends_the_whole_sum() -> None:
    game = dealt(
        ["RD.1 R1.1 R2.1", "BD.1 W.1 W.2", "Y1.1 Y2.1 Y3.1"], "R5.1", "G0.1 G1.1", stacking="draw_two"
    )
    run(game, "0 play RD.1")
    assert refusal(game, "1 play W.1 red") == {"card_not_playable"}
    assert turn(game) == (1, "play", 2)
    run(game, "1 play BD.1")
    run(game, "2 draw", "0 draw")
    assert sizes(game)[2] == 7
    one = dealt(["RD.1", "BD.1", "Y1.1"], "R5.1", stacking="draw_two")
    run(one, "0 play RD.1")
    assert one.table.status == "round_over"
    assert sizes(one) == [0, 3, 1]


def test_r9_a_last_wild_draws_and_needs_no_colour() -> None:
    game = dealt(["W4.1", "Y9.1"], "R5.1", "G1.1 G2.1 G3.1 G4.1", goal={"kind": "one_round"})
    assert game.legal(0)[0] == {"action": "play", "card": "W4.1"}
    run(game, "0 play W4.1 green")
    assert (game.table.status, game.table.winners, game.table.scores) == ("finished", [0], [19, 0])


def three_with_uno_due() -> Game:
    return dealt(["R1.1 B1.1", "R2.1 R3.1", "Y1.1 Y2.1"], "R5.1", "G1.1 G2.1 G3.1")


def test_r16_the_window_and_its_end() -> None:
    game = three_with_uno_due()
    run(game, "0 play R1.1")
    assert {"action": "uno"} in game.legal(0)
    assert {"action": "catch", "seat": 0} in game.legal(1)
    assert {"action": "catch", "seat": 0} in game.legal(2)
    run(game, "2 catch 0")
    assert sizes(game) == [3, 2, 2]
    assert refusal(game, "1 catch 0") == {"nothing_to_catch"}
    game = three_with_uno_due()
    run(game, "0 play R1.1", "1 draw")
    assert refusal(game, "0 uno") == {"uno_not_due"}
    assert refusal(game, "2 catch 0") == {"nothing_to_catch"}


def test_r15_a_call_at_two_outlasts_a_draw_and_lapses_with_the_turn() -> None:
    game = dealt(["B1.1 B2.1", "R2.1 R3.1"], "R5.1", "R7.1")
    run(game, "0 uno", "0 draw")
    assert turn(game) == (0, "drawn", 0)
    assert view(game.table, None)["players"][0]["said_uno"]
    run(game, "0 pass")
    assert not view(game.table, None)["players"][0]["said_uno"]


def test_r15_uno_may_be_said_in_phase_drawn_at_two() -> None:
    game = dealt(["B1.1", "R2.1"], "R5.1", "R7.1")
    run(game, "0 draw", "0 uno", "0 play R7.1")
    assert game.table.calls == {0: "one"}
    assert refusal(game, "1 catch 0") == {"nothing_to_catch"}


def test_jump_in_takes_the_turn_and_ends_a_call_at_two() -> None:
    hands = ["R1.1 B1.1", "R2.1 R3.1", "R5.2 Y2.1"]
    game = dealt(hands, "R5.1", jump_in=True)
    run(game, "0 uno", "2 play R5.2")
    assert game.table.calls == {}
    assert turn(game) == (0, "play", 0)
    assert game.table.window == 2
    assert refusal(dealt(hands, "R5.1"), "2 play R5.2") == {"not_your_turn"}


def test_a_seven_is_judged_after_the_swap() -> None:
    game = dealt(["R7.1 B1.1 B2.1", "R2.1 R3.1 R4.1", "R6.1 Y2.1 Y3.1"], "R5.1", seven_zero=True)
    run(game, "0 play R7.1 uno")
    assert turn(game) == (0, "seat", 0)
    assert game.table.calls == {0: "play"}
    assert game.table.window is None
    run(game, "0 choose 2")
    assert game.table.calls == {}
    assert game.table.hands[0] == ["R6.1", "Y2.1", "Y3.1"]
    assert turn(game) == (1, "play", 0)


def test_a_zero_moves_hands_and_calls_lapse() -> None:
    game = dealt(["R1.1 Y1.1", "R0.1 R3.1", "Y2.1 Y3.1"], "R5.1", seven_zero=True)
    run(game, "0 play R1.1 uno", "1 play R0.1 uno")
    assert game.table.hands == [["Y2.1", "Y3.1"], ["Y1.1"], ["R3.1"]]
    assert game.table.calls == {1: "one"}
    assert game.table.window == 1


def test_r4_a_blocked_round_and_its_points() -> None:
    deck = ["R1.1", "B2.1", "G5.1"]
    game = dealt(deck, "Y9.1", uno_penalty=0)
    game.table.draw_pile = []
    game.table.hands[0] += ["R8.1"]
    run(game, "0 draw", "1 draw")
    assert game.table.status == "playing"
    run(game, "2 draw")
    assert game.table.rounds[0]["blocked"]
    assert (game.table.rounds[0]["winner"], game.table.scores) == (1, [0, 10, 0])


def test_r2_recycling_in_the_middle_of_a_draw_turns_over() -> None:
    game = dealt(["RD.1 R1.1", "B2.1 B3.1"], "R5.1")
    game.table.draw_pile = ["G1.1"]
    game.table.discards = ["Y1.1", "Y2.1", "R5.1"]
    run(game, "0 play RD.1")
    assert game.table.hands[1] == ["B2.1", "B3.1", "G1.1", "Y1.1"]
    assert game.table.draw_pile == ["Y2.1", "R5.1"]


def test_draw_until_playable_stops_at_the_limit() -> None:
    game = dealt(["B1.1", "B2.1"], "R5.1", "G1.1 G2.1 G3.1 R1.1", draw_until_playable=3)
    run(game, "0 draw")
    assert (sizes(game), turn(game)) == ([4, 1], (1, "play", 0))
    run(game, "1 draw")
    assert game.table.drawn_card == "R1.1"


def test_force_play_spares_a_guilty_wild_draw_four() -> None:
    game = dealt(["R1.1 B1.1", "B2.1 B3.1"], "R5.1", "W4.1 W.1", force_play=True)
    run(game, "0 draw", "0 pass", "1 draw")
    assert refusal(game, "1 pass") == {"must_play_drawn_card"}


def test_r19_the_layer_leaves_and_nobody_draws() -> None:
    game = dealt(["W4.1 R1.1", "B2.1 B3.1", "Y1.1 Y2.1"], "R5.1")
    run(game, "0 play W4.1 blue uno")
    game.leave(0)
    assert (turn(game), game.table.discards[0]) == ((1, "challenge", 4), "R1.1")
    run(game, "1 challenge")
    assert (turn(game), sizes(game)) == ((1, "play", 0), [0, 2, 2])
    game.leave(1)
    assert (game.table.status, game.table.winners) == ("finished", [2])


def test_r19_a_pending_seven_swaps_nothing_and_a_pending_sum_is_drawn() -> None:
    game = dealt(["R7.1 R1.1", "R2.1 B3.1", "Y1.1 Y2.1"], "R5.1", seven_zero=True)
    run(game, "0 play R7.1")
    game.leave(0)
    assert turn(game) == (1, "play", 0)
    assert game.table.hands[1:] == [["R2.1", "B3.1"], ["Y1.1", "Y2.1"]]
    game = dealt(["RD.1 R1.1", "R2.1 B3.1", "Y1.1 Y2.1"], "R5.1", stacking="same")
    run(game, "0 play RD.1 uno")
    piles = len(game.table.draw_pile)
    game.leave(1)
    assert (len(game.table.draw_pile), turn(game)) == (piles - 2, (2, "play", 0))
