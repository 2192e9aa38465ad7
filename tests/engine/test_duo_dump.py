"""The Reverse of UNO Duo and its dumps (D7-D9)."""

import itertools

import pytest

from service import engine
from service.engine.phases import STARTER, DumpPhase
from tests.engine.positions import Table, position


def duo(up: str, mine: str, theirs: str = "B1 B2 B3", **more: object) -> Table:
    return position(up, mine, theirs, variant="duo", **more)  # type: ignore[arg-type] # passed on as they are


def dump_of(table: Table, seat: int, names: str) -> engine.Play:
    """Make the play of the named cards of a hand, the first as `card`, the others as `then`."""
    hand = table.state.hands[seat]
    cards: list[int] = []
    for name in names.split():
        cards.append(table.card(name, [card for card in hand if card not in cards]))
    return engine.Play(cards[0], then=tuple(cards[1:]))


# ------------------------------------------------------------------------------------------ a Reverse's own dump


def test_D7_a_reverse_may_take_all_other_cards_of_its_colour() -> None:
    table = duo("R5", "RR R2 R9 Y1 W")
    table.play(0, "RR", then="R9 R2")
    assert table.types() == ["card_played", "cards_dumped"]
    assert table.event("card_played")["card"] == "RR.1"
    assert table.event("cards_dumped")["cards"] == ["R9.1", "R2.1"]
    assert (table.up, table.hand(0), table.to_move, table.phase) == ("R2.1", "Y1 W", 1, "play")


@pytest.mark.parametrize("order", list(itertools.permutations(["R2", "RS", "R9"])))
def test_D7_the_order_of_a_dump_is_free(order: tuple[str, ...]) -> None:
    table = duo("R5", "RR R2 RS R9 Y1")
    table.play(0, "RR", then=" ".join(order))
    assert table.up == f"{order[-1]}.1"
    discards = [table.deck.ids[card] for card in table.state.discard_pile]
    assert discards == ["R5.1", "RR.1", *(f"{name}.1" for name in order)]


@pytest.mark.parametrize(
    "names", ["RR R2", "RR R2 R9 Y1", "RR R2 R9 W", "RR R2 R9 R9", "RR R2 R9 RR", "RR R2 R2"]
)
def test_D7_it_is_all_or_none(names: str) -> None:
    table = duo("R5", "RR R2 R9 Y1 W")
    cards = [table.card(name, table.state.hands[0]) for name in names.split()]
    table.refuses("dump_not_whole_color", 0, engine.Play(cards[0], then=tuple(cards[1:])))


def test_D7_other_cards_of_a_dump_must_be_held() -> None:
    table = duo("R5", "RR R2 Y1")
    reverse, two, strange = table.card("RR"), table.card("R2"), table.card("R8")
    table.refuses("card_not_in_hand", 0, engine.Play(reverse, then=(two, strange)))
    table.refuses("card_not_in_hand", 0, engine.Play(reverse, then=(two, -1)))


def test_D7_wilds_are_never_part_of_a_dump() -> None:
    table = duo("R5", "RR R2 W W4")
    assert "RR+R2" in table.legal(0)
    table.refuses("dump_not_whole_color", 0, dump_of(table, 0, "RR R2 W"))


def test_D7_only_a_reverse_takes_other_cards() -> None:
    table = duo("R5", "R2 R9 RS W")
    table.refuses("dump_not_whole_color", 0, dump_of(table, 0, "R2 R9 RS"))
    table.refuses("dump_not_whole_color", 0, dump_of(table, 0, "RS R2 R9"))
    table.refuses("dump_not_whole_color", 0, dump_of(table, 0, "W R2 R9 RS"))


def test_D7_the_reverse_itself_must_fit() -> None:
    table = duo("B5", "RR R2 Y1")
    table.refuses("card_not_playable", 0, dump_of(table, 0, "RR R2"))
    onto_symbol = duo("BR", "RR R2 Y1")
    onto_symbol.play(0, "RR", then="R2")
    assert onto_symbol.current_color == "red"


def test_D7_no_colour_is_named_with_a_dump() -> None:
    table = duo("R5", "RR R2 Y1")
    reverse, two = table.card("RR"), table.card("R2")
    table.refuses("color_not_allowed", 0, engine.Play(reverse, 0, then=(two,)))


def test_D7_a_reverse_with_company_is_listed_twice() -> None:
    table = duo("R5", "RR R2 R9 YR W")
    assert table.legal(0) == ["R2", "R9", "RR", "RR+R2+R9", "W", "draw"]
    alone = duo("R5", "RR Y1 W")
    assert alone.legal(0) == ["RR", "W", "draw"]


