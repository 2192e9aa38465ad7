"""UNO Mario Kart (M1-M11) and its options."""

from typing import Any

import pytest

from service import engine
from tests.engine.positions import Table, all_cards, dealt, position

SEATS = [2, 3, 4, 5]
BOTH = [1, -1]


def kart(up: str, *hands: str, **more: Any) -> Table:
    return position(up, *hands, variant="mario_kart", **more)


def flip(card: str, seats: int = 3, mover: int = 0, mine: str = "WI Y1 Y2", **more: Any) -> Table:
    """Let `mover` lay an Item Box that flips `card`; the others hold three cards each."""
    hands = [mine if seat == mover else f"R{seat + 1} G{seat + 1} B{seat + 1}" for seat in range(seats)]
    more.setdefault("draw", f"{card} G7 G8 G9 B7 B8 B9 R7 R8 R9")
    table = kart("R5", *hands, to_move=mover, **more)
    table.play(mover, "WI")
    return table


def drawn(table: Table) -> list[tuple[int, int, str]]:
    """List who drew how many, and why, in the last move."""
    return [
        (event["seat"], event["count"], event["reason"])
        for event in table.events
        if event["type"] == "cards_drawn"
    ]


def turn(table: Table) -> tuple[int | None, str, str | None]:
    shown = engine.view(table.state, None)["turn"]
    return shown["seat"], shown["phase"], shown["reason"]


def step(seat: int, by: int, seats: int) -> int:
    return (seat + by) % seats


# ------------------------------------------------------------------------------------------------------- the deck


def test_M1_112_cards() -> None:
    variant = engine.VARIANTS["mario_kart"]
    ids = variant.deck.ids
    assert len(ids) == len(set(ids)) == 112
    ranks = [card.split(".")[0] for card in ids]
    for color in "RYGB":
        assert [ranks.count(f"{color}{rank}") for rank in "0123456789SRD"] == [1] + [2] * 12
    assert (ranks.count("W"), ranks.count("W4"), ranks.count("WI")) == (0, 4, 8)
    assert ids[-12:] == (*(f"W4.{n}" for n in range(1, 5)), *(f"WI.{n}" for n in range(1, 9)))
    assert (variant.min_players, variant.max_players) == (2, 10)


def test_M2_every_card_pictures_an_item_by_colour_and_every_wild_a_bob_omb() -> None:
    objects = engine.VARIANTS["mario_kart"].deck.objects.values()
    assert {(card["color"], card["item"]) for card in objects} == {
        ("red", "mushroom"),
        ("yellow", "banana_peel"),
        ("green", "green_shell"),
        ("blue", "lightning"),
        (None, "bob_omb"),
    }


@pytest.mark.parametrize("card", ["Y5", "G5", "B5"])
def test_M2_an_item_does_not_matter_on_a_card_that_is_played(card: str) -> None:
    table = kart("R5", f"{card} Y1 Y2", "R1 G1", "R2 G2")
    table.play(0, card)
    assert table.types() == ["card_played"]
    assert (turn(table), table.counts()) == ((1, "play", None), [2, 2, 2])


# --------------------------------------------------------------------------------------------------- the Item Box


@pytest.mark.parametrize("up", ["R5", "GS", "YR", "BD"])
def test_M3_an_item_box_goes_on_anything(up: str) -> None:
    assert "WI" in kart(up, "WI Y1 Y2", "R1").legal(0)


@pytest.mark.parametrize("up", ["W4", "WI"])
def test_M3_an_item_box_goes_on_a_wild_of_any_named_colour(up: str) -> None:
    for color in engine.COLORS:
        assert "WI" in kart(up, "WI Y1 Y2", "R1", color=color).legal(0)


def test_M3_the_top_card_is_flipped_onto_it_and_becomes_the_up_card() -> None:
    table = flip("Y9")
    assert table.types() == ["card_played", "item_flipped", "cards_drawn"]
    assert table.event("card_played") == {
        "type": "card_played",
        "seat": 0,
        "card": "WI.1",
        "color": None,
    }
    assert table.event("item_flipped") == {
        "type": "item_flipped",
        "seat": 0,
        "card": "Y9.1",
        "item": "banana_peel",
    }
    assert [table.deck.ids[card] for card in table.state.discard_pile] == ["R5.1", "WI.1", "Y9.1"]


def test_M3_play_goes_on_upon_the_flipped_card_by_its_colour_number_or_symbol() -> None:
    number = flip("Y9")
    number.state.hands[1] = sorted(number.deck.index[card] for card in ("Y3.1", "R9.1", "R5.2", "G1.1"))
    assert number.legal(1) == ["R9", "Y3", "draw"]
    symbol = flip("YS")
    symbol.state.hands[1] = sorted(symbol.deck.index[card] for card in ("Y3.1", "RS.1", "R5.2", "G1.1"))
    assert symbol.legal(1) == ["RS", "Y3", "draw"]
    assert symbol.current_color == "yellow"


