"""Faults that games like this one have had, where no clause's own test would show them (see tests/README.md)."""

from itertools import permutations
from typing import Any

import pytest

from service import engine
from tests.engine.positions import Table, all_cards, dealt, position

VARIANTS = ["classic", "duo", "mario_kart"]


def act(table: Table) -> int:
    """Take the default decision of whoever is to act, and tell who that was."""
    seat = table.to_move
    assert seat is not None
    table.events = engine.apply(table.state, seat, engine.default_move(table.state, seat))
    return seat


def shuffled_game(
    variant: str, seats: int, number: int, **options: Any
) -> tuple[engine.State, engine.Events]:
    made = engine.VARIANTS[variant].make_options(options)
    return engine.new_game(variant, made, seats, seed=number.to_bytes(32, "big"))


# ---------------------------------------------------------------------------------------------- deck, deal, piles


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_named_colour_is_kept_through_a_draw_that_recycles(variant: str) -> None:
    """The colour named for a wild was forgotten as soon as the next player drew."""
    wild = "W4" if variant == "mario_kart" else "W"
    table = position(
        wild, "R1 G1", "B7 G5", variant=variant, color="blue", under="Y9 Y8 Y7", draw="", to_move=0
    )
    table.draw(0)
    assert table.types()[0] == "draw_pile_recycled"
    assert table.current_color == "blue"
    assert (table.to_move, table.legal(1)) == (1, ["B7", "draw", "uno"])
    table.refuses_play("card_not_playable", 1, "G5")


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_empty_draw_counts_for_everybody_alike(variant: str) -> None:
    """A draw from nothing used up the turn on one screen only, or made a count negative."""
    table = position("R5", "Y1 Y2", "B1 B2", variant=variant, draw="")
    table.draw(0)
    assert table.event("cards_drawn")["count"] == 0
    for viewer in (0, 1, None):
        seen = engine.view(table.state, viewer)
        assert seen["turn"]["seat"] == 1
        assert seen["draw_pile"]["count"] == 0
    assert table.counts() == [2, 2]


@pytest.mark.parametrize("variant", VARIANTS)
def test_with_both_piles_empty_penalties_are_forgiven_and_the_round_is_still_won(variant: str) -> None:
    """With no card left a catch or a challenge broke the game, or nobody could finish the round."""
    caught = position("R5", "R1 Y2", "R3 B2", variant=variant, draw="")
    caught.play(0, "R1")
    caught.catch(1, 0)
    assert caught.counts() == [2, 2]  # the 5 under the 1 was the only card to draw
    caught.play(1, "R3")
    caught.draw(0)
    assert caught.state.status == "playing"
    for held, grown in (("R1", [4, 3]), ("Y1", [3, 4])):  # guilty, innocent
        table = position("R5", f"W4 Y2 Y3 {held}", "B1 B2 B3", variant=variant, draw="")
        table.play(0, "W4", "green")
        table.challenge(1)
        assert table.counts() == grown
    won = position("R5", "R1", "B1 B2", variant=variant, draw="")
    won.play(0, "R1")
    assert won.event("round_ended")["winner"] == 0


@pytest.mark.parametrize("variant", ["classic", "mario_kart"])
def test_ten_players_who_only_draw_see_every_card_of_the_deck_once(variant: str) -> None:
    """A deck had one card too many or too few, which only shows when it is drained."""
    table = dealt(variant, 10, "R9")
    while table.state.draw_pile:
        act(table)
    assert all_cards(table.state) == list(range(len(table.deck)))
    held = [card for hand in table.state.hands for card in hand]
    assert len(held) + len(table.state.discard_pile) == len(table.deck)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_two_deals_are_alike(variant: str) -> None:
    """Games started at the same moment had the same deal."""
    deals = {tuple(shuffled_game(variant, 2, number)[0].draw_pile) for number in range(50)}
    assert len(deals) == 50


@pytest.mark.parametrize(
    ("variant", "seats"), [("classic", 2), ("classic", 10), ("duo", 2), ("mario_kart", 10)]
)
def test_no_card_is_lost_while_a_starter_is_looked_for(variant: str, seats: int) -> None:
    """Cards turned up and put back at the start were lost or doubled."""
    for number in range(250):
        state, _ = shuffled_game(variant, seats, number)
        assert all_cards(state) == list(range(len(state.rules.deck)))


