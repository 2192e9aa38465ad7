"""What the tests of the store share."""

import time

import pytest

from service.games import Commit, ReceiptName, head
from service.games.tokens import new_operation
from service.store.store import RedisStore

GAME = "AAAAAAAAAAAAAAAAAAAAAA"
NAME = ReceiptName("ana", "key")


def soon() -> float:
    """A deadline that leaves a test all the time it may need."""
    return time.monotonic() + 10


def change(
    version: int, *events: str, game_id: str = GAME, expected: int | None = None, **more: object
) -> Commit:
    """The change that makes `version` of a game; its first event has the number of the version."""
    values: dict[str, object] = {
        "game_id": game_id,
        "expected": version - 1 if expected is None else expected,
        "snapshot": head(version) + b'"schema":1}',
        "ttl": 100,
        "receipts_ttl": 200,
        "operation": new_operation(),
        "first_event": version,
        "events": [event.encode() for event in events or (f'{{"id":{version}}}',)],
    }
    return Commit(**values | more)  # type: ignore[arg-type]


@pytest.fixture
def store(redis_url: str) -> RedisStore:
    return RedisStore.at(redis_url)