@pytest.mark.parametrize("card", ["YS", "YR", "YD"])
@pytest.mark.parametrize("direction", BOTH)
@pytest.mark.parametrize("seats", SEATS)
def test_M3_the_flipped_cards_own_action_is_ignored(card: str, direction: int, seats: int) -> None:
    table = flip(card, seats, direction=direction)
    assert table.types() == ["card_played", "item_flipped", "cards_drawn"]
    assert table.state.direction == direction
    assert table.state.phase.penalty == 0
    assert turn(table) == (step(0, direction, seats), "play", None)
    assert drawn(table) == [(step(0, -direction, seats), 2, "banana_peel")]


@pytest.mark.parametrize("stacking", ["none", "draw_two", "same"])
def test_M3_a_flipped_draw_two_is_owed_by_nobody_and_answered_by_nobody(stacking: str) -> None:
    table = flip("YD", stacking=stacking)
    assert table.state.phase.penalty == 0
    table.draw(1)
    assert drawn(table) == [(1, 1, "turn")]


@pytest.mark.parametrize("card", ["W4", "WI"])
def test_M3_a_flipped_wild_is_neither_challenged_nor_flips_again(card: str) -> None:
    table = flip(f"{card}.2")
    assert table.types() == ["card_played", "item_flipped", "cards_drawn"]
    assert turn(table) == (0, "color", "bob_omb")
    table.refuses("nothing_to_challenge", 0, engine.Challenge())
    table.color(0, "red")
    assert turn(table) == (1, "play", None)
    table.refuses("nothing_to_challenge", 1, engine.Challenge())


def test_M3_no_colour_is_named_with_the_play() -> None:
    table = kart("R5", "WI Y1 Y2", "R1")
    table.refuses_play("color_not_allowed", 0, "WI", "red")
    assert all("needs" not in entry.json for entry in engine.legal_moves(table.state, 0))


# ----------------------------------------------------------------------------------------------------------- items


@pytest.mark.parametrize("card", ["R0", "RS", "RD"])
@pytest.mark.parametrize("direction", BOTH)
@pytest.mark.parametrize("seats", SEATS)
def test_M4_mushroom_its_player_moves_again(card: str, direction: int, seats: int) -> None:
    table = flip(card, seats, direction=direction)
    assert table.types() == ["card_played", "item_flipped"]
    assert turn(table) == (0, "play", None)
    assert table.current_color == "red"


def test_M4_mushroom_gives_a_full_turn_that_is_compulsory() -> None:
    table = flip("R0")
    assert table.legal(0) == ["draw", "uno"]
    table.refuses("wrong_phase", 0, engine.Pass())
    table.draw(0)
    assert (turn(table), drawn(table)) == ((1, "play", None), [(0, 1, "turn")])


def test_M4_mushroom_may_be_followed_by_another_item_box() -> None:
    table = flip("R0 R8", mine="WI WI Y1 Y2")
    table.play(0, "WI")
    assert table.event("item_flipped")["card"] == "R8.1"
    assert (turn(table), table.hand(0)) == ((0, "play", None), "Y1 Y2")


@pytest.mark.parametrize("direction", BOTH)
@pytest.mark.parametrize("seats", SEATS)
def test_M4_banana_peel_the_seat_before_draws_two(seats: int, direction: int) -> None:
    for mover in range(seats):
        table = flip("Y9", seats, mover, direction=direction)
        assert drawn(table) == [(step(mover, -direction, seats), 2, "banana_peel")]
        assert turn(table) == (step(mover, direction, seats), "play", None)


def test_M4_banana_peel_reaches_a_seat_that_was_skipped() -> None:
    table = kart("R5", "RS Y1", "R1 G1 B1", "WI Y3 Y4", draw="Y9 G7 G8 G9")
    table.play(0, "RS")
    table.play(2, "WI")
    assert drawn(table) == [(1, 2, "banana_peel")]


def test_M4_banana_peel_reaches_a_seat_that_has_not_moved_yet() -> None:
    table = kart("R5", "WI Y3 Y4", "R1", "R2", "R3", draw="Y9 G7 G8 G9")
    table.play(0, "WI")
    assert drawn(table) == [(3, 2, "banana_peel")]


def test_M4_banana_peel_follows_a_direction_just_turned() -> None:
    table = kart("R5", "RR Y1", "R1 G1 B1", "WI Y3 Y4", draw="Y9 G7 G8 G9")
    table.play(0, "RR")
    table.play(2, "WI")
    assert drawn(table) == [(0, 2, "banana_peel")]
    assert turn(table) == (1, "play", None)


@pytest.mark.parametrize(
    ("direction", "gone", "victim"), [(1, [4], 3), (1, [4, 3], 2), (-1, [1], 2), (-1, [1, 2], 3)]
)
def test_M4_banana_peel_passes_over_seats_that_left(direction: int, gone: list[int], victim: int) -> None:
    hands = ["WI Y3 Y4", *("" if seat in gone else f"R{seat}" for seat in range(1, 5))]
    table = kart("R5", *hands, gone=gone, direction=direction, draw="Y9 G7 G8 G9")
    table.play(0, "WI")
    assert drawn(table) == [(victim, 2, "banana_peel")]


