"""Games that are followed, on the real store."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.games import Games, Opened, times
from service.live import Live
from service.observability import METER
from service.store.store import RedisStore
from tests.games.table import Table, games_at
from tests.live.reading import Reader

TIMES = {"lobby_ttl": 1_000, "idle_ttl": 1_000, "finished_ttl": 1_000}


class Desk:
    """One process's use cases and what is followed in it."""

    def __init__(self, url: str, heartbeat: float = 15.0, most_streams: int = 100) -> None:
        self.store = RedisStore.at(url)
        self.games: Games = games_at(self.store, times.now, **TIMES)
        self.live = Live(self.games, self.store, METER, most_streams=most_streams, heartbeat=heartbeat)

    def table(self, *players: str, **order: Any) -> Table:
        """Create a game, by default for two."""
        return Table(self.games, *(players or ("Ana", "Bo")), **order)

    def at(self, table: Table) -> Table:
        """The same game, asked for in this process."""
        return Table.of(self.games, table.id, table.tokens)

    def open(self, opened: Opened, after: int | None = None, *, views: bool = False) -> Reader:
        """Open a stream and read it."""
        stream = self.live.follow(opened, after, views=views)
        assert stream is not None
        return Reader(stream)

    def follow(
        self, table: Table, seat: int | None = None, after: int | None = None, *, views: bool = False
    ) -> Reader:
        """Open a seat's stream of a game."""
        return self.open(self.at(table).look(seat), after, views=views)


NewDesk = Callable[..., Desk]


@pytest.fixture
def new_desk(redis_url: str) -> Iterator[NewDesk]:
    """A function that makes a process's part, as many as a test needs."""
    desks: list[Desk] = []

    def make(**settings: Any) -> Desk:
        desks.append(Desk(redis_url, **settings))
        return desks[-1]

    yield make
    for desk in desks:
        desk.live.close()


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    return new_desk()
