"""The draw pile, its recycling, and rounds that are blocked: R2-R5."""

from typing import Any

import pytest

from service import engine
from service.engine.phases import TurnPhase
from tests.engine.positions import Table, position


def test_R2_the_discard_pile_without_its_up_card_becomes_the_draw_pile() -> None:
    table = position("R5", "Y1 Y2", "G1 G2", under="B1 B2 B3", draw="")
    table.draw(0)

    assert table.types() == ["draw_pile_recycled", "cards_drawn", "turn_passed"]
    assert table.event("draw_pile_recycled")["count"] == 3
    assert (table.up, len(table.state.discard_pile), len(table.state.draw_pile)) == ("R5.1", 1, 2)
    assert table.counts() == [3, 2]


def test_R2_recycling_waits_until_a_card_is_needed() -> None:
    table = position("R5", "Y1 Y2", "G1 G2", under="B1 B2 B3", draw="G9")
    table.draw(0)

    assert table.types() == ["cards_drawn", "turn_passed"]
    assert (len(table.state.draw_pile), len(table.state.discard_pile)) == (0, 4)


def test_R2_a_draw_goes_on_after_recycling_in_its_middle() -> None:
    table = position("R5", "RD Y2 Y3", "G1 G2", under="B1", draw="G9")
    table.state.stacked = True
    table.play(0, "RD")

    assert table.types() == ["card_played", "draw_pile_recycled", "cards_drawn", "player_skipped"]
    assert table.hand(1) == "G1 G2 G9 B1"
    assert table.event("cards_drawn")["count"] == 2
    assert [table.up, table.state.card_ids(table.state.draw_pile)] == ["RD.1", ["R5.1"]]


def test_R2_the_recycled_pile_is_shuffled() -> None:
    under = "R1 R2 R3 R4 R6 R7 R8 R9 Y3 Y4 Y5 Y6 Y7 Y8 Y9"
    table = position("R5", "G1 Y2", "G1 G2", under=under, draw="")
    shuffles = table.state.shuffles
    table.draw(0)

    names = [card.split(".")[0] for card in table.state.card_ids(table.state.draw_pile[::-1])]
    assert table.state.shuffles == shuffles + 1
    assert names != under.split()[1:]
    assert len(names) == 14


@pytest.mark.parametrize("options", [{}, {"stacking": "same", "jump_in": True}])
def test_R2_in_a_stacked_round_the_discard_pile_is_turned_over(options: dict[str, Any]) -> None:
    table = position("R5", "G1 Y2", "G1 G2", under="B1 B2 B3 B4", draw="", **options)
    table.state.stacked = True
    table.draw(0)

    assert table.hand(0) == "Y2 G1 B1"
    assert table.state.card_ids(table.state.draw_pile[::-1]) == ["B2.1", "B3.1", "B4.1"]
    assert table.state.shuffles == 0


def test_R3_drawing_from_nothing_uses_the_turn() -> None:
    table = position("R5", "Y1 Y2", "G1 G2", draw="")
    table.draw(0)

    assert table.event("cards_drawn") == {
        "type": "cards_drawn",
        "seat": 0,
        "count": 0,
        "reason": "turn",
        "secret": [[0, {"cards": []}]],
    }
    assert (table.to_move, table.phase, table.counts()) == (1, "play", [2, 2])


def test_R3_the_shortfall_is_forgiven() -> None:
    table = position("R5", "RD Y2 Y3", "G1 G2", "B1 B2", draw="")
    table.play(0, "RD")

    assert table.event("cards_drawn")["count"] == 1
    assert table.hand(1) == "R5 G1 G2"
    assert (table.to_move, table.state.phase.penalty) == (2, 0)


def blocked(*hands: str, **options: Any) -> Table:
    """Let everyone draw nothing, once."""
    table = position("R5", *hands, draw="", **options)
    for seat in range(len(hands)):
        table.draw(seat)
    return table


def test_R4_a_blocked_round_is_won_by_the_lowest_hand_that_collects_the_differences() -> None:
    table = blocked("Y9", "G1", "B4 B2")

    ended = table.event("round_ended")
    assert (ended["winner"], ended["blocked"], ended["points"]) == (1, True, [0, 13, 0])
    assert table.state.status == "round_over"
    assert table.state.totals == [0, 13, 0]
    assert ended["hands"] == [
        {"seat": 0, "cards": ["Y9.1"], "points": 9},
        {"seat": 1, "cards": ["G1.1"], "points": 1},
        {"seat": 2, "cards": ["B2.1", "B4.1"], "points": 6},
    ]


def test_R4_equal_lowest_hands_have_no_winner_and_no_points() -> None:
    table = blocked("Y1", "G9", "B1")

    ended = table.event("round_ended")
    assert (ended["winner"], ended["blocked"], ended["points"]) == (None, True, [0, 0, 0])
    assert table.state.status == "round_over"