@pytest.mark.parametrize("direction", BOTH)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_M4_green_shell_its_player_picks_who_draws_one(seats: int, direction: int) -> None:
    for target in range(1, seats):
        table = flip("G0", seats, direction=direction)
        assert turn(table) == (0, "seat", "green_shell")
        assert drawn(table) == []
        assert engine.legal_moves(table.state, 0)[0].json["seats"] == list(range(1, seats))
        assert table.current_color == "green"
        table.pick(0, target)
        assert table.types() == ["seat_chosen", "cards_drawn"]
        assert table.event("seat_chosen")["target"] == target
        assert drawn(table) == [(target, 1, "green_shell")]
        assert turn(table) == (step(0, direction, seats), "play", None)


def test_M4_green_shell_cannot_be_aimed_at_oneself_a_leaver_or_nobody() -> None:
    table = kart("R5", "WI Y1 Y2", "R1", "", "R3", gone=[2], draw="G0 G7")
    table.play(0, "WI")
    assert engine.legal_moves(table.state, 0)[0].json["seats"] == [1, 3]
    table.refuses("target_not_allowed", 0, engine.ChooseSeat(0))
    table.refuses("target_not_allowed", 0, engine.ChooseSeat(2))
    table.refuses("seat_not_found", 0, engine.ChooseSeat(4))
    table.refuses("seat_not_found", 0, engine.ChooseSeat(-1))
    table.refuses("not_your_turn", 1, engine.ChooseSeat(3))
    table.refuses("wrong_phase", 0, engine.Draw())
    table.refuses("wrong_phase", 0, engine.ChooseColor(0))


def test_M4_green_shell_is_automatic_with_two_active_players() -> None:
    table = flip("G0", 2)
    assert (drawn(table), turn(table)) == ([(1, 1, "green_shell")], (1, "play", None))
    three = kart("R5", "WI Y1 Y2", "", "R3", gone=[1], draw="G0 G7")
    three.play(0, "WI")
    assert (drawn(three), turn(three)) == ([(2, 1, "green_shell")], (2, "play", None))


@pytest.mark.parametrize("direction", BOTH)
@pytest.mark.parametrize("seats", SEATS)
def test_M4_lightning_everyone_else_draws_one_beginning_with_next_and_its_player_moves_again(
    seats: int, direction: int
) -> None:
    for mover in range(seats):
        table = flip("B0", seats, mover, direction=direction)
        order = [step(mover, direction * n, seats) for n in range(1, seats)]
        assert drawn(table) == [(seat, 1, "lightning") for seat in order]
        assert turn(table) == (mover, "play", None)
        got = [table.deck.index[f"G{number}.1"] in table.state.hands[order[0]] for number in (7, 8)]
        assert got == [True, False]


def test_M4_lightning_spares_seats_that_left() -> None:
    table = kart("R5", "WI Y1 Y2", "R1", "", "R3", gone=[2], draw="B0 G7 G8 G9")
    table.play(0, "WI")
    assert [seat for seat, _, _ in drawn(table)] == [1, 3]


@pytest.mark.parametrize("card", ["W4.4", "WI.8"])
@pytest.mark.parametrize("direction", BOTH)
@pytest.mark.parametrize("seats", SEATS)
def test_M4_bob_omb_its_player_draws_two_then_names_the_colour(card: str, direction: int, seats: int) -> None:
    table = flip(card, seats, direction=direction)
    assert table.event("item_flipped")["item"] == "bob_omb"
    assert drawn(table) == [(0, 2, "bob_omb")]
    assert turn(table) == (0, "color", "bob_omb")
    assert engine.view(table.state, None)["discard_pile"]["color"] is None
    assert table.legal(0) == ["choose"]
    table.refuses("wrong_phase", 0, engine.Draw())
    table.refuses("wrong_phase", 0, engine.ChooseSeat(1))
    table.refuses("not_your_turn", 1, engine.ChooseColor(0))
    table.color(0, "blue")
    assert table.event("color_chosen") == {"type": "color_chosen", "seat": 0, "color": "blue"}
    assert turn(table) == (step(0, direction, seats), "play", None)
    assert table.current_color == "blue"
    assert table.counts()[0] == 4


@pytest.mark.parametrize("color", ["red", "yellow", "green", "blue"])
def test_R6_upon_a_bob_omb_only_the_named_colour_matches(color: str) -> None:
    table = flip("W4")
    table.color(0, color)
    table.state.hands[1] = sorted(table.deck.index[f"{letter}3.1"] for letter in "RYGB")
    assert table.legal(1) == [f"{color[0].upper()}3", "draw"]


