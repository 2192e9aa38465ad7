"""UNO Duo from the first turn on, but for its dumps (D1, D5, D6, D10-D15)."""

from typing import Any

import pytest

from service import engine
from tests.engine.positions import Table, position


def duo(up: str, mine: str, theirs: str = "B1 B2 B3", **more: Any) -> Table:
    return position(up, mine, theirs, variant="duo", **more)


def won(table: Table, loser: int) -> None:
    """End the round: the seat that is not `loser` lays its last card, a Wild."""
    winner = 1 - loser
    table.state.hands[winner] = [table.card("W", table.state.draw_pile)]
    table.state.draw_pile.remove(table.state.hands[winner][0])
    table.play(winner, "W")


# ------------------------------------------------------------------------------------------------------- the deck


def test_D1_112_cards() -> None:
    variant = engine.VARIANTS["duo"]
    ids = variant.deck.ids
    assert len(ids) == len(set(ids)) == 112
    ranks = [card.split(".")[0] for card in ids]
    for color in "RYGB":
        assert [ranks.count(f"{color}{rank}") for rank in "0123456789SRD"] == [1] + [2] * 12
    assert (ranks.count("W"), ranks.count("W4")) == (8, 4)
    assert (variant.min_players, variant.max_players) == (2, 2)
    assert {card["item"] for card in variant.deck.objects.values()} == {None}


# ------------------------------------------------------------------------------------------------------- volleys


def test_D5_a_draw_two_waits_for_an_answer() -> None:
    table = duo("R5", "RD Y1 Y2", "BD B1 B2")
    table.play(0, "RD")
    turn = engine.view(table.state, None)["turn"]
    assert (turn["seat"], turn["phase"], turn["penalty"], turn["by"]) == (1, "play", 2, 0)
    assert table.types() == ["card_played"]
    assert table.counts() == [2, 3]


def test_D5_it_waits_just_as_much_for_a_player_without_an_answer() -> None:
    table = duo("R5", "RD Y1 Y2", "B1 B2 B3")
    table.play(0, "RD")
    assert (table.phase, table.to_move, table.state.phase.penalty, table.legal(1)) == ("play", 1, 2, ["draw"])


@pytest.mark.parametrize("answer", ["RD", "YD", "GD", "BD"])
def test_D5_a_draw_two_of_any_colour_answers_and_raises_the_sum_by_two(answer: str) -> None:
    table = duo("R5", "RD Y1 Y2", f"{answer} B1 B2")
    table.play(0, "RD")
    table.play(1, answer)
    turn = engine.view(table.state, None)["turn"]
    assert (turn["seat"], turn["phase"], turn["penalty"], turn["by"]) == (0, "play", 4, 1)


def test_D5_and_so_on() -> None:
    table = duo("R5", "RD GD GD Y1", "BD RD B1", draw="R1 R2 R3 R4 R6 R7 R8 R9 R0 Y9")
    for seat, card in ((0, "RD"), (1, "BD"), (0, "GD"), (1, "RD"), (0, "GD")):
        table.play(seat, card)
    assert table.state.phase.penalty == 10
    table.draw(1)
    assert table.counts() == [1, 11]


def test_D5_who_does_not_answer_draws_the_sum_and_the_turn_ends() -> None:
    table = duo("R5", "RD Y1 Y2", "BD B1", draw="R1 R2 R3 R4 R6")
    table.play(0, "RD")
    table.play(1, "BD")
    table.draw(0)
    drawn = table.event("cards_drawn")
    assert (drawn["seat"], drawn["count"], drawn["reason"]) == (0, 4, "draw_two")
    assert (table.to_move, table.phase, table.state.phase.penalty, table.state.phase.by) == (
        1,
        "play",
        0,
        None,
    )


def test_D5_nobody_may_draw_first_and_answer_then() -> None:
    table = duo("R5", "RD Y1 Y2", "B1 B2", draw="BD GD R1")
    table.play(0, "RD")
    table.draw(1)
    assert (table.to_move, table.phase) == (0, "play")
    table.refuses_play("not_your_turn", 1, "BD")


