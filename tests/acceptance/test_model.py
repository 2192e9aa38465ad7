"""The model's self-test: it plays itself. The hardest clauses have positions of their own in the files beside."""

from collections import Counter
from copy import deepcopy
from random import Random

import pytest

from tests.acceptance.chance import random_attempt, random_create, random_move
from tests.acceptance.model import Game, RefusedError, view
from tests.acceptance.model.cards import build_deck
from tests.acceptance.model.table import Table


def holds(table: Table) -> None:
    """What is true at every moment of every game."""
    cards = [*table.draw_pile, *table.discards, *table.draft_discards]
    for hand in table.hands:
        cards += hand
    assert sorted(cards) == sorted(build_deck(table.variant))
    assert (table.turn is None) == (table.status in ("round_over", "finished"))
    if table.turn is not None:
        assert table.active[table.turn.seat]
        assert (table.owed_for is not None) == (table.turn.penalty > 0) == (table.turn.by is not None)
        assert (table.turn.phase == "drawn") == (table.drawn_card is not None)
        assert all(
            hand or table.status == "drafting" or not here
            for hand, here in zip(table.hands, table.active, strict=True)
        )
    if table.window is not None:
        assert len(table.hands[table.window]) == 1
    for seat, call in table.calls.items():
        assert call != "one" or len(table.hands[seat]) == 1
        assert call == "one" or (table.turn is not None and table.turn.seat == seat)


@pytest.mark.parametrize("variant", ["classic", "duo", "mario_kart"])
def test_random_games_hold_the_invariants(variant: str) -> None:
    rng = Random(f"self-play {variant}")
    seen: Counter[str] = Counter()
    for number in range(40):
        game = Game(random_create(rng, variant, with_options=number > 5))
        table = game.table
        mood = rng.choice(["race", "mixed", "hoard"])
        for _ in range(400):
            holds(table)
            if table.turn is None:
                break
            assert game.legal(table.turn.seat), "the seat to move can do something"
            attempt = random_attempt(rng, game)
            if not game.permits(attempt.seat, attempt.action, attempt.body):
                before = deepcopy(table)
                with pytest.raises(RefusedError) as refused:
                    game.act(attempt.seat, attempt.action, attempt.body)
                assert refused.value.codes
                assert table == before
            if rng.random() < 0.003:
                seen.update(event["type"] for event in game.leave(rng.choice(table.active_seats())))
                continue
            move = random_move(rng, game, mood)
            seen.update(event["type"] for event in game.act(move.seat, move.action, move.body))
            for viewer in (None, *range(len(table.names))):
                assert view(table, viewer)["version"] == table.version
        seen.update("blocked" for result in table.rounds if result["blocked"])
    expected = {
        "card_played",
        "cards_drawn",
        "round_ended",
        "game_ended",
        "player_left",
        "draw_pile_recycled",
        "blocked",
    }
    own = {
        "classic": {"hands_swapped", "hands_rotated", "challenge_resolved", "color_chosen", "uno_caught"},
        "duo": {"card_drafted", "cards_dumped", "challenge_resolved", "uno_caught"},
        "mario_kart": {"item_flipped", "seat_chosen", "color_chosen", "challenge_resolved", "uno_caught"},
    }[variant]
    assert expected | own <= set(seen)
