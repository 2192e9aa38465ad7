"""The start of a game and of each round: R1, C1-C3."""

from collections import Counter

import pytest

from service import engine
from service.engine.deal import turn_up
from tests.engine.positions import SEED, dealt, position


def test_R1_seven_cards_are_dealt_one_at_a_time_to_the_dealers_left_first() -> None:
    table = dealt("classic", 3, "", dealer=0)
    ids = table.deck.ids

    assert [table.state.card_ids(hand) for hand in table.state.hands] == [
        list(ids[2:21:3]),
        list(ids[0:21:3]),
        list(ids[1:21:3]),
    ]
    assert table.up == ids[21]
    assert table.state.card_ids(table.state.draw_pile[::-1]) == list(ids[22:])
    assert table.types()[:5] == ["round_started", *["cards_dealt"] * 3, "card_turned_up"]
    assert [e["seat"] for e in table.events if e["type"] == "cards_dealt"] == [0, 1, 2]
    assert {e["count"] for e in table.events if e["type"] == "cards_dealt"} == {7}


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 0), (None, 0)])
def test_R1_the_seat_to_the_dealers_left_moves_first_clockwise(dealer: int | None, first: int) -> None:
    table = dealt("classic", 3, "R1 R2 R3 G5", dealer=dealer, starting_hand=1)

    assert (table.to_move, table.phase, table.state.direction) == (first, "play", 1)
    table.draw(first)
    if table.phase == "drawn":
        table.keep(first)
    assert table.to_move == (first + 1) % 3


def test_R1_the_first_dealer_is_drawn_by_lot() -> None:
    options = engine.VARIANTS["classic"].make_options({})
    dealers = Counter(
        engine.new_game("classic", options, 3, seed=bytes([n]) * 32)[0].dealer for n in range(90)
    )

    assert set(dealers) == {0, 1, 2}
    assert min(dealers.values()) > 15


def test_R1_a_named_dealer_needs_no_lot() -> None:
    options = engine.VARIANTS["classic"].make_options({})
    state, events = engine.new_game("classic", options, 4, seed=SEED, dealer=2)

    assert state.dealer == 2
    assert events[0] == {"type": "round_started", "round": 1, "dealer": 2}
    assert not state.stacked


def test_R1_the_deal_passes_to_the_left_and_everything_is_dealt_anew() -> None:
    table = position("R5", "R7", "G1 W", "B2", dealer=1, direction=-1)
    table.play(0, "R7")
    table.next_round(1)

    assert table.events[0] == {"type": "round_started", "round": 2, "dealer": 2}
    assert table.state.dealer == 2
    drawn = 2 if table.deck.ranks[table.state.discard_pile[0]] == 12 else 0
    assert sum(table.counts()) == 21 + drawn
    assert sum(table.counts()) + len(table.state.draw_pile) + 1 == 108
    assert table.state.totals == [1 + 50 + 2, 0, 0]


def test_R1_the_deal_passes_over_seats_that_left() -> None:
    table = position("R5", "R7", "", "G1 W", "B2", dealer=0, gone=[1])
    table.play(0, "R7")
    table.next_round(0)

    assert table.state.dealer == 2
    assert table.state.hands[1] == []
    assert [e["seat"] for e in table.events if e["type"] == "cards_dealt"] == [0, 2, 3]


def test_R1_a_deck_serves_the_first_round_alone() -> None:
    table = dealt("classic", 2, "R1 G9 R2", starting_hand=1)
    stacked = [table.state.stacked]
    table.play(0, "R1")
    table.next_round(0)
    stacked.append(table.state.stacked)

    assert stacked == [True, False]
    canonical = dealt("classic", 2, "", starting_hand=1)
    assert table.state.draw_pile != canonical.state.draw_pile


def test_C1_the_deck_has_108_cards() -> None:
    deck = engine.VARIANTS["classic"].deck
    codes = Counter(card.split(".")[0] for card in deck.ids)

    assert len(deck) == len(set(deck.ids)) == 108
    for color in "RYGB":
        assert codes[f"{color}0"] == 1
        assert [codes[f"{color}{rank}"] for rank in "123456789SRD"] == [2] * 12
    assert (codes["W"], codes["W4"]) == (4, 4)


def test_C1_the_canonical_order_is_colour_rank_copy_then_wilds() -> None:
    ids = engine.VARIANTS["classic"].deck.ids

    assert ids[:4] == ("R0.1", "R1.1", "R1.2", "R2.1")
    assert ids[19:27] == ("RS.1", "RS.2", "RR.1", "RR.2", "RD.1", "RD.2", "Y0.1", "Y1.1")
    assert ids[50] == "G0.1"
    assert ids[75] == "B0.1"
    assert ids[100:] == ("W.1", "W.2", "W.3", "W.4", "W4.1", "W4.2", "W4.3", "W4.4")


def test_C1_two_to_ten_players() -> None:
    classic = engine.VARIANTS["classic"]

    assert (classic.min_players, classic.max_players) == (2, 10)
    assert len(dealt("classic", 10, "").state.hands) == 10


def test_C2_a_draw_two_turned_up_makes_the_first_player_draw_two_and_lose_the_turn() -> None:
    table = dealt("classic", 3, "R1 R2 R3 BD Y4 Y5 Y6", starting_hand=1)

    assert table.hand(0) == "R1 Y4 Y5"
    assert table.to_move == 1
    assert table.event("cards_drawn")["reason"] == "turned_up"
    assert table.event("player_skipped")["seat"] == 0
    assert table.state.phase.penalty == 0