def test_R4_a_one_round_game_is_won_together_by_equal_lowest_hands() -> None:
    table = blocked("Y1", "G9", "B1", goal={"kind": "one_round"})

    assert table.types()[-2:] == ["round_ended", "game_ended"]
    assert table.event("game_ended")["winners"] == [0, 2]
    assert table.state.winners == [0, 2]
    assert table.event("round_ended")["winner"] is None


def test_R4_not_before_everyone_has_had_such_a_turn() -> None:
    table = position("R5", "Y1", "G1", "B1", draw="")
    table.draw(0)
    table.draw(1)
    assert table.state.status == "playing"


def test_R4_a_play_starts_the_count_again() -> None:
    table = position("R5", "Y1", "G1", "R9 R8 B1", draw="")
    table.draw(0)
    table.draw(1)
    table.play(2, "R9")
    table.draw(0)  # the recycled red 5, which fits
    table.keep(0)
    table.draw(1)
    table.draw(2)
    assert table.state.status == "playing"
    table.draw(0)
    assert table.state.status == "round_over"


def test_R4_a_turn_that_drew_a_card_starts_the_count_again() -> None:
    table = position("R5", "Y1", "G1", draw="")
    table.draw(0)
    table.state.draw_pile = [table.card("B7")]
    table.draw(1)
    table.draw(0)
    assert table.state.status == "playing"
    table.draw(1)
    assert table.state.status == "round_over"


def test_R4_a_turn_that_drew_a_card_and_kept_it_starts_the_count_again() -> None:
    table = position("R5", "Y1", "G1", draw="")
    table.draw(0)
    table.state.draw_pile = [table.card("R7")]
    table.draw(1)
    table.keep(1)
    table.draw(0)
    assert table.state.status == "playing"
    table.draw(1)
    assert table.state.status == "round_over"


def test_R4_a_penalty_that_drew_nothing_counts() -> None:
    table = position("R5", "W4 Y1", "G9 G8", draw="")
    table.play(0, "W4", "blue")
    table.catch(1, 0)  # takes the only card that there is to draw
    assert table.hand(0) == "R5 Y1"
    table.draw(1)
    assert table.event("cards_drawn")["count"] == 0
    table.draw(0)

    assert table.event("round_ended")["points"] == [17 - 6, 0]


def test_R4_a_wrong_challenge_that_drew_nothing_counts() -> None:
    table = position("R5", "W4 Y1", "G9 G8", draw="")
    table.play(0, "W4", "blue")
    table.catch(1, 0)
    table.challenge(1)
    table.draw(0)

    assert table.event("round_ended")["blocked"]


def test_R4_only_active_seats_are_asked_and_counted() -> None:
    table = position("R5", "Y9", "", "B4", draw="", gone=[1])
    table.draw(0)
    table.draw(2)

    assert table.event("round_ended")["points"] == [0, 0, 5]


def test_R4_a_player_leaving_starts_the_count_again() -> None:
    table = position("R5", "Y9", "G1", "B4", "B5", draw="")
    table.draw(0)
    table.draw(1)
    table.leave(3)
    table.state.discard_pile = table.state.discard_pile[-1:]
    table.draw(2)
    assert table.state.status == "playing"
    table.draw(0)
    table.draw(1)
    assert table.state.status == "round_over"


def test_R4_the_penalty_that_a_leaver_draws_from_nothing_blocks_no_round() -> None:
    table = position(
        "RD", "Y1", "G1", "B1", draw="", stacking="draw_two", phase=TurnPhase(0, penalty=2, by=2)
    )
    table.state.idle = 2  # the others have drawn nothing
    table.leave(0)

    assert (table.state.status, table.to_move) == ("playing", 1)


def test_R5_the_wild_that_stays_on_top_keeps_its_colour() -> None:
    table = position("W", "R1 R2", "Y3 Y4", color="blue", under="G1 G2", draw="")
    table.draw(0)

    assert "draw_pile_recycled" in table.types()
    assert (table.up, table.current_color) == ("W.1", "blue")


def test_R5_a_recycled_wild_is_blank_again() -> None:
    table = position("B5", "R1 R2", "Y3 Y4", under="W", draw="")
    table.draw(0)

    assert (table.phase, table.hand(0)) == ("drawn", "R1 R2 W")
    drawn = engine.redact(table.event("cards_drawn"), 0, table.deck)["cards"]
    assert [card["color"] for card in drawn] == [None]
    table.refuses("color_required", 0, engine.Play(table.card("W.1")))
    table.play(0, "W", "yellow")
    assert table.current_color == "yellow"