def test_D5_nothing_but_a_draw_two_may_be_laid_meanwhile() -> None:
    table = duo("R5", "RD Y1 Y2", "R7 RS RR W W4 BD")
    table.play(0, "RD")
    assert table.legal(1) == ["BD", "draw"]
    for card, color in (("R7", None), ("RS", None), ("RR", None), ("W", "red"), ("W4", "red")):
        table.refuses_play("card_not_playable", 1, card, color)
    table.refuses("nothing_to_challenge", 1, engine.Challenge())


def test_D5_after_the_volley_the_draw_two_is_an_ordinary_up_card() -> None:
    table = duo("R5", "RD YD GD", "B1 B2 R3")
    table.play(0, "RD")
    table.draw(1)
    assert table.legal(0)[:2] == ["YD", "GD"]
    table.play(0, "YD")
    assert table.state.phase.penalty == 2


def test_D5_the_next_ordinary_draw_is_one_card() -> None:
    table = duo("R5", "RD Y1 Y2", "B1 B2", draw="G1 G2 B9 B8")
    table.play(0, "RD")
    table.draw(1)
    table.draw(0)
    assert table.counts() == [3, 4]


def test_D13_as_the_last_card_in_a_volley_the_opponent_draws_the_whole_sum() -> None:
    table = duo("R5", "RD YD", "BD B1", draw="B2 B3 B4 B5 B6 B7 B8")
    for seat, card in ((0, "RD"), (1, "BD"), (0, "YD")):
        table.play(seat, card)
    assert table.types()[:3] == ["card_played", "cards_drawn", "round_ended"]
    assert (table.event("cards_drawn")["count"], table.event("cards_drawn")["reason"]) == (6, "draw_two")
    assert table.event("round_ended")["points"] == [0, 1 + 2 + 3 + 4 + 5 + 6 + 7]


def test_D13_without_a_volley_the_last_draw_two_costs_two_and_is_not_answered() -> None:
    table = duo("R5", "RD", "BD B1", draw="B2 B3 B4")
    table.play(0, "RD")
    assert (table.counts(), table.state.status) == ([0, 4], "round_over")


# ----------------------------------------------------------------------------------------------- skip, wild, colours


def test_D6_after_a_skip_its_player_moves_again() -> None:
    table = duo("R5", "RS R1 Y2")
    table.play(0, "RS")
    assert (table.to_move, table.phase, table.event("player_skipped")["seat"]) == (0, "play", 1)
    table.play(0, "R1")
    assert table.to_move == 1


def test_D10_the_player_of_a_wild_names_the_colour() -> None:
    table = duo("R5", "W Y1 Y2", "R7 G5 B1 W")
    table.play(0, "W", "blue")
    assert (table.to_move, table.phase, table.current_color) == (1, "play", "blue")
    assert table.event("card_played")["color"] == "blue"
    assert table.legal(1) == ["B1", "W", "draw"]


def test_D10_a_wild_needs_a_colour() -> None:
    table = duo("R5", "W W4 Y1")
    table.refuses_play("color_required", 0, "W")
    table.refuses_play("color_required", 0, "W4")


def test_D10_the_named_colour_outlives_a_draw_that_recycles() -> None:
    table = duo("R5", "W Y1 Y2", "R7 G5 G7", draw="")
    table.play(0, "W", "blue")
    table.draw(1)
    assert table.types()[0] == "draw_pile_recycled"
    assert table.current_color == "blue"
    table.refuses_play("card_not_playable", 0, "Y1")


# ------------------------------------------------------------------------------------------------- Wild Draw Four


def test_D11_the_opponent_draws_four_and_its_player_moves_again_in_the_named_colour() -> None:
    table = duo("R5", "W4 Y1 Y2", "B1")
    table.play(0, "W4", "yellow")
    turn = engine.view(table.state, None)["turn"]
    assert (turn["seat"], turn["phase"], turn["penalty"], turn["by"]) == (1, "challenge", 4, 0)
    assert table.legal(1) == ["draw", "challenge"]
    table.draw(1)
    assert (table.counts(), table.to_move, table.phase) == ([2, 5], 0, "play")
    assert (table.event("cards_drawn")["reason"], table.current_color) == ("wild_draw_four", "yellow")
    assert "Y1" in table.legal(0)


