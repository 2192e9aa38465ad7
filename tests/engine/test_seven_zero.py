"""The option `seven_zero`: hands that swap and move on (section 5)."""

import pytest

from service import engine
from tests.engine.positions import dealt, position


def test_seven_its_player_swaps_with_a_player_of_their_choice() -> None:
    table = position("R5", "R7 Y2 Y3", "G1", "B4 B5 B6 B8", seven_zero=True)
    table.play(0, "R7")
    assert engine.view(table.state, None)["turn"] == {
        "seat": 0,
        "phase": "seat",
        "penalty": 0,
        "by": None,
        "reason": "seven",
        "deadline": None,
    }
    assert engine.legal_moves(table.state, 0)[0].json == {
        "action": "choose",
        "needs": ["seat"],
        "seats": [1, 2],
    }
    table.pick(0, 2)

    assert [table.hand(seat) for seat in range(3)] == ["B4 B5 B6 B8", "G1", "Y2 Y3"]
    assert table.types() == ["seat_chosen", "hands_swapped"]
    assert table.event("seat_chosen") == {"type": "seat_chosen", "seat": 0, "target": 2}
    assert (table.to_move, table.phase) == (1, "play")


def test_seven_the_choice_is_another_active_seat() -> None:
    table = position("R5", "R7 Y2 Y3", "G1 G2", "", "B4 B5", seven_zero=True, gone=[2])
    table.play(0, "R7")

    table.refuses("target_not_allowed", 0, engine.ChooseSeat(0))
    table.refuses("target_not_allowed", 0, engine.ChooseSeat(2))
    table.refuses("seat_not_found", 0, engine.ChooseSeat(4))
    table.refuses("seat_not_found", 0, engine.ChooseSeat(-1))
    table.refuses("wrong_phase", 0, engine.ChooseColor(1))
    table.refuses("wrong_phase", 0, engine.Draw())
    table.refuses("not_your_turn", 1, engine.ChooseSeat(0))
    table.pick(0, 3)


def test_seven_with_two_active_players_is_automatic() -> None:
    table = position("R5", "R7 Y2 Y3", "", "B4", seven_zero=True, gone=[1])
    table.play(0, "R7")

    assert table.types() == ["card_played", "hands_swapped"]
    assert (table.hand(0), table.hand(2), table.to_move) == ("B4", "Y2 Y3", 2)


def test_seven_each_sees_the_new_hand_and_nobody_else_does() -> None:
    table = position("R5", "R7 Y2 Y3", "G1", "B4", seven_zero=True)
    table.play(0, "R7")
    table.pick(0, 1)
    event = table.event("hands_swapped")

    def seen(viewer: int | None) -> list[str] | None:
        shown = engine.redact(event, viewer, table.deck)
        return [card["id"] for card in shown["cards"]] if "cards" in shown else None

    assert [seen(0), seen(1), seen(2), seen(None)] == [["G1.1"], ["Y2.1", "Y3.1"], None, None]
    assert (event["seat"], event["target"]) == (0, 1)


@pytest.mark.parametrize(("direction", "hands"), [(1, ["B4", "Y2 Y3", "G1"]), (-1, ["G1", "B4", "Y2 Y3"])])
def test_zero_all_hands_move_one_seat_on_in_the_direction_of_play(direction: int, hands: list[str]) -> None:
    table = position("R5", "R0 Y2 Y3", "G1", "B4", seven_zero=True, direction=direction)
    table.play(0, "R0")

    assert [table.hand(seat) for seat in range(3)] == hands
    assert table.types() == ["card_played", "hands_rotated"]
    assert table.to_move == direction % 3


def test_zero_passes_over_who_left() -> None:
    table = position("R5", "R0 Y2 Y3", "", "B4", "G1", seven_zero=True, gone=[1])
    table.play(0, "R0")

    assert [table.hand(seat) for seat in range(4)] == ["G1", "", "Y2 Y3", "B4"]


def test_zero_each_sees_the_new_hand() -> None:
    table = position("R5", "R0 Y2 Y3", "G1", "B4", seven_zero=True)
    table.play(0, "R0")
    event = table.event("hands_rotated")

    for viewer, hand in enumerate(["B4.1", "Y2.1 Y3.1", "G1.1"]):
        assert [card["id"] for card in engine.redact(event, viewer, table.deck)["cards"]] == hand.split()
    assert "cards" not in engine.redact(event, None, table.deck)


@pytest.mark.parametrize("card", ["R7", "R0"])
def test_seven_zero_as_the_last_card_swaps_nothing(card: str) -> None:
    table = position("R5", card, "G1", "B4", seven_zero=True)
    table.play(0, card)

    assert table.types() == ["card_played", "round_ended"]
    assert table.event("round_ended")["winner"] == 0
    assert table.hand(1) == "G1"