def test_D7_two_reverses_of_one_colour_are_company_for_each_other() -> None:
    table = duo("R5", "RR RR Y1")
    assert table.legal(0) == ["RR", "RR+RR", "RR", "RR+RR", "draw"]


def test_D7_with_none_laid_a_reverse_is_a_plain_card_and_the_turn_passes() -> None:
    table = duo("R5", "RR R2 Y1", "R7 B1")
    table.play(0, "RR")
    assert table.types() == ["card_played"]
    assert (table.to_move, table.phase, table.current_color, table.hand(0)) == (1, "play", "red", "R2 Y1")


def test_D7_the_direction_never_turns_in_duo() -> None:
    plain, dumped = duo("R5", "RR R2 Y1"), duo("R5", "RR R2 Y1")
    plain.play(0, "RR")
    dumped.play(0, "RR", then="R2")
    forced = duo("R5", "RR RR Y1", "R1 R2 B1")
    forced.play(0, "RR", then="RR")
    forced.play(1, "R1", then="R2")
    assert [table.state.direction for table in (plain, dumped, forced)] == [1, 1, 1]
    assert "direction_changed" not in plain.types() + dumped.types() + forced.types()


def test_D7_a_reverse_just_drawn_may_take_its_dump() -> None:
    table = duo("R5", "R2 B9 Y1", draw="RR Y2 Y3")
    table.draw(0)
    assert (table.phase, table.legal(0)) == ("drawn", ["RR", "RR+R2", "pass"])
    table.play(0, "RR", then="R2")
    assert (table.hand(0), table.up, table.to_move) == ("Y1 B9", "R2.1", 1)


def test_D7_a_card_drawn_that_is_no_reverse_allows_no_dump_of_one_in_hand() -> None:
    table = duo("R5", "RR R2 Y1", draw="R8 Y2")
    table.draw(0)
    table.refuses("card_not_playable", 0, dump_of(table, 0, "RR R2 R8"))
    table.refuses("dump_not_whole_color", 0, dump_of(table, 0, "R8 R2 RR"))


def test_D7_no_dump_answers_a_draw_two() -> None:
    table = duo("R5", "RD Y1", "RR R2 B1")
    table.play(0, "RD")
    table.refuses("card_not_playable", 1, dump_of(table, 1, "RR R2"))


# ------------------------------------------------------------------------------- what the last card of a dump does


def test_D8_a_number_as_the_last_card_passes_the_turn() -> None:
    table = duo("R5", "RR RS RD R2 Y1")
    table.play(0, "RR", then="RS RD R2")
    assert (table.to_move, table.phase, table.state.phase.penalty, table.counts()) == (1, "play", 0, [1, 3])


def test_D8_a_draw_two_as_the_last_card_starts_a_volley_at_two() -> None:
    table = duo("R5", "RR R2 RD Y1 Y2", "B1 BD")
    table.play(0, "RR", then="R2 RD")
    turn = engine.view(table.state, None)["turn"]
    assert (turn["seat"], turn["phase"], turn["penalty"], turn["by"]) == (1, "play", 2, 0)
    assert table.legal(1) == ["BD", "draw", "uno"]
    table.play(1, "BD", uno=True)
    assert (table.to_move, table.state.phase.penalty) == (0, 4)


def test_D8_two_draw_twos_in_a_dump_count_once() -> None:
    table = duo("R5", "RR RD RD Y1 Y2")
    table.play(0, "RR", then="RD RD")
    assert table.state.phase.penalty == 2


def test_D8_a_skip_as_the_last_card_lets_the_dumper_move_again() -> None:
    table = duo("R5", "RR R2 RS Y1 Y2")
    table.play(0, "RR", then="R2 RS")
    assert (table.to_move, table.phase, table.current_color) == (0, "play", "red")


def test_D8_a_reverse_as_the_last_card_makes_the_opponent_dump_that_colour() -> None:
    table = duo("R5", "RR R2 RR Y1 Y2", "R7 RS B1")
    table.play(0, "RR.1", then="R2 RR.2")
    turn = engine.view(table.state, None)["turn"]
    assert (turn["seat"], turn["phase"], turn["reason"], turn["penalty"]) == (1, "dump", "reverse", 0)
    assert table.legal(1) == ["R7+RS"]