def test_M5_who_draws_by_an_item_keeps_the_turn() -> None:
    for card, after in (("Y9", 1), ("G0", 1)):
        table = flip(card, 2)
        assert (turn(table), table.counts()[1]) == ((after, "play", None), 3 + (2 if card == "Y9" else 1))
    shell = flip("G0", 3)
    shell.pick(0, 1)
    assert turn(shell) == (1, "play", None)
    lightning = flip("B0", 3)
    lightning.draw(0)
    assert turn(lightning) == (1, "play", None)


@pytest.mark.parametrize("card", ["Y9", "G0", "B0", "R0", "W4"])
def test_cards_drawn_by_an_item_are_seen_by_their_owner_alone(card: str) -> None:
    table = flip(card, 2)
    for event in table.events:
        if event["type"] == "cards_drawn":
            owner = event["seat"]
            assert len(engine.redact(event, owner, table.deck)["cards"]) == event["count"]
            for viewer in (1 - owner, None):
                assert "cards" not in engine.redact(event, viewer, table.deck)


# ----------------------------------------------------------------------------------------------------- empty piles


def test_M6_when_the_flip_finds_no_draw_pile_the_item_box_stays_in_place() -> None:
    table = kart("R5", "WI R1 R2", "G1 G2", draw="", under="R9")
    table.play(0, "WI")
    assert table.types() == ["card_played", "draw_pile_recycled", "item_flipped"]
    assert table.event("draw_pile_recycled")["count"] == 2
    box, flipped = (table.deck.ids[card] for card in table.state.discard_pile)
    assert (box, flipped) in (("WI.1", "R9.1"), ("WI.1", "R5.1"))
    assert len(table.state.draw_pile) == 1


def test_M6_a_single_card_under_the_item_box_is_flipped() -> None:
    table = kart("R5", "WI Y1 Y2", "G1 G2", draw="")
    table.play(0, "WI")
    assert [table.deck.ids[card] for card in table.state.discard_pile] == ["WI.1", "R5.1"]
    assert (table.up, turn(table)) == ("R5.1", (0, "play", None))


def test_M6_recycling_in_the_middle_of_an_items_draw_spares_the_flipped_card() -> None:
    table = kart("R5", "WI Y1 Y2", "G1 G2", draw="Y9")
    table.play(0, "WI")
    assert table.types() == ["card_played", "item_flipped", "draw_pile_recycled", "cards_drawn"]
    assert table.up == "Y9.1"
    assert len(table.state.discard_pile) == 1
    assert sorted(table.hand(1).split()) == ["G1", "G2", "R5", "WI"]


def test_R3_items_deliver_what_there_is() -> None:
    table = kart("R5", "WI Y1 Y2", "G1 G2", "G3", "G4", draw="B9")
    table.play(0, "WI")
    assert drawn(table) == [(1, 1, "lightning"), (2, 1, "lightning"), (3, 0, "lightning")]
    assert turn(table) == (0, "play", None)


def test_R3_a_bob_omb_that_finds_one_card_draws_one() -> None:
    table = kart("W4", "WI Y1 Y2", "G1 G2", draw="", color="red")
    table.play(0, "WI")
    assert drawn(table) == [(0, 1, "bob_omb")]
    assert (table.hand(0), table.up, turn(table)) == ("Y1 Y2 WI", "W4.1", (0, "color", "bob_omb"))


def test_R2_a_shuffled_recycling_keeps_every_card() -> None:
    table = kart("R5", "WI Y1 Y2", "G1 G2", draw="", under="Y9 B1 B2 B3 B4 B5 B6 B7 B8 B9")
    before = all_cards(table.state)
    table.play(0, "WI")
    assert all_cards(table.state) == before
    assert table.state.shuffles == 1


# ------------------------------------------------------------------------------------------------------ last cards


def test_M7_an_item_box_as_the_last_card_wins_at_once() -> None:
    table = kart("R5", "WI", "G1 G2", "G3", draw="Y9 B1 B2")
    table.play(0, "WI")
    assert table.types() == ["card_played", "round_ended", "game_ended"]
    assert (table.up, table.counts(), len(table.state.draw_pile)) == ("WI.1", [0, 2, 1], 3)
    assert table.state.winners == [0]


def test_M7_no_colour_may_be_sent_with_it() -> None:
    table = kart("R5", "WI", "G1 G2")
    table.refuses_play("color_not_allowed", 0, "WI", "red")
    assert [entry.json for entry in engine.legal_moves(table.state, 0)] == [
        {"action": "play", "card": "WI.1"},
        {"action": "draw"},
    ]


@pytest.mark.parametrize("color", [None, "green"])
def test_R9_a_wild_draw_four_as_the_last_card_is_drawn_first_and_cannot_be_challenged(
    color: str | None,
) -> None:
    table = kart("R5", "W4", "R1", "G3", draw="B1 B2 B3 B4 B5")
    table.play(0, "W4", color)
    assert (drawn(table), table.counts()) == ([(1, 4, "wild_draw_four")], [0, 5, 1])
    assert table.event("round_ended")["points"] == [1 + 1 + 2 + 3 + 4 + 3, 0, 0]
    table.refuses("game_over", 1, engine.Challenge())


