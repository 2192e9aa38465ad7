"""Positions of the clauses of UNO Duo and Mario Kart that are easiest to get wrong."""

import pytest

from tests.acceptance.positions import dealt, drafted, refusal, run, sizes, turn


def test_d2_d3_the_draft_and_what_becomes_of_its_discards() -> None:
    game = drafted("R1.1", "R2.1", "R5.1", lost="Y1.1 Y2.1")
    assert sizes(game) == [7, 7]
    assert game.table.draw_pile[-14:-12] == ["Y1.1", "Y2.1"]
    assert len(game.table.draw_pile) == 112 - 15
    assert (turn(game), game.table.dealer) == ((0, "play", 0), 1)


@pytest.mark.parametrize(
    ("up", "expected", "cards"),
    [
        ("RD.1", (1, "play", 0), [9, 7]),
        ("RS.1", (1, "play", 0), [7, 7]),
        ("W.1", (1, "color", 0), [7, 7]),
        ("W4.1", (1, "color", 0), [11, 7]),
        ("RR.1", (0, "dump", 0), [7, 7]),
        ("BR.1", (0, "play", 0), [7, 7]),
    ],
)
def test_d4_starters(up: str, expected: tuple[int, str, int], cards: list[int]) -> None:
    game = drafted("R1.1 R2.1 Y1.1 Y2.1 Y3.1 G1.1 G2.1", "G3.1", up)
    assert (turn(game), sizes(game)) == (expected, cards)
    if "W" in up:
        run(game, "1 choose green")
        assert turn(game)[0] == (0 if up == "W.1" else 1)


def test_d5_a_volley_and_nothing_else_meanwhile() -> None:
    game = drafted("RD.1 YD.1", "BD.1 W.1 W4.1", "R5.1")
    run(game, "0 play RD.1")
    assert refusal(game, "1 play W.1 red") == {"card_not_playable"}
    run(game, "1 play BD.1", "0 play YD.1")
    assert turn(game) == (1, "play", 6)
    run(game, "1 draw")
    assert (turn(game), sizes(game)) == ((0, "play", 0), [5, 12])


def test_d7_all_or_none_and_a_bare_reverse_passes_the_turn() -> None:
    game = drafted("RR.1 R1.1 R2.1 W.1 B1.1 B2.1 B3.1", "R3.1", "R5.1")
    plays = [entry for entry in game.legal(0) if entry.get("card") == "RR.1"]
    assert [entry.get("then") for entry in plays] == [None, ["R1.1", "R2.1"]]
    assert refusal(game, "0 play RR.1 + R1.1") == {"dump_not_whole_color"}
    run(game, "0 play RR.1")
    assert (turn(game), game.table.direction) == ((1, "play", 0), 1)


def test_d8_a_dump_that_ends_with_a_reverse_goes_back_and_forth() -> None:
    game = drafted("YR.1 YR.2 Y1.1 B1.1 B2.1 B3.1 B4.1", "Y2.1 YD.1 YS.1 B5.1 B6.1 B7.1 B8.1", "Y5.1")
    run(game, "0 play YR.1 + Y1.1 YR.2")
    assert turn(game) == (1, "dump", 0)
    assert game.legal(1) == [{"action": "play", "card": "Y2.1", "then": ["YS.1", "YD.1"]}]
    assert refusal(game, "1 play Y2.1 + YS.1") == {"dump_not_whole_color"}
    run(game, "1 play YS.1 + Y2.1 YD.1")
    assert (turn(game), game.table.mover.by) == ((0, "play", 2), 1)


def test_d9_a_dump_that_empties_the_hand_with_a_draw_two() -> None:
    hand = "RR.1 R1.1 R2.1 R3.1 R4.1 R6.1 RD.1"
    game = drafted(hand, "B5.1 B6.1 B7.1 B8.1 B5.2 B6.2 B7.2", "R5.1", "G1.1 G2.1")
    run(game, "0 play RR.1 + R1.1 R2.1 R3.1 R4.1 R6.1 RD.1")
    assert (game.table.status, sizes(game)) == ("round_over", [0, 9])
    assert game.table.scores == [0, 44 + 3]


def test_d11_d14_a_plain_wild_makes_it_a_bluff() -> None:
    game = drafted("W4.1 W.1 B1.1 B2.1 B3.1 G4.1 G6.1", "Y1.1", "R5.1")
    run(game, "0 play W4.1 red", "1 challenge")
    assert (turn(game), sizes(game)) == ((1, "play", 0), [10, 7])
    game = drafted("W4.1 W4.2 B1.1 B2.1 B3.1 G4.1 G6.1", "Y1.1", "R5.1")
    run(game, "0 play W4.1 red", "1 challenge")
    assert (turn(game), sizes(game)) == ((0, "play", 0), [6, 13])