def test_D8_only_the_last_card_acts() -> None:
    for then in ("RS RD R2", "RD RS R2"):
        table = duo("R5", "RR R2 RS RD Y1 Y2")
        table.play(0, "RR", then=then)
        assert table.types() == ["card_played", "cards_dumped"]
        assert (table.to_move, table.phase, table.state.phase.penalty) == (1, "play", 0)


# --------------------------------------------------------------------------------------------- dumps that are forced


def forced(theirs: str, mine: str = "Y1 Y2") -> Table:
    """Seat 0 has dumped two red Reverses; seat 1 must dump red."""
    table = duo("R5", f"RR RR {mine}", theirs)
    table.play(0, "RR.1", then="RR.2")
    return table


@pytest.mark.parametrize("order", list(itertools.permutations(["R3", "R4", "RS"])))
def test_D8_a_forced_dump_lays_every_card_of_the_colour_in_any_order_any_of_them_first(
    order: tuple[str, ...],
) -> None:
    table = forced("R3 R4 RS B1 B2")
    first, *then = order
    table.play(1, first, then=" ".join(then))
    assert table.types()[0] == "cards_dumped"
    assert "card_played" not in table.types()
    assert table.event("cards_dumped")["cards"] == [f"{name}.1" for name in order]
    assert table.hand(1) == "B1 B2"
    assert table.to_move == (1 if order[-1] == "RS" else 0)


def test_D8_a_forced_dump_is_refused_in_part_or_with_another_colour() -> None:
    table = forced("R3 R4 B1 W")
    table.refuses("dump_not_whole_color", 1, dump_of(table, 1, "R3"))
    table.refuses("dump_not_whole_color", 1, dump_of(table, 1, "R3 R4 B1"))
    table.refuses("dump_not_whole_color", 1, dump_of(table, 1, "R3 R4 W"))
    table.refuses("card_not_playable", 1, dump_of(table, 1, "B1"))
    table.refuses("card_not_playable", 1, dump_of(table, 1, "W"))
    three, four = table.card("R3"), table.card("R4")
    table.refuses("dump_not_whole_color", 1, engine.Play(three, then=(three,)))
    table.refuses("dump_not_whole_color", 1, engine.Play(three, then=(four, four)))
    table.refuses("card_not_in_hand", 1, engine.Play(table.card("R9")))
    table.refuses("card_not_in_hand", 1, engine.Play(-1))
    table.refuses("card_not_in_hand", 1, engine.Play(three, then=(table.card("R9"),)))
    table.refuses("color_not_allowed", 1, engine.Play(three, 1, then=(four,)))


def test_D8_who_must_dump_can_do_nothing_else() -> None:
    table = forced("R3 R4 B1 W")
    table.refuses("wrong_phase", 1, engine.Draw())
    table.refuses("wrong_phase", 1, engine.Pass())
    table.refuses("nothing_to_challenge", 1, engine.Challenge())
    table.refuses("not_your_turn", 0, engine.Play(table.card("Y1")))


def test_D8_a_forced_dump_needs_no_company() -> None:
    table = forced("R3 B1 B2")
    assert table.legal(1) == ["R3"]
    table.play(1, "R3")
    assert (table.event("cards_dumped")["cards"], table.to_move) == (["R3.1"], 0)


def test_D8_who_holds_none_of_the_colour_takes_a_normal_turn_instead() -> None:
    table = forced("B1 YR W")
    assert (table.to_move, table.phase, table.current_color) == (1, "play", "red")
    assert table.legal(1) == ["YR", "W", "draw"]


def test_D8_a_forced_dump_is_a_turn_and_the_opponent_is_next() -> None:
    table = forced("R3 R4 B1 B2")
    table.play(1, "R4", then="R3")
    assert (table.to_move, table.phase, table.up) == (0, "play", "R3.1")


def test_D8_the_last_card_of_a_forced_dump_acts_too() -> None:
    volley = forced("R3 RD B1 B2")
    volley.play(1, "R3", then="RD")
    assert (volley.to_move, volley.state.phase.penalty, volley.state.phase.by) == (0, 2, 1)
    again = forced("R3 RS B1 B2")
    again.play(1, "R3", then="RS")
    assert (again.to_move, again.phase) == (1, "play")
    single = forced("RS B1 B2")
    single.play(1, "RS")
    assert (single.to_move, single.phase) == (1, "play")