def test_D11_challenged_and_guilty_its_player_draws_four_and_loses_the_extra_turn() -> None:
    table = duo("R5", "W4 R1 Y2", "B1 Y3")
    table.play(0, "W4", "yellow")
    table.challenge(1)
    assert table.event("challenge_resolved")["succeeded"] is True
    drawn = table.event("cards_drawn")
    assert (drawn["seat"], drawn["count"], drawn["reason"]) == (0, 4, "bluff_caught")
    assert (table.to_move, table.phase, table.current_color) == (1, "play", "yellow")
    assert table.legal(1) == ["Y3", "draw", "uno"]


def test_R13_a_wrong_challenger_draws_six_and_loses_the_turn() -> None:
    table = duo("R5", "W4 Y1 Y2", "B1 Y3")
    table.play(0, "W4", "yellow")
    table.challenge(1)
    drawn = table.event("cards_drawn")
    assert (drawn["seat"], drawn["count"], drawn["reason"]) == (1, 6, "challenge_failed")
    assert (table.to_move, table.phase) == (0, "play")


def test_D11_after_the_answer_nothing_is_left_to_challenge() -> None:
    accepted, challenged = duo("R5", "W4 Y1 Y2"), duo("R5", "W4 R1 Y2")
    accepted.play(0, "W4", "yellow")
    challenged.play(0, "W4", "yellow")
    accepted.draw(1)
    challenged.challenge(1)
    for table in (accepted, challenged):
        table.refuses("nothing_to_challenge", table.to_move or 0, engine.Challenge())


def test_D5_a_wild_draw_four_is_no_part_of_a_volley() -> None:
    table = duo("R5", "W4 Y1 Y2", "W4 BD B1")
    table.play(0, "W4", "blue")
    table.refuses("wrong_phase", 1, engine.Play(table.card("W4.2"), 0))
    table.refuses("wrong_phase", 1, engine.Play(table.card("BD.1")))


@pytest.mark.parametrize(
    ("held", "guilty"),
    [
        ("R1", True),  # the colour
        ("Y5", True),  # the number
        ("W", True),  # a plain Wild
        ("RD", True),
        ("Y1 G2 B3", False),
        ("W4 Y1", False),  # another Wild Draw Four does not count
        ("YS GR BD", False),
    ],
)
def test_D14_guilty_with_any_card_that_could_have_been_played(held: str, guilty: bool) -> None:
    table = duo("R5", f"W4 {held} B9")
    table.play(0, "W4", "yellow")
    table.challenge(1)
    assert table.event("challenge_resolved")["succeeded"] is guilty


@pytest.mark.parametrize(("symbol", "held"), [("RS", "YS"), ("RR", "GR"), ("RD", "BD")])
def test_D14_a_matching_symbol_counts(symbol: str, held: str) -> None:
    table = duo(symbol, f"W4 {held} B9")
    table.play(0, "W4", "yellow")
    table.challenge(1)
    assert table.event("challenge_resolved")["succeeded"] is True


@pytest.mark.parametrize(("held", "guilty"), [("G1", True), ("R1", False), ("Y5 B0", False)])
@pytest.mark.parametrize("named", ["red", "green"])
def test_D14_upon_a_wild_the_colour_named_for_it_is_tested_and_not_the_one_named_now(
    held: str, guilty: bool, named: str
) -> None:
    table = duo("W", f"W4 {held} B9", color="green")
    table.play(0, "W4", named)
    table.challenge(1)
    assert table.event("challenge_resolved")["succeeded"] is guilty


def test_R12_the_hand_is_judged_as_it_stood_when_the_card_was_laid() -> None:
    table = duo("R5", "W4 Y1", draw="R1 R2 R3 R4 R6 R7 R8 R9")
    table.play(0, "W4", "yellow")
    table.catch(1, 0)
    assert "R1" in table.hand(0)
    table.challenge(1)
    assert table.event("challenge_resolved")["succeeded"] is False
    shown = engine.redact(table.event("hand_revealed"), 1, table.deck)
    assert [card["id"] for card in shown["cards"]] == ["Y1.1"]
    assert "cards" not in engine.redact(table.event("hand_revealed"), 0, table.deck)