def test_m3_the_flipped_card_does_nothing_but_its_item() -> None:
    game = dealt(["WI.1 R1.1", "B1.1 B2.1", "G1.1 G2.1"], "R5.1", "YD.1 Y1.1 Y2.1", "mario_kart")
    assert refusal(game, "0 play WI.1 red") == {"color_not_allowed"}
    run(game, "0 play WI.1 uno")
    assert (turn(game), sizes(game), game.table.color) == ((1, "play", 0), [1, 2, 4], "yellow")
    assert game.table.calls == {0: "one"}


def test_m4_mushroom_and_lightning_move_again() -> None:
    game = dealt(
        ["WI.1 R1.1 R2.1", "B1.1 B2.1 B3.1", "G1.1 G2.1 G3.1"], "Y5.1", "BS.1 Y1.1 Y2.1", "mario_kart"
    )
    run(game, "0 play WI.1")
    assert (turn(game), sizes(game)) == ((0, "play", 0), [2, 4, 4])
    game = dealt(["WI.1 R1.1", "B1.1 B2.1", "G1.1 G2.1"], "Y5.1", "RR.1", "mario_kart")
    run(game, "0 play WI.1")
    assert (turn(game), game.table.direction, game.table.window) == ((0, "play", 0), 1, 0)


def test_m4_a_green_shell_opens_the_window_only_when_it_has_hit() -> None:
    game = dealt(["WI.1 R1.1", "B1.1 B2.1", "G1.1 G2.1"], "Y5.1", "G9.1 Y1.1", "mario_kart")
    run(game, "0 play WI.1")
    assert refusal(game, "1 catch 0") == {"nothing_to_catch"}
    assert refusal(game, "0 choose 0") == {"target_not_allowed"}
    run(game, "0 choose 2")
    assert (turn(game), sizes(game), game.table.window) == ((1, "play", 0), [1, 2, 3], 0)
    game = dealt(["WI.1 R1.1", "B1.1 B2.1"], "Y5.1", "G9.1 Y1.1", "mario_kart")
    run(game, "0 play WI.1")
    assert (turn(game), sizes(game)) == ((1, "play", 0), [1, 3])


def test_m11_a_bob_omb_leaves_three_and_no_uno() -> None:
    game = dealt(["WI.1 R1.1", "B1.1 B2.1"], "Y5.1", "W4.1 Y1.1 Y2.1", "mario_kart")
    run(game, "0 play WI.1 uno")
    assert (turn(game), sizes(game), game.table.color) == ((0, "color", 0), [3, 2], None)
    run(game, "0 choose blue")
    assert (turn(game), game.table.calls, game.table.window) == ((1, "play", 0), {}, None)


def test_m6_the_item_box_stays_while_the_rest_is_recycled() -> None:
    game = dealt(["WI.1 R1.1 R2.1", "B1.1 B2.1 B3.1"], "Y5.1", variant="mario_kart")
    game.table.draw_pile = []
    game.table.discards = ["R9.1", "Y5.1"]
    run(game, "0 play WI.1")
    assert (game.table.discards, game.table.draw_pile) == (["WI.1", "R9.1"], ["Y5.1"])


def test_m7_m8_the_last_item_box_wins_at_once_and_any_other_is_a_bluff() -> None:
    game = dealt(["WI.1", "B1.1"], "Y5.1", variant="mario_kart")
    run(game, "0 play WI.1")
    assert (game.table.status, game.table.up_card) == ("finished", "WI.1")
    game = dealt(["W4.1 WI.1 R1.1", "B1.1 B2.1 B3.1"], "Y5.1", variant="mario_kart")
    run(game, "0 play W4.1 red", "1 challenge")
    assert turn(game) == (1, "play", 0)


def test_m9_starters() -> None:
    game = dealt(["R1.1", "B1.1"], "W4.1", "RS.1 YD.1 G3.1", "mario_kart")
    assert (game.table.discards, turn(game)) == (["RS.1", "YD.1", "G3.1"], (0, "play", 0))
    game = dealt(["R1.1", "B1.1"], "RS.1", "WI.1", "mario_kart")
    assert (game.table.discards, turn(game)) == (["RS.1", "WI.1"], (0, "color", 0))
