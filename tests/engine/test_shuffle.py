"""Fairness: a shuffle as anyone may repeat it, written here a second time from its description."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Sequence

import pytest

from service import engine
from service.engine.shuffle import _below, lot, shuffled
from tests.engine.positions import position

SEED = bytes(range(32))


def words(seed: bytes, client_seeds: Sequence[str], number: int, counter: int, count: int) -> list[int]:
    """Give the first 32-bit words of a shuffle's key."""
    message = b"".join(hashlib.sha256(text.encode()).digest() for text in client_seeds)
    message += number.to_bytes(4, "big") + counter.to_bytes(4, "big")
    key = hmac.new(seed, message, hashlib.sha256).digest()
    found: list[int] = []
    block = 0
    while len(found) < count:
        digest = hashlib.sha256(key + block.to_bytes(4, "big")).digest()
        found += [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
        block += 1
    return found


def expected_order(cards: Sequence[int], source: list[int]) -> list[int]:
    """Shuffle by Fisher-Yates from the end, with rejection."""
    order = sorted(cards)
    stream = iter(source)
    for last in reversed(range(1, len(order))):
        n = last + 1
        word = next(word for word in stream if word < (2**32 // n) * n)
        order[last], order[word % n] = order[word % n], order[last]
    return order


def dealt(*client_seeds: str, seed: bytes = SEED) -> tuple[engine.State, engine.Events]:
    options = engine.VARIANTS["classic"].make_options({})
    return engine.new_game("classic", options, 3, seed=seed, client_seeds=client_seeds, dealer=2)


def started(*client_seeds: str, seed: bytes = SEED) -> engine.State:
    return dealt(*client_seeds, seed=seed)[0]


@pytest.mark.parametrize("client_seeds", [(), ("Ana's",), ("Ana's", "", "ü 🎲")])
def test_the_deal_can_be_repeated_from_the_seeds(client_seeds: tuple[str, ...]) -> None:
    state, events = dealt(*client_seeds)
    order = state.card_ids(expected_order(range(108), words(SEED, client_seeds, 1, 0, 200)))

    hands = [event["secret"][0][1]["cards"] for event in events if event["type"] == "cards_dealt"]
    assert [sorted(hand) for hand in hands] == [sorted(order[seat:21:3]) for seat in range(3)]
    assert next(event for event in events if event["type"] == "card_turned_up")["card"] == order[21]


def test_a_recycled_pile_can_be_repeated_with_the_next_counter() -> None:
    under = "R1 R2 R3 R4 R6 R7 R8 R9 Y3 Y4 Y5 Y6 Y7 Y8 Y9"
    table = position("R5", "G1 Y2", "G1 G2", under=under, draw="")
    state = table.state
    state.seed, state.client_seeds, state.round, state.shuffles = SEED, ("a", "b"), 4, 7
    cards = list(state.discard_pile[:-1])
    table.draw(0)

    order = expected_order(cards, words(SEED, ("a", "b"), 4, 7, 40))
    drawn = table.event("cards_drawn")["secret"][0][1]["cards"]
    assert drawn + state.card_ids(state.draw_pile[::-1]) == state.card_ids(order)
    assert state.shuffles == 8


def test_the_lot_is_drawn_like_a_shuffle() -> None:
    state = started()
    state.round, state.shuffles = 0, 0

    assert lot(state, 3) == words(SEED, (), 0, 0, 1)[0] % 3
    assert state.shuffles == 1


def test_a_word_beyond_the_last_whole_multiple_is_passed_over() -> None:
    # 2**32 is no multiple of 10: the last six words would favour the numbers from 0 to 5.
    assert _below(iter([2**32 - 1, 2**32 - 6, 8]), 10) == 8
    assert _below(iter([2**32 - 7, 8]), 10) == 9
    assert _below(iter([2**32 - 1, 8]), 4) == 3


def test_every_seed_counts() -> None:
    deals = {
        tuple(map(tuple, state.hands))
        for state in (
            started(),
            started(seed=bytes(32)),
            started("a"),
            started("b"),
            started("a", "b"),
            started("b", "a"),
            started("ab"),
            started("a", "b", ""),
        )
    }
    assert len(deals) == 8


def test_rounds_and_counters_give_other_orders() -> None:
    state = started()
    orders = set()
    for number, counter in ((1, 0), (1, 1), (2, 0), (2, 1)):
        state.round, state.shuffles = number, counter
        orders.add(tuple(shuffled(state, range(108))))
    assert len(orders) == 4


def test_the_order_before_a_shuffle_does_not_matter() -> None:
    state = started()
    cards = list(range(50))
    state.shuffles = 3
    one = shuffled(state, cards)
    state.shuffles = 3
    other = shuffled(state, cards[::-1])

    assert one == other
    assert cards == list(range(50))


def test_every_place_is_as_likely_as_another() -> None:
    state = started()
    tops = Counter(shuffled(state, range(6))[0] for _ in range(3000))

    assert set(tops) == set(range(6))
    assert all(400 < count < 600 for count in tops.values())


def test_shuffling_one_card_or_none() -> None:
    state = started()

    assert shuffled(state, [5]) == [5]
    assert shuffled(state, []) == []
