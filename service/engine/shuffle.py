"""Randomness that anyone can repeat once the game's seed is shown.

The key of a shuffle is HMAC-SHA256(game seed, message); the message is the SHA-256 of each client seed (UTF-8, seat
order), then the round and the shuffle's number as 4 bytes each, big-endian. The key yields 32-bit words: the SHA-256 of
the key and a block number (4 bytes, from 0) is eight words, big-endian. A number below n is the next word modulo n,
where words of 2**32 - 2**32 % n and more are passed over.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence

from service.engine.state import State

_WORDS = struct.Struct(">8I")
_SPAN = 2**32


def _key(state: State) -> bytes:
    """Take the next shuffle's key."""
    seeds = b"".join(hashlib.sha256(seed.encode()).digest() for seed in state.client_seeds)
    message = seeds + struct.pack(">II", state.round, state.shuffles)
    state.shuffles += 1
    return hmac.digest(state.seed, message, "sha256")


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from _WORDS.unpack(hashlib.sha256(key + block.to_bytes(4, "big")).digest())
        block += 1


def _below(words: Iterator[int], n: int) -> int:
    limit = _SPAN - _SPAN % n
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % n


def shuffled(state: State, cards: Sequence[int]) -> list[int]:
    """Shuffle, top card first.

    The cards are put in canonical order; then, for i from the last position down to 1, position i is swapped with a
    number below i + 1 (Fisher-Yates).
    """
    result = sorted(cards)
    words = _words(_key(state))
    for i in range(len(result) - 1, 0, -1):
        j = _below(words, i + 1)
        result[i], result[j] = result[j], result[i]
    return result


def lot(state: State, n: int) -> int:
    """Draw a number below `n`."""
    return _below(_words(_key(state)), n)