STARTERS = {
    "skip": ([7, 7, 7], 1, 1),
    "draw_two": ([9, 7, 7], 1, 1),
    "reverse": ([7, 7, 7], 2, -1),
    "number": ([7, 7, 7], 0, 1),
}
"""Cards by distance from the first player, who moves (likewise), direction."""


def test_every_starter_of_every_round_acts_once_and_in_the_same_way() -> None:
    """The first card did nothing, or acted only in the first round."""
    seen = set()
    for number in range(12):
        state, events = shuffled_game("classic", 3, number)
        for _ in range(8):
            card = next(e["card"] for e in reversed(events) if e["type"] == "card_turned_up")
            kind = state.rules.deck.objects[card]["kind"]
            first = (state.dealer + 1) % 3
            counts, mover, direction = STARTERS[kind]
            assert [len(state.hands[(first + by) % 3]) for by in range(3)] == counts
            assert (state.phase.seat, state.direction) == ((first + mover) % 3, direction)
            seen.add(kind)
            winner = state.phase.seat or 0
            table = Table(state)
            going_out = next(card for card in range(108) if table.deck.ids[card].startswith("W."))
            for pile in (state.draw_pile, *state.hands):
                if going_out in pile:
                    pile.remove(going_out)
            state.draw_pile += state.hands[winner]
            state.hands[winner] = [going_out]
            state.totals = [0, 0, 0]
            table.play(winner, "W")
            events = table.next_round(0)
    assert seen == set(STARTERS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_new_round_shows_nobody_the_hands_of_the_last(variant: str) -> None:
    """The first answer after a deal carried everybody's cards."""
    table = position("R5", "R1", "B1", variant=variant, goal={"kind": "rounds", "value": 2})
    table.play(0, "R1")
    for event in table.next_round(0):
        for viewer in (0, None):
            shown = engine.redact(event, viewer, table.deck)
            assert "cards" not in shown or (viewer, event.get("seat")) == (0, 0)
            assert "hands" not in shown
    assert [set(seat) for seat in engine.view(table.state, None)["players"]] == [
        {"cards", "said_uno", "score", "active"}
    ] * 2


# ------------------------------------------------------------------------------------------------ Wild Draw Four


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("named", engine.COLORS)
@pytest.mark.parametrize(("held", "succeeds"), [("G3", True), ("Y3", False)])
def test_a_challenge_upon_a_wild_looks_at_the_colour_that_was_to_be_matched(
    variant: str, named: str, held: str, succeeds: bool
) -> None:
    """With a wild below, the challenge was judged by the new colour, or by none."""
    table = position("W4", f"W4 {held} B1", "R1 R2", variant=variant, color="green")
    table.play(0, "W4", named)
    table.challenge(1)
    assert table.event("challenge_resolved")["succeeded"] is succeeds
    assert table.current_color == named


@pytest.mark.parametrize(
    ("variant", "held", "succeeds"),
    [
        ("classic", "W4 Y1", False),
        ("classic", "W Y1", False),
        ("duo", "W4 Y1", False),
        ("duo", "W Y1", True),
        ("mario_kart", "W4 Y1", False),
        ("mario_kart", "WI Y1", True),
    ],
)
def test_other_wilds_in_hand_count_as_the_game_says(variant: str, held: str, succeeds: bool) -> None:
    """A second Wild Draw Four was taken for a card of the colour."""
    table = position("R5", f"W4 {held}", "B1 B2", variant=variant)
    table.play(0, "W4", "blue")
    table.challenge(1)
    assert table.event("challenge_resolved")["succeeded"] is succeeds


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("held", "answer"), [("Y1", "draw"), ("Y1", "challenge"), ("R1", "challenge")])
def test_an_answered_wild_draw_four_leaves_nothing_behind(variant: str, held: str, answer: str) -> None:
    """After the answer there was something left to challenge or to draw."""
    table = position("R5", f"W4 {held} Y2", "B1 B2", variant=variant, draw="G1 G2 G3 G4 G6 G7 G8 G9 B9")
    table.play(0, "W4", "red")
    before = table.counts()
    (table.draw if answer == "draw" else table.challenge)(1)
    guilty = held == "R1"
    grown = [after - was for after, was in zip(table.counts(), before, strict=True)]
    assert grown == ([4, 0] if guilty else [0, 4 if answer == "draw" else 6])
    mover = 0 if answer == "draw" or not guilty else 1
    assert engine.view(table.state, None)["turn"] == {
        "seat": mover, "phase": "play", "penalty": 0, "by": None, "reason": None, "deadline": None,
    }  # fmt: skip
    for seat in (0, 1):
        code = "nothing_to_challenge" if seat == mover else "not_your_turn"
        table.refuses(code, seat, engine.Challenge())
    counts = table.counts()
    table.draw(mover)
    assert table.counts()[mover] == counts[mover] + 1


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_laying_a_wild_costs_its_player_that_card_and_nobody_but_the_victim_draws(
    variant: str, seats: int
) -> None:
    """The player of a Wild Draw Four got the cards."""
    if variant == "duo":
        seats = 2
    others = [f"B{seat} G{seat} Y{seat}" for seat in range(1, seats)]
    table = position("R5", "W4 Y6 Y7", *others, variant=variant)
    table.play(0, "W4", "green")
    assert table.counts() == [2] + [3] * (seats - 1)
    table.draw(1)
    assert table.counts() == [2, 7] + [3] * (seats - 2)