@pytest.mark.parametrize("direction", BOTH)
@pytest.mark.parametrize("seats", SEATS)
def test_R9_a_draw_two_as_the_last_card_is_drawn_by_the_next_player_first(seats: int, direction: int) -> None:
    others = [f"G{seat}" for seat in range(1, seats)]
    table = kart("R5", "RD", *others, direction=direction, draw="B1 B2 B3")
    table.play(0, "RD")
    assert drawn(table) == [(step(0, direction, seats), 2, "draw_two")]
    assert table.event("round_ended")["points"][0] == sum(range(1, seats)) + 3


def test_R9_what_is_not_there_is_not_drawn_for_a_last_card() -> None:
    table = kart("R5", "RD", "G1", draw="")
    table.play(0, "RD")
    assert (drawn(table), table.state.status) == ([(1, 1, "draw_two")], "finished")


def test_R9_a_plain_last_card_wins() -> None:
    for card in ("R1", "RS", "RR"):
        table = kart("R5", card, "G1", "G2", draw="B1 B2")
        table.play(0, card)
        assert (table.state.winners, table.counts()) == ([0], [0, 1, 1])


# --------------------------------------------------------------------------------------- cards as in the classic game


@pytest.mark.parametrize("direction", BOTH)
@pytest.mark.parametrize("seats", SEATS)
def test_M_draw_two_skip_and_wild_draw_four_hit_the_next_player(seats: int, direction: int) -> None:
    victim, after = step(0, direction, seats), step(0, 2 * direction, seats)
    others = [f"B{seat} G{seat}" for seat in range(1, seats)]
    for card, count, reason in (("RD", 2, "draw_two"), ("RS", 0, None)):
        table = kart("R5", f"{card} Y1 Y2", *others, direction=direction)
        table.play(0, card)
        assert drawn(table) == ([(victim, count, reason)] if count else [])
        assert (turn(table), table.event("player_skipped")["seat"]) == ((after, "play", None), victim)
    table = kart("R5", "W4 Y1 Y2", *others, direction=direction)
    table.play(0, "W4", "green")
    assert turn(table) == (victim, "challenge", None)
    table.draw(victim)
    assert (drawn(table), turn(table)) == ([(victim, 4, "wild_draw_four")], (after, "play", None))


@pytest.mark.parametrize("direction", BOTH)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_M_reverse_turns_the_direction(seats: int, direction: int) -> None:
    table = kart("R5", "RR Y1 Y2", *(f"G{seat}" for seat in range(1, seats)), direction=direction)
    table.play(0, "RR")
    assert (table.state.direction, turn(table)) == (-direction, (step(0, -direction, seats), "play", None))


def test_R18_with_two_players_a_reverse_is_a_skip_and_the_direction_turns() -> None:
    for hands, gone in ((["RR Y1 Y2", "G1"], []), (["RR Y1 Y2", "", "G1"], [1])):
        table = kart("R5", *hands, gone=gone)
        table.play(0, "RR")
        assert (table.state.direction, turn(table)) == (-1, (0, "play", None))
        assert table.types() == ["card_played", "direction_changed", "player_skipped"]


@pytest.mark.parametrize(
    ("held", "guilty"),
    [
        ("R1 Y2", True),  # a card of the current colour
        ("WI Y2", True),  # any Item Box
        ("Y5 G5", False),  # a number that matches is no bluff
        ("W4 Y2", False),
        ("Y1 G2", False),
    ],
)
def test_M8_guilty_of_a_bluff(held: str, guilty: bool) -> None:
    table = kart("R5", f"W4 {held}", "B1", "B2")
    table.play(0, "W4", "yellow")
    table.challenge(1)
    assert table.event("challenge_resolved")["succeeded"] is guilty
    if guilty:
        assert (drawn(table), turn(table)) == ([(0, 4, "bluff_caught")], (1, "play", None))
    else:
        assert (drawn(table), turn(table)) == ([(1, 6, "challenge_failed")], (2, "play", None))
    assert table.current_color == "yellow"


@pytest.mark.parametrize(("held", "guilty"), [("B1", True), ("R1", False)])
def test_M8_upon_a_bob_omb_the_colour_named_for_it_is_tested(held: str, guilty: bool) -> None:
    table = flip("WI", 3)
    table.color(0, "blue")
    table.state.hands[1] = sorted(table.deck.index[card] for card in ("W4.1", f"{held}.1", "Y3.1"))
    table.play(1, "W4", "yellow")
    table.challenge(2)
    assert table.event("challenge_resolved")["succeeded"] is guilty


# -------------------------------------------------------------------------------------------------------- starters


def start(starter: str, seats: int = 3, after: str = "") -> Table:
    """Deal one card to each of the seats, then turn `starter` up; seat 0 is the first player."""
    hands = " ".join(f"R{seat + 1}" for seat in range(seats))
    return dealt("mario_kart", seats, f"{hands} {starter} {after}", starting_hand=1)


