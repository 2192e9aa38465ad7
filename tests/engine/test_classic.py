"""What the cards of classic do, for any number of players: C4, R18, C6."""

import pytest

from service import engine
from tests.engine.positions import position

HANDS = ("R7 RS RR RD W Y2", "G1 G2 G3", "B1 B2 B3", "Y1 Y8 Y9")


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_C4_a_draw_two_makes_the_next_draw_two_and_lose_the_turn(seat: int, direction: int) -> None:
    hands = ["G1 G2", "B1 B2", "Y1 Y2", "Y3 Y4"]
    hands[seat] = "RD B8 B9"
    table = position("R5", *hands, to_move=seat, direction=direction)
    table.play(seat, "RD")
    victim = (seat + direction) % 4

    assert table.counts() == [4 if other == victim else 2 for other in range(4)]
    assert table.to_move == (seat + 2 * direction) % 4
    assert table.event("cards_drawn")["seat"] == table.event("player_skipped")["seat"] == victim
    assert table.event("cards_drawn")["reason"] == "draw_two"


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_C4_a_skip_passes_over_the_next(seat: int, direction: int) -> None:
    hands = ["G1 G2", "B1 B2", "Y1 Y2", "Y3 Y4"]
    hands[seat] = "RS B8 B9"
    table = position("R5", *hands, to_move=seat, direction=direction)
    table.play(seat, "RS")

    assert table.to_move == (seat + 2 * direction) % 4
    assert table.event("player_skipped")["seat"] == (seat + direction) % 4
    assert table.counts() == [2, 2, 2, 2]


@pytest.mark.parametrize("direction", [1, -1])
def test_C4_a_reverse_turns_the_direction(direction: int) -> None:
    table = position("R5", *HANDS, direction=direction)
    table.play(0, "RR")

    assert table.state.direction == -direction
    assert table.to_move == (-direction) % 4
    assert table.types() == ["card_played", "direction_changed"]
    assert table.event("direction_changed")["direction"] == -direction


@pytest.mark.parametrize("color", engine.COLORS)
def test_C4_the_player_of_a_wild_names_the_colour(color: str) -> None:
    table = position("R5", *HANDS)
    table.play(0, "W", color)

    assert (table.current_color, table.to_move, table.phase) == (color, 1, "play")
    assert table.event("card_played") == {
        "type": "card_played",
        "seat": 0,
        "card": "W.1",
        "color": color,
    }
    assert table.counts() == [5, 3, 3, 3]


def test_C4_a_number_passes_the_turn() -> None:
    table = position("R5", *HANDS)
    table.play(0, "R7")

    assert (table.up, table.current_color, table.to_move) == ("R7.1", "red", 1)
    assert table.types() == ["card_played"]
    assert table.event("card_played")["color"] == "red"


def test_C4_without_stacking_a_draw_two_is_not_answered() -> None:
    table = position("R5", "RD R1 R2", "GD RD W4", "B1 B2")
    table.play(0, "RD")

    assert table.counts() == [2, 5, 2]
    table.refuses_play("not_your_turn", 1, "GD")


@pytest.mark.parametrize("card", ["RR", "RS"])
def test_R18_with_two_players_reverse_and_skip_let_the_player_move_again(card: str) -> None:
    table = position("R5", f"{card} R1 R2", "G1 G2")
    table.play(0, card)

    assert table.to_move == 0
    assert table.state.direction == (-1 if card == "RR" else 1)
    assert table.event("player_skipped")["seat"] == 1
    table.play(0, "R1")
    assert table.to_move == 1


def test_R18_it_applies_when_two_players_are_left() -> None:
    table = position("R5", "RR R1 R2", "", "G1 G2", gone=[1])
    table.play(0, "RR")
    assert table.to_move == 0

    table = position("R5", "RR R1 R2", "B1 B2", "G1 G2")
    table.leave(1)
    table.play(0, "RR")
    assert (table.to_move, table.state.direction) == (0, -1)


def test_R18_with_three_players_a_reverse_is_no_skip() -> None:
    table = position("R5", "RR R1 R2", "B1 B2", "G1 G2")
    table.play(0, "RR")

    assert table.to_move == 2


@pytest.mark.parametrize("card", ["RD", "W4"])
def test_C4_with_two_players_the_victim_is_passed_over(card: str) -> None:
    table = position("R5", f"{card} B1 B2", "G1 G2")
    if card == "RD":
        table.play(0, card)
    else:
        table.play(0, card, "red")
        table.draw(1)

    assert (table.to_move, table.counts()) == (0, [2, 4 if card == "RD" else 6])


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("R0 G0", 0),
        ("R1 Y2 G3 B4 R5 Y6 G7 B8 R9", 45),
        ("RS", 20),
        ("YR", 20),
        ("GD", 20),
        ("W", 50),
        ("W4", 50),
        ("W W4 BD BS BR B9 B0", 169),
    ],
)
def test_C6_the_winner_collects_the_value_of_the_others_cards(hand: str, value: int) -> None:
    table = position("R5", "R7", hand, "G9")
    table.play(0, "R7")

    assert table.event("round_ended")["points"] == [value + 9, 0, 0]
    assert table.event("round_ended")["hands"][0]["points"] == value
    assert table.state.totals == [value + 9, 0, 0]


def test_C6_a_winner_in_the_middle_collects_from_both_sides() -> None:
    table = position("R5", "R7 Y1", "R3", "G9", "W4")
    table.play(0, "R7", uno=True)
    table.play(1, "R3")

    assert table.event("round_ended") == {
        "type": "round_ended",
        "seat": 1,
        "round": 1,
        "winner": 1,
        "blocked": False,
        "points": [0, 60, 0, 0],
        "hands": [
            {"seat": 0, "cards": ["Y1.1"], "points": 1},
            {"seat": 2, "cards": ["G9.1"], "points": 9},
            {"seat": 3, "cards": ["W4.1"], "points": 50},
        ],
    }
