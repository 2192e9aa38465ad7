"""UNO Duo before the first turn: the draft, and what the card turned up does (D2-D4)."""

import pytest

from service import engine
from tests.engine.positions import Table, dealt, position

P1, P2 = 1, 0
"""In a stacked game the last seat deals, so seat 1 drafts first and seat 0 moves first."""
DISCARDS = "G0 G1 G1 G2 G2 G3 G3 G4 G4 G5 G5 G6 G6 G7"
HAND = "B1 B2 B3 B4 B5 B6 B7"
OTHER_HAND = "Y1 Y2 Y3 Y4 Y5 Y6 Y7"


def deck_for(starter: str, p2: str = OTHER_HAND, p1: str = HAND) -> str:
    """List a deck from which two players who keep every card get the hands, and then turn `starter` up."""
    kept = [card for pair in zip(p1.split(), p2.split(), strict=True) for card in pair]
    pairs = zip(kept, DISCARDS.split(), strict=True)
    return " ".join([*(card for pair in pairs for card in pair), starter])


def drafted(starter: str, p2: str = OTHER_HAND, p1: str = HAND) -> Table:
    table = dealt("duo", 2, deck_for(starter, p2, p1))
    for _ in range(7):
        table.draft(P1, keep=True)
        table.draft(P2, keep=True)
    return table


def test_D2_there_is_no_deal_and_p1_who_is_the_dealer_drafts_first() -> None:
    table = dealt("duo", 2, "R1 R2")
    assert table.types() == ["round_started"]
    assert table.event("round_started") == {"type": "round_started", "round": 1, "dealer": P1}
    assert (table.state.status, table.phase, table.to_move) == ("drafting", "draft", P1)
    assert table.counts() == [0, 0]
    assert table.legal(P1) == ["draft"]
    assert table.legal(P2) == []


def test_D2_the_card_looked_at_is_shown_to_its_viewer_alone_and_belongs_to_the_draw_pile() -> None:
    table = dealt("duo", 2, "R1 R2")
    seen = engine.view(table.state, P1)
    assert seen["you"]["drawn_card"] == "R1.1"
    assert seen["draw_pile"]["count"] == 112
    assert engine.view(table.state, P2)["you"]["drawn_card"] is None
    assert "you" not in engine.view(table.state, None)


def test_D2_keeping_the_card_turns_the_next_one_onto_the_draft_discards() -> None:
    table = dealt("duo", 2, "R1 R2")
    events = table.draft(P1, keep=True)
    assert (table.hand(P1), table.up) == ("R1", "R2.1")
    assert table.types() == ["card_drafted", "draft_card_discarded"]
    deck = table.deck
    assert engine.redact(events[0], P1, deck)["card"]["id"] == "R1.1"
    assert "card" not in engine.redact(events[0], P2, deck)
    for viewer in (P1, P2, None):
        assert engine.redact(events[1], viewer, deck)["card"]["id"] == "R2.1"


def test_D2_refusing_it_discards_it_for_both_to_see_and_the_next_card_must_be_kept_unseen() -> None:
    table = dealt("duo", 2, "R1 R2")
    events = table.draft(P1, keep=False)
    assert (table.hand(P1), table.up) == ("R2", "R1.1")
    assert table.types() == ["draft_card_discarded", "card_drafted"]
    deck = table.deck
    for viewer in (P1, P2, None):
        assert engine.redact(events[0], viewer, deck)["card"]["id"] == "R1.1"
    assert engine.redact(events[1], P1, deck)["card"]["id"] == "R2.1"
    assert "card" not in engine.redact(events[1], P2, deck)
    assert "card" not in engine.redact(events[1], None, deck)


@pytest.mark.parametrize("keep", [True, False])
def test_D2_each_decision_takes_two_cards_and_the_other_player_goes_on(keep: bool) -> None:
    table = dealt("duo", 2, "")
    seats = []
    for turn in range(13):
        seats.append(table.to_move)
        table.draft(table.state.phase.seat or 0, keep=keep)
        assert sum(table.counts()) == turn + 1
        assert len(table.state.draw_pile) == 112 - 2 * (turn + 1)
        assert table.state.status == "drafting"
    assert seats == [P1, P2] * 6 + [P1]
    table.draft(P2, keep=keep)
    assert (table.counts(), table.state.status) == ([7, 7], "playing")


def test_D2_while_drafting_the_discard_pile_shows_the_draft_discards_without_a_colour() -> None:
    table = dealt("duo", 2, "R1 R2")
    assert engine.view(table.state, None)["discard_pile"] == {"top": None, "color": None, "count": 0}
    table.draft(P1, keep=True)
    shown = engine.view(table.state, None)["discard_pile"]
    assert (shown["top"]["id"], shown["color"], shown["count"]) == ("R2.1", None, 1)


def test_D2_only_the_drafter_may_draft_and_only_drafting_is_possible() -> None:
    table = dealt("duo", 2, "R1 R2")
    table.refuses("not_your_turn", P2, engine.Draft(keep=True))
    table.refuses("wrong_phase", P1, engine.Draw())
    table.refuses("wrong_phase", P1, engine.Play(0))
    table.refuses("uno_not_due", P1, engine.CallUno())
    table.refuses("nothing_to_catch", P2, engine.Catch(P1))
    table.refuses("round_not_over", P1, engine.NextRound())