@pytest.mark.parametrize("stacking", ["draw_two", "same"])
def test_C2_no_answer_to_a_starter(stacking: str) -> None:
    table = dealt("classic", 3, "RD YD R3 BD Y4 Y5 Y6", starting_hand=1, stacking=stacking)

    assert table.hand(0) == "RD Y4 Y5"
    assert (table.to_move, table.state.phase.penalty) == (1, 0)


@pytest.mark.parametrize(("seats", "to_move"), [(2, 1), (3, 1), (4, 1)])
def test_C2_a_skip_turned_up_passes_over_the_first_player(seats: int, to_move: int) -> None:
    table = dealt("classic", seats, "R1 R2 R3 R4"[: 3 * seats] + " BS", starting_hand=1)

    assert table.to_move == to_move
    assert table.event("player_skipped")["seat"] == 0
    assert table.state.direction == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C2_a_reverse_turned_up_lets_the_dealer_begin_counter_clockwise(seats: int) -> None:
    table = dealt("classic", seats, "R1 R2 R3 R4"[: 3 * seats] + " BR R9", starting_hand=1)

    assert table.to_move == seats - 1
    assert table.state.direction == -1
    assert table.event("direction_changed") == {"type": "direction_changed", "seat": None, "direction": -1}
    table.draw(seats - 1)
    assert table.to_move == seats - 2


@pytest.mark.parametrize("wild", ["W", "W4"])
def test_C3_a_wild_turned_up_goes_to_the_bottom_in_a_stacked_round(wild: str) -> None:
    table = dealt("classic", 3, f"R1 R2 R3 {wild} G5", starting_hand=1)

    assert table.up == "G5.1"
    assert table.deck.ids[table.state.draw_pile[0]] == f"{wild}.1"
    assert [table.hand(seat) for seat in range(3)] == ["R1", "R2", "R3"]
    assert table.types()[-3:] == ["card_turned_up", "starter_returned", "card_turned_up"]
    assert table.event("starter_returned")["card"] == f"{wild}.1"
    assert (table.to_move, table.phase, table.current_color) == (0, "play", "green")


@pytest.mark.parametrize("wild", ["W", "W4"])
def test_C3_a_wild_turned_up_is_shuffled_back(wild: str) -> None:
    table = position("R5", "R7 Y2", "G1 B3", draw=f"{wild} G9")
    table.state.discard_pile = []
    events: engine.Events = []
    turn_up(table.state, events)

    assert table.up == "G9.1"
    assert table.state.card_ids(table.state.draw_pile) == [f"{wild}.1"]
    assert table.state.shuffles >= 1
    assert [event["type"] for event in events[:2]] == ["card_turned_up", "starter_returned"]
    assert [table.hand(0), table.hand(1)] == ["R7 Y2", "G1 B3"]


def test_C3_the_cards_left_are_shuffled_together_with_the_wild() -> None:
    rest = "W R1 R2 R3 R4 R6 R8 R9 G2 G3 G4 G6 G7 G8 B1 B2 B4 B6 B7 B8 B9"
    table = position("R5", "R7 Y2", "G1 B3", draw=rest)
    table.state.discard_pile = []
    before = table.state.draw_pile[:-1]
    turn_up(table.state, [])

    left = table.state.draw_pile + table.state.discard_pile
    assert sorted(left) == sorted([*before, table.card("W.1")])
    assert left[:10] != before[:10]


def test_C3_starter_wild_choose_lets_the_first_player_name_the_colour_and_move() -> None:
    table = dealt("classic", 3, "R1 R2 R3 W G5", starting_hand=1, starter_wild="choose")

    assert (table.up, table.current_color) == ("W.1", None)
    assert (table.to_move, table.phase, table.state.phase.reason) == (0, "color", "starter")
    assert table.legal(0) == ["choose"]
    table.refuses("wrong_phase", 0, engine.Draw())
    table.refuses("not_your_turn", 1, engine.ChooseColor(0))

    table.color(0, "green")
    assert (table.to_move, table.phase, table.current_color) == (0, "play", "green")
    assert table.event("color_chosen") == {"type": "color_chosen", "seat": 0, "color": "green"}
    table.refuses_play("card_not_playable", 0, "R1")


def test_C3_naming_the_colour_of_a_starter_opens_no_window() -> None:
    table = dealt("classic", 3, "R1 R2 R3 W G5", starting_hand=1, starter_wild="choose")
    table.color(0, "green")

    table.refuses("nothing_to_catch", 1, engine.Catch(0))
    table.refuses("uno_not_due", 0, engine.CallUno())


def test_C3_starter_wild_choose_still_returns_a_wild_draw_four() -> None:
    table = dealt("classic", 3, "R1 R2 R3 W4 G5", starting_hand=1, starter_wild="choose")

    assert table.up == "G5.1"


@pytest.mark.parametrize("hand", [1, 4, 20])
def test_starting_hand_is_what_each_seat_is_dealt(hand: int) -> None:
    table = dealt("classic", 4, "", starting_hand=hand)

    assert sum(table.counts()) >= 4 * hand
    assert [e["count"] for e in table.events if e["type"] == "cards_dealt"] == [hand] * 4