@pytest.mark.parametrize("seats", SEATS)
def test_M9_an_item_box_turned_up_lets_the_first_player_name_the_colour_before_the_turn(seats: int) -> None:
    table = start("WI", seats)
    assert turn(table) == (0, "color", "starter")
    assert engine.view(table.state, None)["discard_pile"]["color"] is None
    assert table.types()[-1] == "card_turned_up"
    table.color(0, "green")
    assert turn(table) == (0, "play", None)
    assert (table.current_color, table.up, table.counts()) == ("green", "WI.1", [1] * seats)


def test_M9_a_wild_draw_four_turned_up_goes_back_and_hands_stay() -> None:
    table = start("W4", after="R9")
    assert table.types()[-3:] == ["card_turned_up", "starter_returned", "card_turned_up"]
    assert table.event("starter_returned")["card"] == "W4.1"
    assert (table.up, turn(table), table.counts()) == ("R9.1", (0, "play", None), [1, 1, 1])
    assert table.deck.ids[table.state.draw_pile[0]] == "W4.1"
    assert (len(table.state.draw_pile), table.state.shuffles) == (112 - 4, 0)


@pytest.mark.parametrize("card", ["RS", "GR", "BD"])
@pytest.mark.parametrize("seats", SEATS)
def test_M9_a_coloured_action_card_turned_up_is_ignored_and_another_is_turned_on_it(
    card: str, seats: int
) -> None:
    table = start(card, seats, after="Y9")
    assert table.types()[-2:] == ["card_turned_up", "card_turned_up"]
    assert [table.deck.ids[c] for c in table.state.discard_pile] == [f"{card}.1", "Y9.1"]
    assert (turn(table), table.state.direction) == ((0, "play", None), 1)
    assert (table.counts(), table.current_color) == ([1] * seats, "yellow")


def test_M9_starters_that_do_not_stand_follow_each_other() -> None:
    table = start("RS GR", after="W4 BD WI")
    assert [table.deck.ids[c] for c in table.state.discard_pile] == ["RS.1", "GR.1", "BD.1", "WI.1"]
    assert turn(table) == (0, "color", "starter")
    assert all_cards(table.state) == list(range(112))


def test_M9_in_a_shuffled_round_the_draw_pile_is_shuffled_with_the_card_that_goes_back() -> None:
    options = engine.VARIANTS["mario_kart"].make_options({})
    returned = 0
    for n in range(120):
        state, events = engine.new_game("mario_kart", options, 4, seed=n.to_bytes(32, "big"))
        assert all_cards(state) == list(range(112))
        back = [event for event in events if event["type"] == "starter_returned"]
        assert state.shuffles == 2 + len(back)  # the lot, the deal, and one for each card that went back
        returned += len(back)
    assert returned


# ------------------------------------------------------------------------------------------------- score and goals


def test_M10_the_worked_example_of_a_hands_value() -> None:
    table = kart("R5", "R7", "R1 Y3 G4 B8 R9 YS GR BD W4", "")
    table.play(0, "R7")
    (hand,) = table.state.rounds[0]["hands"]
    assert hand["points"] == 135
    assert table.event("round_ended")["points"] == [135, 0, 0]


def test_M10_points_of_the_cards() -> None:
    objects = engine.VARIANTS["mario_kart"].deck.objects
    points = {card_id.split(".")[0]: card["points"] for card_id, card in objects.items()}
    assert [points[f"G{rank}"] for rank in "0123456789SRD"] == [*range(10), 20, 20, 20]
    assert (points["W4"], points["WI"]) == (50, 50)


def test_M10_the_first_to_be_out_wins_the_game() -> None:
    table = kart("R5", "R7", "R1", "R2")
    table.play(0, "R7")
    assert (table.state.status, table.state.winners) == ("finished", [0])
    table.refuses("game_over", 0, engine.NextRound())


def test_M10_option_of_an_agreed_number_of_rounds_most_points_wins() -> None:
    for rounds, status, winners in ((2, "round_over", []), (1, "finished", [1])):
        table = kart("R5", "R7", "R1", "R2", goal={"kind": "rounds", "value": rounds})
        table.state.totals = [0, 90, 0]
        table.play(0, "R7")
        assert (table.state.status, table.state.winners) == (status, winners)
        assert table.state.totals == [3, 90, 0]


def test_M10_option_of_a_points_goal() -> None:
    for before, status in ((96, "round_over"), (97, "finished")):
        table = kart("R5", "R7", "R1", "R2", goal={"kind": "points", "value": 100})
        table.state.totals = [before, 99, 0]
        table.play(0, "R7")
        assert (table.state.status, table.state.totals[0]) == (status, before + 3)


def test_R4_a_blocked_round_is_won_by_the_lowest_hand_and_shared_when_equal() -> None:
    won = kart("R5", "Y1", "G4", "B9", draw="")
    shared = kart("R5", "Y1", "G1", "B9", draw="")
    for table in (won, shared):
        for seat in range(3):
            table.draw(seat)
        assert table.event("round_ended")["blocked"] is True
    assert (won.state.winners, won.event("round_ended")["points"]) == ([0], [3 + 8, 0, 0])
    assert (shared.state.winners, shared.event("round_ended")["points"]) == ([0, 1], [0, 0, 0])


