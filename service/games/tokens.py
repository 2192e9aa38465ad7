"""Secrets and names that nobody can guess: game ids, seeds, tokens."""

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from functools import cache
from typing import Final

PREFIX: Final = "uno_"
ID_LENGTH: Final = 22
"""Characters of a game's id."""


def new_game_id() -> str:
    """Make 128 random bits in 22 URL-safe characters."""
    return secrets.token_urlsafe(16)


is_game_id: Final = re.compile(r"[A-Za-z0-9_-]{22}").fullmatch
"""Tells whether a text has the form of a game's id."""


def new_salt() -> str:
    """Make what keeps derived tokens from being guessed by those who know the rest: 22 URL-safe characters."""
    return secrets.token_urlsafe(16)


def new_operation() -> str:
    """Make the id of one attempt to commit: 12 URL-safe characters."""
    return secrets.token_urlsafe(9)


def new_seed() -> bytes:
    """Make a game's seed, from which its shuffles follow: 32 bytes."""
    return secrets.token_bytes(32)


def new_token() -> str:
    """Make a seat's token of 32 random bytes."""
    return PREFIX + secrets.token_urlsafe(32)


def derived_token(key: str, salt: str, game_id: str, seat: int) -> str:
    """Make the token that a repeated creation or joining with the same Idempotency-Key gives again.

    The key is the one part that the store does not have.
    """
    message = f"{salt}|{game_id}|{seat}".encode()
    digest = hmac.digest(key.encode(), message, "sha256")
    return PREFIX + urlsafe_b64encode(digest).decode().rstrip("=")


def maker(key: str | None, salt: str, game_id: str) -> Callable[[int], str]:
    """Give what makes the tokens of seats, for each the same whenever it is asked: derived if there is a key."""

    @cache
    def token_of(seat: int) -> str:
        return new_token() if key is None else derived_token(key, salt, game_id, seat)

    return token_of


def sha256(text: str) -> str:
    """Give the SHA-256 of a text, hexadecimal: all that is stored of a token."""
    return hashlib.sha256(text.encode()).hexdigest()