# ----------------------------------------------------------------------------------------------- turns and actions


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_draw_cards_hit_the_next_seat_of_each_player(seats: int, direction: int) -> None:
    """A Draw Two hit its player, the seat before, or the second next."""
    for mover in range(seats):
        victim, after = (mover + direction) % seats, (mover + 2 * direction) % seats
        hands = [f"{'RD ' if seat == mover else ''}Y{seat} G{seat} B{seat}" for seat in range(seats)]
        table = position("R5", *hands, to_move=mover, direction=direction)
        table.play(mover, "RD")
        assert [count - 3 for count in table.counts()] == [2 * (seat == victim) for seat in range(seats)]
        assert (table.to_move, table.phase) == (after, "play")


@pytest.mark.parametrize("letter", "RYGB")
@pytest.mark.parametrize("rank", "0123456789SRD")
@pytest.mark.parametrize("variant", VARIANTS)
def test_each_coloured_card_does_what_it_says(variant: str, rank: str, letter: str) -> None:
    """One symbol of one colour silently did nothing."""
    up = f"{letter}{'5' if rank != '5' else '6'}"
    seats = 2 if variant == "duo" else 4
    others = ["W4 W4", "W4 W4", "W W" if variant == "classic" else "WI WI"][: seats - 1]
    table = position(
        up, f"{letter}{rank} W4 W4" if seats == 2 else f"{letter}{rank} {others[2]}", *others, variant=variant
    )
    table.play(0, f"{letter}{rank}")
    state = table.state
    owed, drew = state.phase.penalty, table.counts()[1] - 2
    expected = {
        ("S", True): (0, 1, 0, 0),
        ("S", False): (2, 1, 0, 0),
        ("R", True): (1, 1, 0, 0),
        ("R", False): (3, -1, 0, 0),
        ("D", True): (1, 1, 2, 0),
        ("D", False): (2, 1, 0, 2),
    }.get((rank, variant == "duo"), (1, 1, 0, 0))
    assert (table.to_move, state.direction, owed, drew) == expected
    assert table.phase == "play"
    assert (table.up.split(".")[0], table.current_color) == (
        f"{letter}{rank}",
        dict(zip("RYGB", engine.COLORS, strict=True))[letter],
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_draw_a_turn_and_only_its_card_and_both_anew_in_the_next_turn(variant: str) -> None:
    """A player drew twice, played another card after drawing, or was still bound by the draw of the turn before."""
    table = position("R5", "R1 Y2", "R3 B2", variant=variant, draw="R9 G1 R8 G2")
    table.draw(0)
    table.refuses("wrong_phase", 0, engine.Draw())
    table.refuses_play("card_not_playable", 0, "R1")
    table.keep(0)
    table.refuses("not_your_turn", 0, engine.Pass())
    table.draw(1)
    assert table.to_move == 0
    assert table.legal(0) == ["R1", "R9", "draw"]
    table.play(0, "R1")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_second_pass_does_not_end_the_next_players_turn(variant: str) -> None:
    """Hitting the button again ended other people's turns."""
    table = position("R5", "Y1 Y2", "B2 B3", variant=variant, draw="R9 G1")
    table.draw(0)
    table.keep(0)
    table.refuses("not_your_turn", 0, engine.Pass())
    table.refuses("wrong_phase", 1, engine.Pass())
    assert table.to_move == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_cards_that_are_not_held_cannot_be_played(variant: str) -> None:
    """A card of another player, of a pile or of no deck was played, or the play of it called a success."""
    table = position("R5", "R1 Y2", "R3 B2", variant=variant)
    for name in ("R3", "R5", "R9"):
        table.refuses("card_not_in_hand", 0, engine.Play(table.card(name)))
    table.refuses("card_not_in_hand", 0, engine.Play(-1))
    table.play(0, "R1")
    table.refuses("not_your_turn", 0, engine.Play(table.card("R1")))


EVERY_MOVE: list[engine.Move] = [
    engine.Play(0),
    engine.Draw(),
    engine.Pass(),
    engine.Challenge(),
    engine.ChooseColor(0),
    engine.ChooseSeat(1),
    engine.CallUno(),
    engine.Catch(0),
    engine.Draft(keep=True),
]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("rounds", "code"), [(2, "round_over"), (1, "game_over")])
def test_nothing_can_be_done_after_the_end(variant: str, rounds: int, code: str) -> None:
    """Moves were taken after the end of a round or game and changed hands and scores."""
    table = position("R5", "R1", "B1 B2", variant=variant, goal={"kind": "rounds", "value": rounds})
    table.play(0, "R1")
    for move in EVERY_MOVE:
        for seat in (0, 1):
            table.refuses(code, seat, move)
    if code == "game_over":
        table.refuses(code, 0, engine.NextRound())
        assert table.legal(0) == table.legal(1) == []
    else:
        assert table.legal(0) == table.legal(1) == ["next_round"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_next_round_is_dealt_once_however_often_it_is_asked_for(variant: str) -> None:
    """Two players who asked for the next round got two deals, or lost their scores."""
    table = position("R5", "R1", "B1 B2", variant=variant, goal={"kind": "rounds", "value": 3})
    table.play(0, "R1")
    totals = list(table.state.totals)
    table.next_round(1)
    for seat in (0, 1):
        table.refuses("round_not_over", seat, engine.NextRound())
    assert (table.state.round, table.state.totals) == (2, totals)
    assert all_cards(table.state) == list(range(len(table.deck)))


# ------------------------------------------------------------------------------------------------------------- UNO


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("cards", [1, 2, 3, 7])
def test_calls_that_are_not_due_have_one_answer(variant: str, cards: int) -> None:
    """A call with three or seven cards, or out of turn, was sometimes taken and sometimes fined."""
    hand = " ".join(f"Y{number}" for number in range(1, cards + 1))
    table = position("R5", hand, hand.replace("Y", "B"), variant=variant)
    assert ("uno" in table.legal(0)) is (cards == 2)
    if cards == 2:
        table.uno(0)
        assert table.types() == ["uno_said"]
    table.refuses("uno_not_due", 0, engine.CallUno())
    table.refuses("uno_not_due", 1, engine.CallUno())
    table.refuses("nothing_to_catch", 0, engine.Catch(1))
    assert table.counts() == [cards, cards]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("order", list(permutations(["call", "catch"])))
def test_of_a_call_and_a_catch_the_first_counts_and_the_second_costs_nothing(
    variant: str, order: tuple[str, str]
) -> None:
    """Who called and was caught at the same time was fined all the same, or the catcher was."""
    table = position("R5", "R1 Y2", "B1 B2", variant=variant)
    table.play(0, "R1")
    if order[0] == "call":
        table.uno(0)
        table.refuses("nothing_to_catch", 1, engine.Catch(0))
        assert table.counts() == [1, 2]
    else:
        table.catch(1, 0)
        table.refuses("uno_not_due", 0, engine.CallUno())
        assert table.counts() == [3, 2]
    assert table.to_move == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_asking_for_a_catch_all_the_time_costs_nobody_anything(variant: str) -> None:
    """Who sent catches without a pause always won over a call sent with the play."""
    table = position("R5", "R1 Y2", "B1 B2", variant=variant)
    table.refuses("nothing_to_catch", 1, engine.Catch(0))
    table.play(0, "R1", uno=True)
    for _ in range(3):
        table.refuses("nothing_to_catch", 1, engine.Catch(0))
    assert table.counts() == [1, 2]


GROWING = {
    "a draw": ("classic", "Y9 G9 Y3", "Y4 R9 G1 G2 G3", ["1 draw", "0 draw", "0 R9"]),
    "a Draw Two": ("classic", "RD G9 Y3", "R8 R7 Y4 Y6 G1 G2", ["1 RD", "1 draw", "0 R8", "1 draw", "0 R7"]),
    "a Green Shell": ("mario_kart", "WI G9 Y3", "G0 G4 B1 B2", ["1 WI", "0 G4"]),
    "a Lightning": ("mario_kart", "WI G9 Y3", "B0 B4 Y4 B1 B2", ["1 WI", "1 draw", "0 B4"]),
}
"""What makes the hand of seat 0 grow: variant, the other hand, draw pile, and steps until one card is left again."""


@pytest.mark.parametrize("cause", GROWING)
def test_a_call_that_a_grown_hand_ended_is_due_again_and_can_be_missed_again(cause: str) -> None:
    """An old call counted for ever after, or kept its player from calling again."""
    variant, theirs, pile, steps = GROWING[cause]
    for caught in (True, False):
        table = position("R5", "R1 Y2", theirs, variant=variant, draw=pile)
        table.play(0, "R1", uno=True)
        for step in steps:
            seat, move = int(step[0]), step[2:]
            _ = table.draw(seat) if move == "draw" else table.play(seat, move)
        assert table.counts()[0] == 1
        assert not table.state.said[0]
        if caught:
            table.catch(1, 0)
            assert table.counts()[0] == 3
        else:
            table.uno(0)
            table.refuses("nothing_to_catch", 1, engine.Catch(0))


@pytest.mark.parametrize("variant", VARIANTS)
def test_of_a_wild_draw_four_as_the_last_card_round_and_challenge_are_never_both_open(variant: str) -> None:
    """The round was over, and still the last card waited to be challenged."""
    for held in ("W4", "W4 R1"):
        table = position("R5", held, "B1 B2", variant=variant)
        table.play(0, "W4", "red")
        over = table.state.status != "playing"
        assert over is (held == "W4")
        assert ("challenge" in table.legal(1)) is not over


# ---------------------------------------------------------------------------------------------- leaving and the end


@pytest.mark.parametrize("variant", ["classic", "mario_kart"])
@pytest.mark.parametrize("order", ["win, leave", "leave, win"])
def test_a_departure_beside_the_winning_play_makes_no_second_result(variant: str, order: str) -> None:
    """Somebody left while another went out: the round was counted twice."""
    table = position("R5", "R1", "B9", "G7", variant=variant, goal={"kind": "points", "value": 500})
    events = []
    for step in order.split(", "):
        events += table.play(0, "R1") if step == "win" else table.leave(2)
    assert [event["type"] for event in events].count("round_ended") == 1
    assert len(table.state.rounds) == 1
    assert table.state.totals == [16 if order == "win, leave" else 9, 0, 0]
    table.leave(1)
    assert (table.state.winners, table.types()) == ([0], ["player_left", "game_ended"])


@pytest.mark.parametrize("variant", ["classic", "mario_kart"])
def test_cards_given_at_the_same_time_reach_their_own_hands(variant: str) -> None:
    """A catch, a draw and a departure next to each other put cards into the wrong hand."""
    table = position("R5", "R1 Y2", "B1 B2", "G1 G2", "Y8 Y9", variant=variant)
    cards = all_cards(table.state)
    table.play(0, "R1")
    table.leave(3)
    table.catch(2, 0)
    table.draw(1)
    assert table.counts() == [3, 3, 2, 0]
    assert all_cards(table.state) == cards
    assert {"Y2"} <= set(table.hand(0).split())
    assert {"B1", "B2"} <= set(table.hand(1).split())


@pytest.mark.parametrize("variant", ["classic", "mario_kart"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_after_a_departure_each_of_the_others_has_one_turn(variant: str, seats: int) -> None:
    """After a player to move had left, nobody could move, or somebody moved twice."""
    for direction in (1, -1):
        for leaver in range(seats):
            hands = [f"Y{seat} Y{seat + 1}" for seat in range(seats)]
            table = position(
                "R5", *hands, variant=variant, to_move=leaver, direction=direction, draw="G1 G2 G3 G4 G6"
            )
            table.leave(leaver)
            order = [act(table) for _ in range(seats - 1)]
            assert order == [(leaver + direction * by) % seats for by in range(1, seats)]