def test_D8_a_reverse_as_the_last_card_of_a_forced_dump_forces_the_other_player() -> None:
    table = duo("RR.1", "R3 RR.2 B1 B2", "R1 Y1 Y2", phase=DumpPhase(0, STARTER))
    table.play(0, "R3", then="RR.2")
    assert (table.to_move, table.phase, table.state.phase.reason) == (1, "dump", "reverse")
    table.play(1, "R1")
    assert (table.to_move, table.phase, table.hand(1)) == (0, "play", "Y1 Y2")


def test_D8_action_cards_inside_a_forced_dump_do_nothing() -> None:
    table = forced("RD RS R3 B1 B2")
    table.play(1, "RD", then="RS R3")
    assert table.types() == ["cards_dumped"]
    assert (table.to_move, table.state.phase.penalty) == (0, 0)


# ------------------------------------------------------------------------------------------- UNO and the end (D9)


def test_D9_a_dump_that_leaves_one_card_calls_for_uno_once() -> None:
    table = duo("R5", "RR R1 R2 R3 Y1")
    table.play(0, "RR", then="R1 R2 R3")
    assert "catch 0" in table.legal(1)
    table.catch(1, 0)
    assert table.counts()[0] == 3
    table.refuses("nothing_to_catch", 1, engine.Catch(0))


def test_D9_uno_said_with_a_dump_stands() -> None:
    table = duo("R5", "RR R1 R2 Y1")
    table.play(0, "RR", uno=True, then="R1 R2")
    assert table.types().count("uno_said") == 1
    assert engine.view(table.state, None)["players"][0]["said_uno"]
    table.refuses("nothing_to_catch", 1, engine.Catch(0))


def test_D9_a_forced_dump_that_leaves_one_card_calls_for_uno_too() -> None:
    table = forced("R3 R4 B1")
    table.refuses("uno_not_due", 1, engine.CallUno())
    table.play(1, "R3", then="R4")
    table.catch(0, 1)
    assert table.counts()[1] == 3


def test_R16_a_forced_dump_of_the_opponent_does_not_delay_the_dumpers_uno() -> None:
    table = forced("R3 R4 B1", mine="Y1")
    assert table.phase == "dump"
    assert table.legal(0) == ["uno"]
    table.catch(1, 0)
    assert (table.phase, table.to_move, table.counts()[0]) == ("dump", 1, 3)


def test_R16_the_forced_dump_closes_the_window() -> None:
    table = forced("R3 R4 B1 B2", mine="Y1")
    table.play(1, "R3", then="R4")
    table.refuses("nothing_to_catch", 1, engine.Catch(0))
    table.refuses("uno_not_due", 0, engine.CallUno())


def test_D9_a_dump_that_empties_the_hand_wins_the_round() -> None:
    table = duo("R5", "RR R1 R2", "B1 B2")
    table.play(0, "RR", then="R1 R2")
    assert table.state.status == "round_over"
    assert table.event("round_ended")["winner"] == 0
    assert table.event("round_ended")["points"] == [0, 3]


def test_D9_a_forced_dump_that_empties_the_hand_wins_the_round() -> None:
    table = forced("R3 R4")
    table.play(1, "R3", then="R4")
    assert table.event("round_ended")["winner"] == 1


@pytest.mark.parametrize(("then", "drawn"), [("R1 RD", 2), ("RD R1", 0)])
def test_D9_a_draw_two_is_drawn_first_if_it_is_the_last_card_of_such_a_dump(then: str, drawn: int) -> None:
    table = duo("R5", "RR R1 RD", "B1", draw="BS B9 Y9")
    table.play(0, "RR", then=then)
    assert table.counts() == [0, 1 + drawn]
    assert table.event("round_ended")["points"] == [0, 20 if drawn else 1]


def test_D9_a_reverse_that_ends_such_a_dump_forces_nothing_more() -> None:
    table = duo("R5", "RR RR", "R1 B1")
    table.play(0, "RR.1", then="RR.2")
    assert (table.state.status, table.counts()) == ("round_over", [0, 2])


@pytest.mark.parametrize("theirs", ["R1 R2 R3 R4 B1", "RD R1 W", "R1 RS"])
def test_D8_every_listed_dump_is_accepted_in_every_order(theirs: str) -> None:
    (entry,) = engine.legal_moves(forced(theirs).state, 1)
    (move,) = entry.moves
    assert isinstance(move, engine.Play)
    for first, *then in itertools.permutations((move.card, *move.then)):
        table = forced(theirs)
        engine.apply(table.state, 1, engine.Play(first, then=tuple(then)))
        assert table.counts()[1] == len(theirs.split()) - 1 - len(then)
