"""Use cases on the real store, with a clock that tests move."""

import pytest

from service.games import Games
from service.store.store import RedisStore
from tests.games.table import Clock, games_at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(redis_url: str) -> RedisStore:
    return RedisStore.at(redis_url)


@pytest.fixture
def games(store: RedisStore, clock: Clock) -> Games:
    """Lobbies live for 100 seconds, games for 1,000, and 500 once they are over."""
    return games_at(store, clock)
