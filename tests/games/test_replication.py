"""What is answered while the replicas that must have it do not: nothing that a failover could make untrue."""

from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest

from service.games import Access, Games, Refusal, StorageUnavailable, times
from service.store.store import RedisStore
from tests.games.table import ORDERLY, Table, create, games_at
from tests.store.servers import Server

KEY = "a-key-of-sixteen-characters"


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Server, Server]]:
    with Server() as master, Server() as replica:
        replica.replicate(master)
        yield master, replica


@pytest.fixture
def replica(servers: tuple[Server, Server]) -> Server:
    return servers[1]


@pytest.fixture
def games(servers: tuple[Server, Server]) -> Games:
    """Use cases whose commits a replica must confirm."""
    return games_at(RedisStore.at(servers[0].url, replicas=1), times.now)


@pytest.fixture
def table(games: Games) -> Table:
    return Table(games, "Ana", "Bo", "Cy", **ORDERLY)


def unconfirmed(call: Callable[[], Any]) -> None:
    with pytest.raises(StorageUnavailable, match="replicas confirmed"):
        call()


def draw(table: Table) -> Callable[[], Any]:
    return lambda: table.act(0, "draw", key="k")


def draw_without_a_body(table: Table) -> Callable[[], Any]:
    return lambda: table.act(0, "draw", key="k", minimal=True)


def abandon(table: Table) -> Callable[[], Any]:
    return lambda: table.abandon(key="k")


def kick(table: Table) -> Callable[[], Any]:
    return lambda: table.leave(1, caller=0, key="k")


def join(table: Table) -> Callable[[], Any]:
    return lambda: table.join("Di", key=KEY)


def start(table: Table) -> Callable[[], Any]:
    return lambda: table.start(key="k")


@pytest.mark.parametrize("change", [draw, draw_without_a_body, abandon])
def test_an_answer_is_repeated_when_replicas_have_it(
    table: Table, replica: Server, change: Callable[[Table], Callable[[], Any]]
) -> None:
    call = change(table)
    with replica.silent():
        for _ in range(2):  # stored by the first; the second finds what was recorded
            unconfirmed(call)
        assert table.view()["version"] == 2
    assert call().replayed
    assert table.view()["version"] == 2


@pytest.mark.parametrize("change", [join, start, kick])
def test_what_happens_in_a_lobby_is_answered_when_replicas_have_it(
    games: Games, replica: Server, change: Callable[[Table], Callable[[], Any]]
) -> None:
    table = Table(games, "Ana", "Bo", open_seats=2)
    call = change(table)
    with replica.silent():
        unconfirmed(call)
    call()
    assert table.view()["version"] == 2
    with replica.silent():
        unconfirmed(lambda: create(games, "Ed", "Flo"))  # so there is something that the replica lacks
        unconfirmed(call)
    assert call().replayed


def test_a_creation_is_answered_when_replicas_have_all_of_it(games: Games, replica: Server) -> None:
    def call() -> Any:
        return create(games, "Ana", "Bo", key=KEY)

    with replica.silent():
        for _ in range(2):
            unconfirmed(call)
    content = orjson.loads(call().body)
    names = set(replica.client.scan_iter())
    assert {name.split(b":")[1] for name in names} >= {
        b"create",
        b"token",
        b"{%s}" % content["game"]["id"].encode(),
    }
    with replica.silent():
        unconfirmed(call)
    assert orjson.loads(call().body) == content


def test_a_refusal_is_told_when_replicas_have_what_it_rests_on(table: Table, replica: Server) -> None:
    """Else a failover may undo it when its client has given up already."""
    stale = frozenset({1})
    with replica.silent():
        unconfirmed(draw(table))
        for key in ("other", None):
            unconfirmed(lambda key=key: table.act(0, "draw", key=key, if_match=stale))  # type: ignore[misc]
            unconfirmed(lambda key=key: table.act(0, "draw", key=key))  # type: ignore[misc]
    for if_match, code in ((stale, "version_mismatch"), (None, "not_your_turn")):
        with pytest.raises(Refusal) as refused:
            table.act(0, "draw", key="other", if_match=if_match)
        assert refused.value.code == code


def test_a_ticket_is_given_when_replicas_have_it(games: Games, table: Table, replica: Server) -> None:
    opened = games.open(table.request("POST", "/tickets", 0), Access.SEAT)
    with replica.silent():
        unconfirmed(lambda: games.tickets.issue(opened))
    opened = games.open(table.request("POST", "/tickets", 0), Access.SEAT)
    assert games.tickets.issue(opened).status == 201


def test_looking_on_needs_no_replica(table: Table, replica: Server) -> None:
    with replica.silent():
        unconfirmed(draw(table))
        assert table.view()["version"] == 2
        assert table.events()["events"]
        assert table.look(0).seat == 0


def test_what_a_failover_has_lost_is_done_once_by_the_repeat(
    servers: tuple[Server, Server], table: Table
) -> None:
    """A server that takes over lacks a move that was not confirmed."""
    master, replica = servers
    with Server() as successor:
        successor.replicate(master)
        successor.client.replicaof("NO", "ONE")
        with replica.silent():
            unconfirmed(draw(table))
        after = Table.of(games_at(RedisStore.at(successor.url), times.now), table.id, table.tokens)
        assert after.view()["version"] == 1
        assert not draw(after)().replayed
        assert draw(after)().replayed
        assert after.view()["version"] == 2
