"""The end of the game and the score sheet: R21, C6."""

from typing import Any

import pytest

from service import engine
from tests.engine.positions import Table, position

FIVE_HUNDRED = {"kind": "points", "value": 500}


def won(totals: list[int], goal: dict[str, Any] = FIVE_HUNDRED, round_number: int = 1) -> Table:
    """Let seat 0 win 12 points in a game that stands at `totals`."""
    table = position("R5", "R7", "G9", "B3", goal=goal)
    table.state.totals, table.state.round = list(totals), round_number
    table.play(0, "R7")
    return table


def test_C6_the_first_to_500_wins_the_game() -> None:
    table = won([488, 499, 0])

    assert table.types()[-2:] == ["round_ended", "game_ended"]
    assert table.state.status == "finished"
    assert table.state.winners == table.event("game_ended")["winners"] == [0]
    assert table.state.totals == [500, 499, 0]


def test_C6_499_are_not_enough() -> None:
    table = won([487, 490, 0])

    assert (table.state.status, table.state.winners) == ("round_over", [])
    assert "game_ended" not in table.types()


def test_C6_an_agreed_goal() -> None:
    assert won([0, 0, 0], {"kind": "points", "value": 12}).state.status == "finished"
    assert won([0, 0, 0], {"kind": "points", "value": 13}).state.status == "round_over"


def test_R21_after_so_many_rounds_the_best_total_wins() -> None:
    goal = {"kind": "rounds", "value": 3}

    assert won([0, 5, 6], goal, 2).state.status == "round_over"
    assert won([0, 5, 6], goal, 3).state.winners == [0]
    assert won([0, 5, 60], goal, 3).state.winners == [2]


def test_R21_equal_totals_share_the_win() -> None:
    table = won([0, 12, 12], {"kind": "rounds", "value": 3}, 3)

    assert table.event("game_ended")["winners"] == [0, 1, 2]


def test_R21_only_active_seats_can_win() -> None:
    table = position("R5", "R7", "", "B3", gone=[1], goal={"kind": "rounds", "value": 1})
    table.state.totals = [0, 400, 0]
    table.play(0, "R7")

    assert table.state.winners == [0]
    assert table.state.totals == [3, 400, 0]


def test_R21_a_goal_in_points_is_not_met_by_who_left() -> None:
    table = position("R5", "R7", "", "B3", gone=[1])
    table.state.totals = [0, 700, 0]
    table.play(0, "R7")

    assert table.state.status == "round_over"


def test_R21_one_round_is_won_by_its_winner() -> None:
    table = won([0, 900, 0], {"kind": "one_round"})

    assert (table.state.status, table.state.winners) == ("finished", [0])


def test_R21_after_the_end_every_move_is_refused() -> None:
    table = won([0, 0, 0], {"kind": "one_round"})

    for seat in range(3):
        assert table.legal(seat) == []
        for move in (
            engine.Play(0),
            engine.Draw(),
            engine.Pass(),
            engine.Challenge(),
            engine.ChooseColor(0),
            engine.ChooseSeat(1),
            engine.CallUno(),
            engine.Catch(1),
            engine.Draft(keep=True),
            engine.NextRound(),
        ):
            table.refuses("game_over", seat, move)


def test_the_score_sheet_keeps_every_round_and_shows_its_hands() -> None:
    table = won([0, 0, 0], {"kind": "points", "value": 100})
    sheet = engine.score_sheet(table.state)
    nine = {"id": "G9.1", "color": "green", "kind": "number", "number": 9, "points": 9, "item": None}
    three = {"id": "B3.1", "color": "blue", "kind": "number", "number": 3, "points": 3, "item": None}

    assert sheet["scoring"] == "winner_collects"
    assert sheet["goal"] == {"kind": "points", "value": 100}
    assert sheet["winners"] == []
    assert sheet["rounds"] == [
        {
            "round": 1,
            "winner": 0,
            "blocked": False,
            "points": [12, 0, 0],
            "hands": [
                {"seat": 1, "cards": [nine], "points": 9},
                {"seat": 2, "cards": [three], "points": 3},
            ],
        }
    ]
    table.next_round(2)
    assert engine.score_sheet(table.state)["rounds"] == sheet["rounds"]


def test_the_goal_of_one_round_has_no_value() -> None:
    sheet = engine.score_sheet(won([0, 0, 0], {"kind": "one_round"}).state)

    assert sheet["goal"] == {"kind": "one_round", "value": None}
    assert sheet["winners"] == [0]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_seat_may_ask_for_the_next_round(seat: int) -> None:
    table = won([0, 0, 0])
    assert table.legal(seat) == ["next_round"]
    table.next_round(seat)

    assert table.state.round == 2
    assert table.state.totals == [12, 0, 0]
    table.refuses("round_not_over", seat, engine.NextRound())


def test_hands_stay_shown_until_the_next_round_is_dealt() -> None:
    table = won([0, 0, 0])

    seen = engine.view(table.state, 1)
    assert seen["status"] == "round_over"
    assert seen["turn"] is None
    assert [player["cards"] for player in seen["players"]] == [0, 1, 1]
    assert [card["id"] for card in seen["you"]["hand"]] == ["G9.1"]