def test_D2_a_hand_of_one_or_two_drafted_cards_calls_for_no_uno() -> None:
    table = dealt("duo", 2, "")
    table.draft(P1, keep=True)
    assert table.legal(P1) == []
    assert table.legal(P2) == ["draft"]
    table.draft(P2, keep=True)
    table.draft(P1, keep=True)
    table.draft(P2, keep=True)
    table.refuses("uno_not_due", P1, engine.CallUno())
    table.refuses("nothing_to_catch", P2, engine.Catch(P1))


def test_D2_nothing_is_drafted_once_the_round_is_played() -> None:
    table = drafted("R9")
    table.refuses("wrong_phase", P2, engine.Draft(keep=True))


def test_D3_the_fourteen_lie_under_the_draw_pile_and_the_first_discarded_comes_first() -> None:
    table = drafted("R9")
    pile = [table.deck.ids[card].split(".")[0] for card in table.state.draw_pile]
    assert " ".join(reversed(pile[:14])) == DISCARDS
    assert len(pile) == 112 - 14 - 1
    assert len(table.state.discard_pile) == 1


def test_D3_a_stacked_deck_is_not_shuffled_by_the_draft() -> None:
    table = drafted("R9")
    top = [table.deck.ids[card] for card in reversed(table.state.draw_pile[14:])]
    assert top == [card for card in table.deck.ids if card in top]


def test_D4_a_number_gives_p2_a_normal_turn() -> None:
    table = drafted("Y9")
    assert table.types()[-1] == "card_turned_up"
    assert (table.phase, table.to_move, table.current_color, table.state.status) == (
        "play",
        P2,
        "yellow",
        "playing",
    )


def test_D4_a_draw_two_makes_p2_draw_two_and_ends_the_turn_without_a_volley() -> None:
    table = drafted("RD", p2="YD Y1 Y2 Y3 Y4 Y5 Y6")
    assert (table.counts(), table.to_move, table.phase) == ([9, 7], P1, "play")
    drawn = table.event("cards_drawn")
    assert (drawn["seat"], drawn["count"], drawn["reason"]) == (P2, 2, "turned_up")
    assert engine.view(table.state, None)["turn"]["penalty"] == 0
    table.draw(P1)
    assert table.counts()[P1] == 8


def test_D4_a_wild_draw_four_makes_p2_draw_four_and_p1_names_the_colour_and_moves() -> None:
    table = drafted("W4")
    drawn = table.event("cards_drawn")
    assert (drawn["seat"], drawn["count"], drawn["reason"]) == (P2, 4, "turned_up")
    assert table.counts() == [11, 7]
    turn = engine.view(table.state, None)["turn"]
    assert (turn["seat"], turn["phase"], turn["reason"], turn["by"]) == (P1, "color", "starter", None)
    assert engine.view(table.state, P2)["discard_pile"]["color"] is None
    table.refuses("nothing_to_challenge", P1, engine.Challenge())
    table.refuses("not_your_turn", P2, engine.Challenge())
    table.color(P1, "blue")
    assert (table.to_move, table.phase, table.current_color) == (P1, "play", "blue")


def test_D4_a_wild_lets_p1_name_the_colour_and_p2_move() -> None:
    table = drafted("W")
    turn = engine.view(table.state, None)["turn"]
    assert (turn["seat"], turn["phase"], turn["reason"]) == (P1, "color", "starter")
    assert table.legal(P2) == []
    table.color(P1, "green")
    assert (table.to_move, table.phase, table.current_color, table.counts()) == (P2, "play", "green", [7, 7])
    assert table.event("color_chosen") == {"type": "color_chosen", "seat": P1, "color": "green"}


def test_D4_a_skip_lets_p1_move_first() -> None:
    table = drafted("GS")
    assert (table.to_move, table.phase, table.counts()) == (P1, "play", [7, 7])
    assert table.event("player_skipped")["seat"] == P2


def test_D4_a_reverse_makes_p2_dump_that_colour() -> None:
    table = drafted("YR", p2="R1 R2 R3 R4 R5 Y6 Y7")
    turn = engine.view(table.state, None)["turn"]
    assert (turn["seat"], turn["phase"], turn["reason"]) == (P2, "dump", "starter")
    assert table.state.direction == 1
    assert table.legal(P2) == ["Y6+Y7"]
    table.play(P2, "Y7", then="Y6")
    assert (table.up, table.to_move, table.phase) == ("Y6.1", P1, "play")


def test_D4_a_reverse_of_a_colour_that_p2_does_not_hold_gives_a_normal_turn() -> None:
    table = drafted("RR")
    assert (table.phase, table.to_move, table.current_color) == ("play", P2, "red")


def test_D2_the_roles_swap_every_round() -> None:
    table = position("R5", "R7", "G1", variant="duo", dealer=1)
    dealers = []
    for _ in range(3):
        winner = table.state.phase.seat or 0
        table.state.hands[winner] = [table.deck.index["W.1"]]
        table.play(winner, "W")
        table.next_round(0)
        dealers.append(table.state.dealer)
        assert table.to_move == table.state.dealer
        while table.state.status == "drafting":
            table.draft(table.state.phase.seat or 0, keep=True)
        if table.phase == "color":
            table.color(table.state.phase.seat or 0, "red")
        if table.phase == "dump":
            seat = table.state.phase.seat or 0
            engine.apply(table.state, seat, engine.default_move(table.state, seat))
    assert dealers == [0, 1, 0]


def test_D2_who_drafts_first_in_the_first_round_is_drawn_by_lot() -> None:
    options = engine.VARIANTS["duo"].make_options({})
    dealers = {engine.new_game("duo", options, 2, seed=bytes([n]) * 32)[0].dealer for n in range(20)}
    assert dealers == {0, 1}