# ------------------------------------------------------------------------------------------------------------- UNO


def test_M11_a_bob_omb_leaves_three_cards_so_no_uno_is_due() -> None:
    table = flip("W4", mine="WI Y1")
    table.refuses("nothing_to_catch", 1, engine.Catch(0))
    table.color(0, "red")
    assert table.counts()[0] == 3
    table.refuses("nothing_to_catch", 1, engine.Catch(0))
    table.refuses("uno_not_due", 0, engine.CallUno())


def test_M11_a_call_that_a_bob_omb_makes_needless_costs_nothing_and_lapses() -> None:
    with_play = kart("R5", "WI Y1", "G1 G2", draw="W4 B1 B2 B3")
    with_play.play(0, "WI", uno=True)
    before = kart("R5", "WI Y1", "G1 G2", draw="W4 B1 B2 B3")
    before.uno(0)
    before.play(0, "WI")
    for table in (with_play, before):
        table.color(0, "red")
        assert not engine.view(table.state, None)["players"][0]["said_uno"]
        assert table.counts()[0] == 3


@pytest.mark.parametrize("card", ["Y9", "R0", "B0"])
def test_M11_after_an_item_that_leaves_one_card_uno_is_due(card: str) -> None:
    silent = flip(card, 2, mine="WI Y1")
    assert "catch 0" in silent.legal(1)
    assert "uno" in silent.legal(0)
    silent.catch(1, 0)
    assert silent.counts()[0] == 3
    said = kart("R5", "WI Y1", "G1 G2", draw=f"{card} B1 B2 B3")
    said.play(0, "WI", uno=True)
    said.refuses("nothing_to_catch", 1, engine.Catch(0))


def test_M11_with_a_green_shell_uno_is_judged_after_the_choice() -> None:
    table = flip("G0", 3, mine="WI Y1")
    table.refuses("nothing_to_catch", 1, engine.Catch(0))
    assert table.legal(0) == ["choose"]
    table.pick(0, 2)
    assert "catch 0" in table.legal(1)
    table.catch(2, 0)
    assert (table.counts()[0], turn(table)) == (3, (1, "play", None))


def test_M11_a_call_sent_with_a_green_shell_stands() -> None:
    table = kart("R5", "WI Y1", "G1 G2", "G3", draw="G0 B1 B2")
    table.play(0, "WI", uno=True)
    assert engine.view(table.state, None)["players"][0]["said_uno"]
    table.pick(0, 1)
    assert engine.view(table.state, None)["players"][0]["said_uno"]
    table.refuses("nothing_to_catch", 1, engine.Catch(0))


def test_R16_after_a_mushroom_the_window_stays_until_the_next_move_of_its_player() -> None:
    table = flip("R0", 2, mine="WI Y1", draw="R0 G9 B9")
    table.draw(0)
    table.refuses("nothing_to_catch", 1, engine.Catch(0))


@pytest.mark.parametrize("card", ["Y9", "B0"])
def test_R17_a_call_at_one_card_lapses_when_an_item_makes_the_hand_grow(card: str) -> None:
    table = kart("R5", "R1 Y1", "WI G1 G2 R3", draw=f"{card} B1 B2 B3 R9")
    table.play(0, "R1", uno=True)
    assert engine.view(table.state, None)["players"][0]["said_uno"]
    table.play(1, "WI")
    assert not engine.view(table.state, None)["players"][0]["said_uno"]


# --------------------------------------------------------------------------------------------------------- options


def test_options_of_mario_kart() -> None:
    variant = engine.VARIANTS["mario_kart"]
    assert variant.options_dict(variant.make_options({})) == {
        "goal": {"kind": "one_round", "value": None},
        "starting_hand": 7,
        "bluffing": True,
        "draw_until_playable": None,
        "force_play": False,
        "stacking": "none",
        "uno_penalty": 2,
        "spectators": True,
    }


@pytest.mark.parametrize("hand", [1, 7, 20])
def test_starting_hand(hand: int) -> None:
    assert dealt("mario_kart", 4, "", starting_hand=hand).counts() == [hand] * 4


def test_stacking_none_a_draw_two_is_drawn_at_once() -> None:
    table = kart("R5", "RD Y1 Y2", "BD B1", "G1")
    table.play(0, "RD")
    assert (drawn(table), turn(table)) == ([(1, 2, "draw_two")], (2, "play", None))


@pytest.mark.parametrize("stacking", ["draw_two", "same"])
def test_stacking_the_sum_passes_on_and_nothing_else_may_be_laid(stacking: str) -> None:
    table = kart("R5", "RD Y1 Y2", "BD R1 W4 WI", "GD G1 G2", "B1", stacking=stacking)
    table.play(0, "RD")
    assert table.legal(1) == ["BD", "draw"]
    for card, color in (("R1", None), ("WI", None), ("W4", "red")):
        table.refuses_play("card_not_playable", 1, card, color)
    table.play(1, "BD")
    table.play(2, "GD")
    assert (table.to_move, table.state.phase.penalty, table.state.phase.by) == (3, 6, 2)
    table.draw(3)
    assert (drawn(table), turn(table)) == ([(3, 6, "draw_two")], (0, "play", None))