@pytest.mark.parametrize("card", ["R7", "R0"])
def test_seven_zero_a_starter_swaps_nothing(card: str) -> None:
    table = dealt("classic", 3, f"R1 Y2 G3 {card}", starting_hand=1, seven_zero=True)

    assert [table.hand(seat) for seat in range(3)] == ["R1", "Y2", "G3"]
    assert (table.to_move, table.phase) == (0, "play")


@pytest.mark.parametrize("card", ["R7", "R0"])
def test_seven_zero_without_the_option_they_are_plain_numbers(card: str) -> None:
    table = position("R5", f"{card} Y2 Y3", "G1", "B4")
    table.play(0, card)

    assert table.types() == ["card_played"]
    assert (table.to_move, table.phase) == (1, "play")


def test_seven_only_its_player_can_owe_a_uno() -> None:
    table = position("R5", "R7 Y2", "G1 G2", "B4 B5", seven_zero=True)
    table.play(0, "R7")
    table.pick(0, 1)  # seat 1 holds one card now

    assert table.counts() == [2, 1, 2]
    for seat in (0, 2):
        table.refuses("nothing_to_catch", seat, engine.Catch(1))
    table.refuses("uno_not_due", 1, engine.CallUno())
    table.refuses("nothing_to_catch", 1, engine.Catch(0))


def test_seven_uno_is_judged_after_the_swap() -> None:
    table = position("R5", "R7 Y2 Y3 Y4", "G1", "B4 B5", seven_zero=True)
    table.play(0, "R7")
    table.refuses("nothing_to_catch", 1, engine.Catch(0))
    table.pick(0, 1)

    assert table.counts()[0] == 1
    assert "uno" in table.legal(0)
    table.catch(2, 0)


def test_seven_a_call_made_with_the_play_counts_if_the_new_hand_is_one_card() -> None:
    table = position("R5", "R7 Y2 Y3 Y4", "G1", "B4 B5", seven_zero=True)
    table.play(0, "R7", uno=True)
    assert table.types() == ["card_played", "uno_said"]
    assert table.state.said[0]
    table.pick(0, 1)

    assert table.state.said[0]
    table.refuses("nothing_to_catch", 2, engine.Catch(0))


def test_seven_a_call_made_earlier_in_the_turn_counts_too() -> None:
    table = position("R5", "R7 Y2", "G1", "B4 B5", seven_zero=True)
    table.uno(0)
    table.play(0, "R7")
    table.pick(0, 1)

    assert (table.counts(), table.state.said) == ([1, 1, 2], [True, False, False])


def test_seven_a_call_lapses_when_the_new_hand_is_not_one_card() -> None:
    table = position("R5", "R7 Y2", "G1 G2", "B4 B5", seven_zero=True)
    table.play(0, "R7", uno=True)
    table.pick(0, 1)

    assert table.state.said == [False] * 3


def test_seven_every_other_call_whose_hand_moved_lapses() -> None:
    table = position("R5", "R3 Y9", "R7 G8", "B3 B4", seven_zero=True)
    table.play(0, "R3", uno=True)
    table.play(1, "R7")
    assert table.state.said[0]
    table.pick(1, 0)  # both hold one card before and after

    assert table.counts() == [1, 1, 2]
    assert table.state.said == [False] * 3


def test_seven_a_call_whose_hand_did_not_move_stands() -> None:
    table = position("R5", "R3 Y9", "R7 G8 G9", "B3 B4", seven_zero=True)
    table.play(0, "R3", uno=True)
    table.play(1, "R7")
    table.pick(1, 2)

    assert table.state.said == [True, False, False]


def test_zero_every_call_but_its_players_lapses() -> None:
    table = position("R5", "R3 Y9", "R0 G8 G9", "B3", seven_zero=True)
    table.play(0, "R3", uno=True)
    table.play(1, "R0", uno=True)

    assert table.counts() == [1, 1, 2]
    assert table.state.said == [False, True, False]
    assert table.types() == ["card_played", "hands_rotated", "uno_said"]
    table.refuses("nothing_to_catch", 2, engine.Catch(1))


def test_zero_its_player_owes_a_uno_for_the_new_hand() -> None:
    table = position("R5", "R0 Y2 Y3", "G1 G2", "B4", seven_zero=True)
    table.play(0, "R0")

    assert table.counts() == [1, 2, 2]
    table.catch(1, 0)


def test_zero_nobody_else_owes_one() -> None:
    table = position("R5", "R0 Y2", "G1 G2", "B4 B5", seven_zero=True)
    table.play(0, "R0")

    assert table.counts() == [2, 1, 2]
    table.refuses("nothing_to_catch", 0, engine.Catch(1))
    table.refuses("nothing_to_catch", 2, engine.Catch(1))


def test_seven_when_drawn_may_be_played_and_swaps() -> None:
    table = position("R5", "B7 Y2", "G1", "B4 B5", seven_zero=True, draw="R7")
    table.draw(0)
    table.play(0, "R7")
    table.pick(0, 1)

    assert table.hand(1) == "Y2 B7"
