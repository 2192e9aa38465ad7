"""Players who leave, and what is done for who does not decide (R19, R20)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from service import engine
from service.engine.phases import STARTER, ColorPhase, DumpPhase, RoundOver
from tests.engine.positions import Table, all_cards, dealt, position

# ------------------------------------------------------------------------------------------ the matrix of departures


@dataclass(frozen=True)
class Moment:
    """A moment of a game at which `mover` must act, and what its departure then sets off.

    `charged` maps seats, as steps in the direction of play from the mover, to the cards that they draw when the mover
    leaves. The hand of a seat is a yellow, a green and a blue card, so that nobody holds a red one by chance.
    """

    name: str
    phase: str
    build: Callable[[str, int, int, int], Table]
    variants: tuple[str, ...] = ("classic", "mario_kart")
    least: int = 2
    directions: tuple[int, ...] = (1, -1)
    charged: tuple[tuple[int, int], ...] = ()


def table_for(
    variant: str, seats: int, mover: int, direction: int, extra: dict[int, str] | None = None, **more: Any
) -> Table:
    """Seat the players; `extra` adds cards to hands."""
    hands = [
        f"Y{seat + 1} G{seat + 1} B{seat + 1} {(extra or {}).get(seat, '')}".strip() for seat in range(seats)
    ]
    return position(more.pop("up", "R5"), *hands, variant=variant, direction=direction, to_move=mover, **more)


def before(seat: int, seats: int, direction: int) -> int:
    return (seat - direction) % seats


def in_play(variant: str, seats: int, mover: int, direction: int) -> Table:
    return table_for(variant, seats, mover, direction)


def owing(variant: str, seats: int, mover: int, direction: int) -> Table:
    layer = before(mover, seats, direction)
    options = {} if variant == "duo" else {"stacking": "draw_two"}
    table = table_for(variant, seats, layer, direction, {layer: "RD"}, **options)
    table.play(layer, "RD")
    return table


def drawn(variant: str, seats: int, mover: int, direction: int, **options: Any) -> Table:
    table = table_for(variant, seats, mover, direction, **options)
    table.draw(mover)  # the red 0 on top of the pile
    return table


def drawn_and_forced(variant: str, seats: int, mover: int, direction: int) -> Table:
    return drawn(variant, seats, mover, direction, force_play=True)


def challenged(variant: str, seats: int, mover: int, direction: int) -> Table:
    layer = before(mover, seats, direction)
    table = table_for(variant, seats, layer, direction, {layer: "W4"})
    table.play(layer, "W4", "blue")
    return table


def naming_after_bob_omb(variant: str, seats: int, mover: int, direction: int) -> Table:
    table = table_for(variant, seats, mover, direction, {mover: "WI"}, draw="W4 R1 R2 R3 R4 R6 R7 R8")
    table.play(mover, "WI")
    return table


def naming_for_the_starter(variant: str, seats: int, mover: int, direction: int) -> Table:
    phase = ColorPhase(seat=mover, reason=STARTER, again=variant != "duo")
    up = "WI" if variant == "mario_kart" else "W"
    return table_for(variant, seats, mover, direction, up=up, phase=phase)


def aiming_a_green_shell(variant: str, seats: int, mover: int, direction: int) -> Table:
    table = table_for(variant, seats, mover, direction, {mover: "WI"}, draw="G0 R1 R2 R3 R4 R6 R7 R8")
    table.play(mover, "WI")
    return table


def swapping_by_a_seven(variant: str, seats: int, mover: int, direction: int) -> Table:
    table = table_for(variant, seats, mover, direction, {mover: "R7"}, seven_zero=True)
    table.play(mover, "R7")
    return table


MOMENTS = [
    Moment("play", "play", in_play),
    Moment("penalty", "play", owing, charged=((0, 2),)),
    Moment("drawn", "drawn", drawn),
    Moment("drawn, force_play", "drawn", drawn_and_forced),
    Moment("challenge", "challenge", challenged, charged=((0, 4),)),
    Moment("bob_omb", "color", naming_after_bob_omb, variants=("mario_kart",)),
    Moment("starter", "color", naming_for_the_starter, directions=(1,)),
    Moment("green_shell", "seat", aiming_a_green_shell, ("mario_kart",), least=3, charged=((1, 1),)),
    Moment("seven", "seat", swapping_by_a_seven, ("classic",), least=3),
]


def departures() -> Iterator[Any]:
    for moment in MOMENTS:
        for variant in moment.variants:
            for seats in range(moment.least, 6):
                for direction in moment.directions:
                    name = f"{moment.name}-{variant}-{seats}-{direction:+}"
                    yield pytest.param(moment, variant, seats, direction, id=name)


def roles(seats: int) -> dict[str, int]:
    """Name the seats that may leave, as steps from the mover: with two or three seats some are the same."""
    named = {"current": 0, "next": 1, "previous": seats - 1, "other": 2}
    return {name: by for name, by in named.items() if by < seats}


def shown(table: Table) -> dict[str, Any] | None:
    turn: dict[str, Any] | None = engine.view(table.state, None)["turn"]
    return turn


def check_gone(table: Table, leaver: int, cards: list[int]) -> None:
    state = table.state
    assert all_cards(state) == cards
    assert state.hands[leaver] == []
    assert not state.active[leaver]
    assert not state.said[leaver]
    assert engine.legal_moves(state, leaver) == []
    assert table.event("player_left") == {"type": "player_left", "seat": leaver, "kicked": False}
    assert engine.encode(engine.decode(engine.encode(state))) == engine.encode(state)


@pytest.mark.parametrize(("moment", "variant", "seats", "direction"), list(departures()))
def test_R19_the_player_to_move_leaves(moment: Moment, variant: str, seats: int, direction: int) -> None:
    for mover in range(seats):
        table = moment.build(variant, seats, mover, direction)
        assert (table.phase, table.to_move) == (moment.phase, mover)
        cards, counts = all_cards(table.state), table.counts()
        table.leave(mover)
        check_gone(table, mover, cards)
        charged = {(mover + by * direction) % seats: count for by, count in moment.charged}
        for seat in range(seats):
            if seat != mover:
                assert table.counts()[seat] == counts[seat] + charged.get(seat, 0)
        drew = {e["seat"]: e["count"] for e in table.events if e["type"] == "cards_drawn"}
        assert drew == charged
        if seats == 2:
            assert (table.state.status, table.state.winners) == ("finished", [1 - mover])
            assert shown(table) is None
        else:
            assert (table.phase, table.to_move) == ("play", (mover + direction) % seats)
            assert table.state.phase.penalty == 0


@pytest.mark.parametrize(("moment", "variant", "seats", "direction"), list(departures()))
def test_R19_somebody_else_leaves(moment: Moment, variant: str, seats: int, direction: int) -> None:
    for by in set(roles(seats).values()) - {0}:
        for mover in range(seats):
            leaver = (mover + by * direction) % seats
            table = moment.build(variant, seats, mover, direction)
            cards, counts, turn = all_cards(table.state), table.counts(), shown(table)
            hand = list(table.state.hands[leaver])
            table.leave(leaver)
            check_gone(table, leaver, cards)
            assert table.state.discard_pile[: len(hand)] == hand
            counts[leaver] = 0
            assert table.counts() == counts
            if seats == 2:
                assert (table.state.status, table.state.winners) == ("finished", [mover])
                assert table.types() == ["player_left", "game_ended"]
                continue
            assert shown(table) == turn
            assert table.types() == ["player_left"]
            left_alone = (mover + direction * (2 if by == 1 else 1)) % seats
            while table.to_move == mover:
                engine.apply(table.state, mover, engine.default_move(table.state, mover))
            assert table.to_move == left_alone


# --------------------------------------------------------------------------------------------------- the two of duo


def choosing_for_p2(_variant: str, _seats: int, mover: int, _direction: int) -> Table:
    return position(
        "W", "Y1 G1 B1", "Y2 G2 B2", variant="duo", phase=ColorPhase(seat=mover, reason=STARTER, again=False)
    )


def dumping(_variant: str, _seats: int, mover: int, _direction: int) -> Table:
    table = position("RR", "R1 RD B1 B3", "R2 RS B2 B4", variant="duo", phase=DumpPhase(mover, STARTER))
    table.state.dealer = 1 - mover
    return table


def drafting(_variant: str, _seats: int, mover: int, _direction: int) -> Table:
    table = dealt("duo", 2, "", dealer=0)
    for seat in (0, 1, 0, 1, 0)[: 4 + mover]:
        table.draft(seat, keep=True)
    return table


DUO_MOMENTS = [
    *[
        moment
        for moment in MOMENTS
        if moment.name in ("play", "penalty", "drawn", "drawn, force_play", "challenge")
    ],
    Moment("starter of duo", "color", choosing_for_p2),
    Moment("dump", "dump", dumping),
    Moment("draft", "draft", drafting),
]


@pytest.mark.parametrize("moment", DUO_MOMENTS, ids=lambda moment: moment.name)
@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize("leaves", ["mover", "other"])
def test_R19_in_duo_whoever_stays_has_won(moment: Moment, mover: int, leaves: str) -> None:
    table = moment.build("duo", 2, mover, 1)
    assert (table.phase, table.to_move) == (moment.phase, mover)
    cards = all_cards(table.state)
    leaver = mover if leaves == "mover" else 1 - mover
    table.leave(leaver)
    check_gone(table, leaver, cards)
    assert (table.state.status, table.state.winners) == ("finished", [1 - leaver])
    assert table.types()[-2:] == ["player_left", "game_ended"]
    assert shown(table) is None
    assert table.state.totals == [0, 0]


def test_R19_a_dump_that_was_the_leavers_is_laid_in_canonical_order() -> None:
    table = dumping("duo", 2, 0, 1)
    table.leave(0)
    assert table.event("cards_dumped")["cards"] == ["R1.1", "RD.1"]


def test_R19_the_last_draft_that_was_the_leavers_still_turns_a_card_up() -> None:
    table = dealt("duo", 2, "")
    for _ in range(6):
        table.draft(1, keep=True)
        table.draft(0, keep=True)
    table.draft(1, keep=True)
    cards = all_cards(table.state)
    table.leave(0)
    check_gone(table, 0, cards)
    assert "card_turned_up" in table.types()
    assert table.state.winners == [1]


# ------------------------------------------------------------------------------------------------ when a round is over


@pytest.mark.parametrize("variant", ["classic", "mario_kart"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_R19_leaving_between_two_rounds(variant: str, seats: int) -> None:
    for leaver in range(seats):
        table = table_for(variant, seats, 0, 1, phase=RoundOver(), goal={"kind": "points", "value": 500})
        table.state.totals = [10 * seat for seat in range(seats)]
        cards = all_cards(table.state)
        table.leave(leaver)
        check_gone(table, leaver, cards)
        assert table.state.totals == [10 * seat for seat in range(seats)]
        if seats == 2:
            assert (table.state.status, table.state.winners) == ("finished", [1 - leaver])
            continue
        assert (table.state.status, shown(table)) == ("round_over", None)
        asker = (leaver + 1) % seats
        table.refuses("not_your_turn", leaver, engine.NextRound())
        table.next_round(asker)
        assert table.counts()[leaver] == 0
        assert {e["seat"] for e in table.events if e["type"] == "cards_dealt"} == set(range(seats)) - {leaver}
        assert all_cards(table.state) == list(range(len(table.deck)))
        assert leaver not in (table.state.dealer, table.to_move)


@pytest.mark.parametrize(("gone", "dealer"), [(0, 1), (1, 0), (2, 0)])
def test_R1_the_deal_passes_over_who_left(gone: int, dealer: int) -> None:
    table = table_for("classic", 3, 0, 1, phase=RoundOver(), dealer=2)
    table.leave(gone)
    table.next_round(dealer)
    assert table.state.dealer == dealer


def test_R19_leaving_a_finished_game_changes_neither_winner_nor_score() -> None:
    table = position("R5", "R1", "B1", "B2", variant="mario_kart")
    table.play(0, "R1")
    table.leave(0)
    assert (table.state.status, table.state.winners, table.state.totals) == ("finished", [0], [3, 0, 0])
    assert "game_ended" not in table.types()
    table.leave(1)
    assert (table.state.winners, table.types()) == ([0], ["player_left"])


# ----------------------------------------------------------------------------------------------- hands, seats, scores


def test_R19_the_hand_goes_to_the_bottom_of_the_discard_pile_in_canonical_order() -> None:
    table = position("R5", "R7", "B2 G3 W R9", "Y1", under="Y3 Y4")
    table.leave(1)
    discards = [table.deck.ids[card] for card in table.state.discard_pile]
    assert discards == ["R9.1", "G3.1", "B2.1", "W.1", "Y3.1", "Y4.1", "R5.1"]
    assert (table.up, table.current_color) == ("R5.1", "red")


def test_R19_such_a_hand_is_recycled_like_other_discards() -> None:
    table = position("R5", "Y1", "B2 G3", "Y2", draw="")
    table.leave(1)
    table.draw(0)
    assert len(table.hand(0).split()) == 2
    assert all_cards(table.state) == sorted(table.card(name) for name in ("R5", "Y1", "B2", "G3", "Y2"))


@pytest.mark.parametrize("direction", [1, -1])
def test_R19_the_seat_is_passed_over_from_then_on(direction: int) -> None:
    table = table_for("classic", 4, 0, direction)
    table.leave(2)
    seen = []
    for _ in range(6):
        seat = table.to_move
        assert seat is not None
        seen.append(seat)
        table.draw(seat)
        if table.phase == "drawn":
            table.keep(seat)
    assert seen == [0, 1, 3, 0, 1, 3] if direction == 1 else [0, 3, 1, 0, 3, 1]


def test_R19_scores_stay_on_the_sheet() -> None:
    table = position("R5", "R7", "B9", "Y1", goal={"kind": "points", "value": 500})
    table.state.totals = [10, 20, 30]
    table.leave(1)
    assert engine.view(table.state, None)["players"][1]["score"] == 20
    table.play(0, "R7")
    assert table.event("round_ended")["points"] == [1, 0, 0]
    assert engine.score_sheet(table.state)["totals"] == [11, 20, 30]


def test_R21_who_left_cannot_win_by_the_best_total() -> None:
    table = position("R5", "R7", "B9", "Y1", goal={"kind": "rounds", "value": 1})
    table.state.totals = [0, 400, 0]
    table.leave(1)
    table.play(0, "R7")
    assert table.state.winners == [0]


def test_R19_all_leave_one_by_one_and_the_last_has_won() -> None:
    for variant in ("classic", "mario_kart"):
        table = dealt(variant, 5, "")
        for count, seat in enumerate((0, 3, 1, 4)):
            assert table.state.status == "playing"
            table.leave(seat)
            assert len(table.state.active_seats()) == 4 - count
        assert (table.state.status, table.state.winners) == ("finished", [2])
        assert all_cards(table.state) == list(range(len(table.deck)))


def test_R19_who_was_made_to_leave_is_said_so() -> None:
    table = table_for("classic", 3, 0, 1)
    events = engine.leave(table.state, 1, kicked=True)
    assert events == [{"type": "player_left", "seat": 1, "kicked": True}]


def test_R19_who_left_can_do_nothing_more() -> None:
    table = position("R5", "R7 Y2", "B9 B8", "Y1 Y3")
    table.leave(1)
    table.play(0, "R7")
    assert "catch 0" in table.legal(2)
    for move in (engine.Catch(0), engine.Draw(), engine.CallUno(), engine.NextRound()):
        table.refuses("not_your_turn", 1, move)


def test_R18_a_reverse_is_a_skip_once_only_two_are_left() -> None:
    table = position("R5", "RR Y1 Y2", "B1", "G1")
    table.leave(1)
    table.play(0, "RR")
    assert (table.to_move, table.state.direction) == (0, -1)
    assert table.event("player_skipped")["seat"] == 2


# ----------------------------------------------------------------------------------- decisions that were the leaver's


def test_R19_in_play_nothing_is_drawn_and_the_turn_passes() -> None:
    table = table_for("classic", 3, 1, 1)
    pile = list(table.state.draw_pile)
    table.leave(1)
    assert table.types() == ["turn_passed", "player_left"]
    assert table.state.draw_pile == pile
    assert table.to_move == 2


def test_R19_a_stacked_sum_is_drawn_by_the_leaver_and_owed_by_nobody_else() -> None:
    table = position("R5", "RD Y1", "GD Y2", "BD Y3", "Y4 B4", stacking="draw_two")
    for seat, card in ((0, "RD"), (1, "GD"), (2, "BD")):
        table.play(seat, card)
    table.leave(3)
    assert (table.event("cards_drawn")["count"], table.event("cards_drawn")["reason"]) == (6, "draw_two")
    assert (table.to_move, table.state.phase.penalty, table.counts()) == (0, 0, [1, 1, 1, 0])
    table.draw(0)
    assert table.event("cards_drawn")["count"] == 1


def test_R19_a_sum_is_still_owed_when_its_layer_leaves() -> None:
    table = position("R5", "RD Y1", "GD Y2", "Y3", stacking="draw_two")
    table.play(0, "RD")
    table.leave(0)
    assert (table.to_move, table.state.phase.penalty) == (1, 2)
    table.draw(1)
    assert table.event("cards_drawn")["count"] == 2
    assert table.to_move == 2


def test_R19_a_pending_seven_swaps_nothing() -> None:
    table = position("R5", "R7 Y1 Y2", "B1", "G1 G2", seven_zero=True)
    table.play(0, "R7")
    table.leave(0)
    assert "hands_swapped" not in table.types()
    assert (table.hand(1), table.hand(2), table.to_move) == ("B1", "G1 G2", 1)


@pytest.mark.parametrize(
    ("card", "to_move"), [("R3", 1), ("RS", 2), ("RR", 3), ("RD", 2), ("W", 1), ("W4", 1)]
)
def test_R19_a_drawn_card_that_must_be_played_acts(card: str, to_move: int) -> None:
    table = position("R5", "Y1 Y2", "B1", "B2", "B3", draw=f"{card} G1 G2 G3", force_play=True)
    table.draw(0)
    table.leave(0)
    assert (table.up, table.to_move) == (f"{card}.1", to_move)
    assert table.types()[0] == "card_played"


@pytest.mark.parametrize(
    ("item", "counts", "color"),
    [
        ("R0", [0, 1, 1], "red"),
        ("G0", [0, 2, 1], "green"),
        ("Y0", [0, 1, 3], "yellow"),
        ("W4", [0, 1, 1], "blue"),
    ],
)
def test_R19_a_drawn_item_box_that_must_be_played_lets_its_choices_be_made_too(
    item: str, counts: list[int], color: str
) -> None:
    table = position(
        "R5", "B1 B2 B5", "B3", "B4", variant="mario_kart", draw=f"WI {item} G1 G2 G3", force_play=True
    )
    table.draw(0)
    table.leave(0)
    assert (table.to_move, table.phase, table.counts()) == (1, "play", counts)
    assert table.current_color == color  # for the Bob-omb what the leaver held most of


def test_R19_with_two_players_a_skip_that_must_be_played_does_not_hold_the_leaver_back() -> None:
    table = position("R5", "Y1 Y2", "B1", draw="RS G1", force_play=True)
    table.draw(0)
    table.leave(0)
    assert table.state.winners == [1]


def test_R19_guilty_layer_has_left_nobody_draws_and_the_challenger_takes_a_normal_turn() -> None:
    table = position("R5", "W4 R1 Y1", "B1 G1", "B2")
    table.play(0, "W4", "green")
    table.leave(0)
    assert (table.phase, table.to_move, table.state.phase.by) == ("challenge", 1, 0)
    events = table.challenge(1)
    assert table.event("challenge_resolved")["succeeded"] is True
    assert "cards_drawn" not in table.types()
    assert (table.phase, table.to_move, table.counts()) == ("play", 1, [0, 2, 1])
    shown = next(engine.redact(e, 1, table.deck) for e in events if e["type"] == "hand_revealed")
    assert [card["id"] for card in shown["cards"]] == ["R1.1", "Y1.1"]


def test_R19_innocent_layer_has_left_the_wrong_challenger_pays_all_the_same() -> None:
    table = position("R5", "W4 Y1", "B1 G1", "B2")
    table.play(0, "W4", "green")
    table.leave(0)
    table.challenge(1)
    assert (table.counts(), table.to_move) == ([0, 8, 1], 2)


def test_R19_layer_has_left_and_the_card_is_accepted() -> None:
    table = position("R5", "W4 Y1", "B1 G1", "B2", direction=-1)
    table.play(0, "W4", "green")
    table.leave(0)
    table.draw(2)
    assert (table.counts(), table.to_move, table.current_color) == ([0, 2, 5], 1, "green")


@pytest.mark.parametrize("bluff", [True, False])
def test_R19_who_faces_the_card_leaves_and_its_layer_is_not_judged(bluff: bool) -> None:
    table = position("R5", "W4 R1 Y1" if bluff else "W4 Y1", "B1 G1", "B2")
    table.play(0, "W4", "green")
    layer = table.counts()[0]
    table.leave(1)
    assert "challenge_resolved" not in table.types()
    assert (table.counts()[0], table.to_move) == (layer, 2)


def test_R19_a_green_shell_aimed_by_default_passes_over_who_left_before() -> None:
    table = position("R5", "WI Y1 Y2", "B1", "B2", "B3", variant="mario_kart", draw="G0 R1 R2")
    table.play(0, "WI")
    table.leave(1)
    table.leave(0)
    assert table.event("seat_chosen")["target"] == 2
    assert (table.counts(), table.to_move) == ([0, 0, 2, 1], 2)


# ------------------------------------------------------------------------------------------------ UNO, blocked rounds


def test_R16_the_departure_of_the_seat_to_move_closes_the_window() -> None:
    table = position("R5", "R7 Y1", "B1 B2", "G1 G2")
    table.play(0, "R7")
    table.leave(1)
    table.refuses("nothing_to_catch", 2, engine.Catch(0))
    table.refuses("uno_not_due", 0, engine.CallUno())


def test_R16_the_departure_of_another_seat_leaves_the_window_open() -> None:
    table = position("R5", "R7 Y1", "B1 B2", "G1 G2")
    table.play(0, "R7")
    table.leave(2)
    table.catch(1, 0)
    assert table.counts() == [3, 2, 0]


def test_R16_who_owes_uno_and_leaves_is_caught_by_nobody() -> None:
    table = position("R5", "R7 Y1", "B1 B2", "G1 G2")
    table.play(0, "R7")
    table.leave(0)
    table.refuses("nothing_to_catch", 1, engine.Catch(0))
    assert table.legal(1) == ["draw", "uno"]


def test_R15_a_call_goes_with_its_player() -> None:
    for leaver_moves in (True, False):
        table = position("R5", "R7 Y1", "B1 B2", "G1 G2", draw="G8 G9")
        table.play(0, "R7", uno=True)
        if leaver_moves:
            table.draw(1)
            table.draw(2)
        table.leave(0)
        assert [seat["said_uno"] for seat in engine.view(table.state, None)["players"]] == [False] * 3


def test_R15_a_call_of_another_player_outlives_a_departure() -> None:
    table = position("R5", "R7 Y1", "B1 B2", "G1 G2")
    table.play(0, "R7", uno=True)
    table.leave(1)
    assert table.state.said == [True, False, False]


def test_R4_a_player_leaving_starts_the_count_again() -> None:
    table = position("R5", "Y1", "B1", "G1", "Y2", draw="")
    table.draw(0)
    table.draw(1)
    table.leave(2)
    # The hand of seat 2 can be recycled now: one card for seat 3, then again there is nothing.
    table.draw(3)
    for seat in (0, 1):
        table.draw(seat)
        assert table.state.status == "playing"
    table.draw(3)
    assert table.event("round_ended")["blocked"] is True


def test_R4_it_starts_again_even_if_the_leaver_had_nothing_to_leave() -> None:
    table = position("R5", "Y1", "B1", "", "Y2", draw="")
    table.draw(0)
    table.draw(1)
    table.leave(2)
    table.draw(3)
    assert table.state.status == "playing"


# -------------------------------------------------------------------------------------------------------- time-outs


@pytest.mark.parametrize(
    ("hand", "named"),
    [
        ("B1 B2 R1", "blue"),
        ("G1 Y1", "yellow"),
        ("B1 R1", "red"),
        ("", "red"),
        ("W W4", "red"),
        ("W W G1", "green"),
    ],
)
def test_R20_colour_the_most_frequent_in_hand_ties_and_none_by_order(hand: str, named: str) -> None:
    table = position(
        "W", hand, "R1", phase=ColorPhase(seat=0, reason=STARTER, again=True), starter_wild="choose"
    )
    move = engine.default_move(table.state, 0)
    assert move == engine.ChooseColor(engine.COLORS.index(named))


def test_R20_play_draw_and_keep() -> None:
    table = drawn("classic", 2, 0, 1)
    fresh = in_play("classic", 2, 0, 1)
    assert engine.default_move(fresh.state, 0) == engine.Draw()
    assert engine.default_move(table.state, 0) == engine.Pass()


def test_R20_drawn_with_force_play_the_card_is_played() -> None:
    table = drawn_and_forced("classic", 2, 0, 1)
    assert engine.default_move(table.state, 0) == engine.Play(table.card("R0"))


@pytest.mark.parametrize(("hand", "named"), [("G1 G2 Y1", "green"), ("Y1 B1", "yellow")])
@pytest.mark.parametrize("wild", ["W", "W4"])
def test_R20_a_wild_that_must_be_played_names_the_most_frequent_colour(
    hand: str, named: str, wild: str
) -> None:
    table = position("R5", hand, "B2", draw=f"{wild} Y9", force_play=True)
    table.draw(0)
    expected = engine.Play(table.card(wild), engine.COLORS.index(named))
    assert engine.default_move(table.state, 0) == expected


def test_R20_a_bluff_that_was_drawn_is_kept() -> None:
    table = position("R5", "R1 Y1", "B2", draw="W4 Y9", force_play=True)
    table.draw(0)
    assert engine.default_move(table.state, 0) == engine.Pass()


def test_R20_an_item_box_that_must_be_played_names_no_colour() -> None:
    table = position("R5", "Y1 Y2", "B2", variant="mario_kart", draw="WI Y9", force_play=True)
    table.draw(0)
    assert engine.default_move(table.state, 0) == engine.Play(table.card("WI"))


def test_R20_a_reverse_of_duo_that_must_be_played_takes_nothing_with_it() -> None:
    table = position("R5", "R2 Y1", "B2", variant="duo", draw="RR Y9", force_play=True)
    table.draw(0)
    assert engine.default_move(table.state, 0) == engine.Play(table.card("RR"))


def test_R20_penalty_drawn_and_challenge_accepted() -> None:
    for build in (owing, challenged):
        for variant in ("classic", "duo", "mario_kart"):
            assert engine.default_move(build(variant, 2, 0, 1).state, 0) == engine.Draw()


@pytest.mark.parametrize("direction", [1, -1])
def test_R20_seat_next(direction: int) -> None:
    for build, variant in ((aiming_a_green_shell, "mario_kart"), (swapping_by_a_seven, "classic")):
        table = build(variant, 4, 1, direction)
        assert engine.default_move(table.state, 1) == engine.ChooseSeat(1 + direction)


def test_R20_draft_keep() -> None:
    assert engine.default_move(drafting("duo", 2, 1, 1).state, 1) == engine.Draft(keep=True)


def test_R20_dump_canonical_order() -> None:
    table = position("RR", "B1 RS RD R1 R9", "B2", variant="duo", phase=DumpPhase(0, STARTER))
    cards = [table.card(name) for name in ("R1", "R9", "RS", "RD")]
    assert engine.default_move(table.state, 0) == engine.Play(cards[0], then=tuple(cards[1:]))


def test_R20_nothing_is_decided_when_nobody_is_to_act() -> None:
    table = table_for("classic", 2, 0, 1, phase=RoundOver())
    with pytest.raises(AssertionError, match="nobody is to act"):
        engine.default_move(table.state, 0)


@pytest.mark.parametrize("moment", [*MOMENTS, *DUO_MOMENTS[5:]], ids=lambda moment: moment.name)
def test_R20_every_default_is_a_move_that_the_list_offers(moment: Moment) -> None:
    variant = "duo" if moment in DUO_MOMENTS[5:] else moment.variants[0]
    seats = 2 if variant == "duo" else 3
    table = moment.build(variant, seats, 1, 1)
    move = engine.default_move(table.state, 1)
    assert move in [listed for entry in engine.legal_moves(table.state, 1) for listed in entry.moves]