def test_stacking_same_wild_draw_four_on_wild_draw_four_also_when_it_can_be_challenged() -> None:
    table = kart("R5", "W4 Y1 Y2", "W4 B1 WI RD", "B2", stacking="same")
    table.play(0, "W4", "blue")
    assert table.legal(1) == ["W4", "draw", "challenge"]
    table.refuses_play("card_not_playable", 1, "WI")
    table.refuses_play("card_not_playable", 1, "RD")
    table.play(1, "W4", "green")
    assert (table.phase, table.to_move, table.state.phase.penalty) == ("challenge", 2, 8)
    table.challenge(2)
    assert drawn(table) == [(1, 8, "bluff_caught")]
    assert (turn(table), table.current_color) == ((2, "play", None), "green")


def test_stacking_same_a_wrong_challenger_draws_the_sum_and_two() -> None:
    table = kart("R5", "W4 R1 Y2", "W4 Y1 G1", "B2", stacking="same")
    table.play(0, "W4", "blue")
    table.play(1, "W4", "green")
    table.challenge(2)
    assert (drawn(table), turn(table)) == ([(2, 10, "challenge_failed")], (0, "play", None))


def test_R14_stacking_same_without_bluffing_the_sum_waits() -> None:
    table = kart("R5", "W4 Y1 Y2", "W4 B1 B3", "B2", stacking="same", bluffing=False)
    table.play(0, "W4", "blue")
    assert (table.phase, table.to_move, table.state.phase.penalty) == ("play", 1, 4)
    table.refuses("nothing_to_challenge", 1, engine.Challenge())
    assert table.legal(1) == ["W4", "draw"]  # as an answer it is free, though blue is held
    table.play(1, "W4", "green")
    table.draw(2)
    assert drawn(table) == [(2, 8, "wild_draw_four")]


def test_R14_without_bluffing_an_item_box_in_hand_forbids_a_wild_draw_four() -> None:
    table = kart("R5", "W4 WI Y1", "B1", bluffing=False)
    table.refuses_play("card_not_playable", 0, "W4", "red")
    honest = kart("R5", "W4 Y5 Y1", "B1", "B2", bluffing=False)
    honest.play(0, "W4", "red")
    assert (drawn(honest), turn(honest)) == ([(1, 4, "wild_draw_four")], (2, "play", None))


def test_R9_the_whole_stack_is_drawn_for_a_last_card() -> None:
    table = kart("R5", "RD Y1 Y2", "BD", "B2", "G1", stacking="draw_two")
    table.play(0, "RD")
    table.play(1, "BD")
    assert (drawn(table), table.state.winners) == ([(2, 4, "draw_two")], [1])
    wilds = kart("R5", "W4 Y1 Y2", "W4", "B2", "G1", stacking="same")
    wilds.play(0, "W4", "red")
    wilds.play(1, "W4")
    assert (drawn(wilds), wilds.state.winners) == ([(2, 8, "wild_draw_four")], [1])


def test_draw_until_playable() -> None:
    table = kart("R5", "Y1 Y2", "B1", draw="G1 G2 WI R9", draw_until_playable=10)
    table.draw(0)
    assert (table.phase, drawn(table), table.legal(0)) == ("drawn", [(0, 3, "turn")], ["WI", "pass"])
    table.refuses_play("card_not_playable", 0, "Y1")
    unlucky = kart("R5", "Y1 Y2", "B1", draw="G1 G2 WI R9", draw_until_playable=2)
    unlucky.draw(0)
    assert (turn(unlucky), unlucky.counts()[0]) == ((1, "play", None), 4)


def test_draw_until_playable_ends_with_the_last_card_there_is() -> None:
    table = kart("R5", "Y1 Y2", "B1", draw="G1 G2", draw_until_playable=20)
    table.draw(0)
    assert (drawn(table), turn(table)) == ([(0, 2, "turn")], (1, "play", None))


def test_force_play_a_drawn_item_box_must_be_played() -> None:
    table = kart("R5", "Y1 Y2", "B1", draw="WI R9", force_play=True)
    table.draw(0)
    assert table.legal(0) == ["WI"]
    table.refuses("must_play_drawn_card", 0, engine.Pass())
    table.play(0, "WI")
    assert turn(table) == (0, "play", None)


@pytest.mark.parametrize(("held", "must"), [("Y5 Y1", True), ("WI Y1", False), ("R1 Y1", False)])
def test_force_play_excepts_a_wild_draw_four_that_would_be_guilty(held: str, must: bool) -> None:
    table = kart("R5", held, "B1", draw="W4 R9", force_play=True)
    table.draw(0)
    assert table.legal(0) == (["W4"] if must else ["W4", "pass"])
