"""Secrets and unguessable names."""

import re

import pytest

from service.games import tokens
from service.games.times import now, rfc3339

TOKEN = re.compile(r"uno_[A-Za-z0-9_-]{43}")


def test_ten_thousand_games_have_ten_thousand_ids() -> None:
    ids = {tokens.new_game_id() for _ in range(10_000)}
    assert len(ids) == 10_000
    assert all(tokens.is_game_id(game_id) for game_id in ids)


@pytest.mark.parametrize(
    "text", ["", "x", "a" * 21, "a" * 23, "a" * 21 + "}", "a" * 21 + "\n", "\u00e9" * 22]
)
def test_other_texts_are_no_ids(text: str) -> None:
    assert not tokens.is_game_id(text)


def test_tokens_have_one_form_however_they_are_made() -> None:
    made = [tokens.new_token(), tokens.derived_token("key", "salt", "game", 0)]
    assert all(TOKEN.fullmatch(token) for token in made)


def test_a_derived_token_follows_from_all_its_parts() -> None:
    parts = ("key", "salt", "game", 0)
    others = [("kez", *parts[1:]), ("key", "salu", "game", 0), ("key", "salt", "gamf", 0), (*parts[:3], 1)]
    derived = {tokens.derived_token(*each) for each in [parts, *others]}
    assert len(derived) == 5
    assert tokens.derived_token(*parts) == tokens.derived_token(*parts)


def test_a_seat_gets_one_token_however_often_it_is_asked_for() -> None:
    for key in (None, "key"):
        token_of = tokens.maker(key, "salt", "game")
        assert token_of(0) == token_of(0) != token_of(1)


def test_without_a_key_tokens_are_random() -> None:
    assert tokens.maker(None, "", "game")(0) != tokens.maker(None, "", "game")(0)


def test_moments_are_shown_to_the_millisecond() -> None:
    assert rfc3339(1_764_533_223_007) == "2025-11-30T20:07:03.007Z"
    assert rfc3339(0) == "1970-01-01T00:00:00.000Z"
    assert now() > 1_700_000_000_000