def test_R9_a_wild_draw_four_as_the_last_card_is_drawn_and_counted_without_a_challenge() -> None:
    table = duo("R5", "W4", "R1", draw="R2 R3 R4 R6 Y9")
    table.play(0, "W4")
    assert (table.state.status, table.counts()) == ("round_over", [0, 5])
    assert table.event("round_ended")["points"] == [0, 1 + 2 + 3 + 4 + 6]
    table.refuses("round_over", 1, engine.Challenge())


def test_R14_without_bluffing_a_guilty_wild_draw_four_is_refused_by_the_rule_of_duo() -> None:
    for held, fits in (("R1", False), ("Y5", False), ("W", False), ("W4 Y1", True), ("Y1", True)):
        table = duo("R5", f"W4 {held} B9", bluffing=False)
        assert ("W4" in table.legal(0)) is fits
        if not fits:
            table.refuses_play("card_not_playable", 0, "W4", "red")


def test_R14_without_bluffing_the_opponent_draws_four_at_once_and_its_player_moves_again() -> None:
    table = duo("R5", "W4 Y1 Y2", "B1", bluffing=False)
    table.play(0, "W4", "yellow")
    assert (table.counts(), table.to_move, table.phase) == ([2, 5], 0, "play")
    assert table.event("cards_drawn")["reason"] == "wild_draw_four"
    table.refuses("nothing_to_challenge", 0, engine.Challenge())


# ------------------------------------------------------------------------------------------------------ recycling


def test_D12_the_discard_pile_is_turned_over_and_the_oldest_discard_drawn_first() -> None:
    table = duo("R5", "Y1 Y2", "B1 B2", under="G1 G9 G4 G2", draw="")
    for seat in (0, 1, 0, 1):
        table.draw(seat)
    assert table.hand(0) == "Y1 Y2 G1 G4"
    assert table.hand(1) == "G2 G9 B1 B2"
    assert table.up == "R5.1"


def test_D12_recycling_happens_only_when_a_card_is_needed() -> None:
    table = duo("R5", "Y1 Y2", "B1 B2", under="G1 G2", draw="G9")
    table.draw(0)
    assert "draw_pile_recycled" not in table.types()
    assert len(table.state.draw_pile) == 0
    table.draw(1)
    assert table.event("draw_pile_recycled")["count"] == 2
    assert (len(table.state.draw_pile), len(table.state.discard_pile)) == (1, 1)


def test_D12_a_draw_goes_on_upon_the_recycled_pile() -> None:
    table = duo("R5", "RD Y1 Y2", "B1", under="G1 G2 G3", draw="G9")
    table.play(0, "RD")
    table.draw(1)
    assert table.types() == ["draw_pile_recycled", "cards_drawn"]
    assert table.hand(1) == "G1 G9 B1"
    assert table.up == "RD.1"


def test_D12_option_shuffle_on_recycle() -> None:
    under = " ".join(f"G{n}" for n in range(1, 10)) + " " + " ".join(f"Y{n}" for n in range(3, 10))
    turned = duo("R5", "Y1", "B1", under=under, draw="")
    mixed = duo("R5", "Y1", "B1", under=under, draw="", shuffle_on_recycle=True)
    turned.draw(0)
    mixed.draw(0)
    oldest_first = [turned.deck.index[f"{name}.1"] for name in under.split()]
    assert turned.state.draw_pile[::-1] == oldest_first[1:]
    left = mixed.state.draw_pile[::-1]
    held = [card for card in mixed.state.hands[0] if card != mixed.card("Y1")]
    assert sorted(left + held) == sorted(oldest_first)
    assert held + left != oldest_first
    assert (turned.state.shuffles, mixed.state.shuffles) == (0, 1)


def test_R2_a_stacked_round_is_turned_over_whatever_the_option_says() -> None:
    table = duo("R5", "Y1 Y2", "B1 B2", under="G1 G9 G4 G2", draw="", shuffle_on_recycle=True)
    table.state.stacked = True
    for seat in (0, 1, 0, 1):
        table.draw(seat)
    assert table.hand(0) == "Y1 Y2 G1 G4"


def test_R5_a_recycled_wild_is_blank_again() -> None:
    table = duo("R5", "Y1 Y2", "B1 B2 G1", under="W", draw="")
    table.draw(0)
    assert (table.phase, table.legal(0)) == ("drawn", ["W", "pass"])
    table.refuses_play("color_required", 0, "W")


# ------------------------------------------------------------------------------------------------------ the score


def test_D15_what_cards_count() -> None:
    objects = engine.VARIANTS["duo"].deck.objects
    points = {card_id.split(".")[0]: card["points"] for card_id, card in objects.items()}
    assert [points[f"R{rank}"] for rank in "0123456789"] == list(range(10))
    assert [points[f"B{rank}"] for rank in "SRD"] == [10, 10, 10]
    assert (points["W"], points["W4"]) == (15, 20)


def test_D15_the_winner_scores_nothing_and_the_loser_is_charged_the_cards_left() -> None:
    table = duo("R5", "R1", "B7 BS YR GD W W4")
    table.play(0, "R1")
    assert table.event("round_ended")["points"] == [0, 7 + 10 + 10 + 10 + 15 + 20]
    assert table.state.totals == [0, 72]
    assert table.state.rounds[0]["hands"][0]["points"] == 72


@pytest.mark.parametrize(("before", "over"), [(199, True), (198, False), (500, True)])
def test_D15_who_first_reaches_200_loses(before: int, over: bool) -> None:
    table = duo("R5", "R1", "B1")
    table.state.totals = [150, before]
    table.play(0, "R1")
    assert table.state.status == ("finished" if over else "round_over")
    assert table.state.winners == ([0] if over else [])


def test_D15_the_lower_total_wins_even_for_who_lost_the_round() -> None:
    table = duo("R5", "R1", "B1", goal={"kind": "rounds", "value": 1})
    table.state.totals = [150, 20]
    table.play(0, "R1")
    assert table.state.winners == [1]


def blocked(mine: str, theirs: str, totals: list[int] | None = None, **options: Any) -> Table:
    """Play until neither has a card to draw nor the will to play."""
    table = duo("R5", mine, theirs, draw="", **options)
    table.state.totals = totals or [0, 0]
    table.draw(0)
    assert table.state.status == "playing"
    table.draw(1)
    return table


def test_R4_a_blocked_round_of_duo_charges_each_player_the_own_hand() -> None:
    table = blocked("Y1", "B9 BS")
    ended = table.event("round_ended")
    assert (ended["blocked"], ended["winner"], ended["points"]) == (True, 0, [1, 19])


def test_R4_equal_hands_are_charged_too_and_have_no_winner() -> None:
    table = blocked("Y9", "B9")
    ended = table.event("round_ended")
    assert (ended["winner"], ended["points"], table.state.status) == (None, [9, 9], "round_over")


def test_R4_equal_hands_share_a_game_of_one_round() -> None:
    assert blocked("Y9", "B9", goal={"kind": "one_round"}).state.winners == [0, 1]
    assert blocked("Y9", "B8", goal={"kind": "one_round"}).state.winners == [1]


def test_D15_both_at_once_the_lower_total_wins() -> None:
    table = blocked("Y9", "B5", [195, 198])
    assert (table.state.totals, table.state.winners, table.state.status) == ([204, 203], [1], "finished")


def test_D15_both_at_once_and_equal_they_play_on() -> None:
    table = blocked("Y9", "B5", [195, 199])
    assert (table.state.totals, table.state.winners, table.state.status) == ([204, 204], [], "round_over")
    won(table_after_next_round(table), loser=0)
    assert table.state.winners == [1]


def table_after_next_round(table: Table) -> Table:
    """Deal and draft the next round until somebody is to play, then give the turn to seat 1."""
    table.next_round(0)
    while table.state.status == "drafting":
        table.draft(table.state.phase.seat or 0, keep=True)
    while table.phase != "play" or table.to_move != 1:
        seat = table.state.phase.seat or 0
        engine.apply(table.state, seat, engine.default_move(table.state, seat))
    return table


def test_R21_a_goal_of_rounds_is_won_by_the_lower_total_and_shared_when_equal() -> None:
    table = duo("R5", "R1", "B5", goal={"kind": "rounds", "value": 1})
    table.state.totals = [5, 0]
    table.play(0, "R1")
    assert (table.state.totals, table.state.winners) == ([5, 5], [0, 1])


def test_R21_the_score_sheet_of_duo_counts_losers() -> None:
    table = duo("R5", "R1", "B5")
    table.play(0, "R1")
    sheet = engine.score_sheet(table.state)
    assert sheet["scoring"] == "losers_count"
    assert sheet["goal"] == {"kind": "points", "value": 200}
    assert sheet["totals"] == [0, 5]


def test_the_hands_laid_open_at_the_end_are_shown_to_everybody() -> None:
    table = duo("R5", "R1", "B5 W")
    table.play(0, "R1")
    for viewer in (0, 1, None):
        (hand,) = engine.redact(table.event("round_ended"), viewer, table.deck)["hands"]
        assert (hand["seat"], hand["points"]) == (1, 20)
        assert [card["id"] for card in hand["cards"]] == ["B5.1", "W.1"]


def test_the_drawn_card_is_named_to_its_owner_alone() -> None:
    table = duo("R5", "Y1 Y2", draw="R9 G1")
    table.draw(0)
    assert engine.view(table.state, 0)["you"]["drawn_card"] == "R9.1"
    assert engine.view(table.state, 1)["you"]["drawn_card"] is None


# -------------------------------------------------------------------------------------------------------- options


def test_options_of_duo() -> None:
    variant = engine.VARIANTS["duo"]
    assert variant.options_dict(variant.make_options({})) == {
        "goal": {"kind": "points", "value": 200},
        "bluffing": True,
        "force_play": False,
        "shuffle_on_recycle": False,
        "uno_penalty": 2,
        "spectators": True,
    }


def test_force_play_a_drawn_reverse_must_be_played_with_its_dump_or_without() -> None:
    table = duo("R5", "R2 B9 Y1", draw="RR Y2 Y3", force_play=True)
    table.draw(0)
    assert table.legal(0) == ["RR", "RR+R2"]
    table.refuses("must_play_drawn_card", 0, engine.Pass())


@pytest.mark.parametrize(
    ("held", "must"), [("Y1 Y2", True), ("W Y2", False), ("Y5 Y2", False), ("W4 Y1", True)]
)
def test_force_play_excepts_a_wild_draw_four_that_would_be_guilty(held: str, must: bool) -> None:
    table = duo("R5", held, draw="W4.4 G1", force_play=True)
    table.draw(0)
    assert table.legal(0) == (["W4"] if must else ["W4", "pass"])


def test_R7_a_drawn_wild_draw_four_is_tested_against_the_hand_without_it() -> None:
    honest = duo("R5", "Y1 Y2", draw="W4 G1", bluffing=False)
    honest.draw(0)
    assert honest.phase == "drawn"
    guilty = duo("R5", "R1 Y2", draw="W4 G1", bluffing=False)
    guilty.draw(0)
    assert (guilty.to_move, guilty.phase) == (1, "play")


@pytest.mark.parametrize("penalty", [1, 2, 10])
def test_uno_penalty(penalty: int) -> None:
    table = duo("R5", "R1 Y2", uno_penalty=penalty)
    table.play(0, "R1")
    table.catch(1, 0)
    assert table.counts()[0] == 1 + penalty


def test_R17_without_a_penalty_there_are_no_catches() -> None:
    table = duo("R5", "R1 Y2", uno_penalty=0)
    table.play(0, "R1")
    table.refuses("nothing_to_catch", 1, engine.Catch(0))
    assert table.legal(0) == ["uno"]
