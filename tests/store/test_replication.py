"""What counts only when replicas have it, and what it costs."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from service.games import NewReceipt, StorageUnavailable
from service.games.door import BUDGET
from service.store import keys
from service.store.store import RedisStore
from service.store.wire import Command
from tests.store.conftest import GAME, NAME, change, soon
from tests.store.counting import CountingWire
from tests.store.servers import Server

RECEIPT = NewReceipt(NAME, 16, b"receipt")


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Server, Server]]:
    """A master and its replica."""
    with Server() as master, Server() as replica:
        replica.replicate(master)
        yield master, replica


@pytest.fixture
def master(servers: tuple[Server, Server]) -> Server:
    servers[0].client.flushall()
    return servers[0]


@pytest.fixture
def replica(servers: tuple[Server, Server]) -> Server:
    return servers[1]


@pytest.fixture
def store(master: Server) -> RedisStore:
    """One that asks for a replica's word; it has no connection yet, as a worker that has just been started."""
    return RedisStore.at(master.url, replicas=1)


@contextmanager
def behind(replica: Server, master: Server) -> Iterator[None]:
    """For a while the replica does not have what the store gets, the last of it included."""
    with replica.silent():
        RedisStore.at(master.url).put({"token:last": "x"}, 50, soon())
        yield


def refused(operation: Callable[[float], object]) -> None:
    with pytest.raises(StorageUnavailable, match="replicas confirmed"):
        operation(time.monotonic() + BUDGET)


def test_a_commit_that_is_stored_already_is_confirmed_all_the_same(master: Server, replica: Server) -> None:
    """Its own first answer was lost with the connection, so another one asks, on which nothing was written yet."""
    commit = change(1, receipt=RECEIPT)
    with replica.silent():
        RedisStore.at(master.url).commit(commit, soon())
        refused(lambda deadline: RedisStore.at(master.url, replicas=1).commit(commit, deadline))
    before = [master.client.pexpiretime(key) for key in sorted(master.client.scan_iter())]
    assert RedisStore.at(master.url, replicas=1).commit(commit, soon())
    assert before == [master.client.pexpiretime(key) for key in sorted(master.client.scan_iter())]


def test_a_receipt_is_found_when_replicas_have_it(store: RedisStore, master: Server, replica: Server) -> None:
    with behind(replica, master):
        RedisStore.at(master.url).commit(change(1, receipt=RECEIPT), soon())
        refused(lambda deadline: store.load(GAME, NAME, deadline))
    before = master.client.pexpiretime(keys.receipts(GAME))
    assert store.load(GAME, NAME, soon()) == (change(1).snapshot, b"receipt")
    assert replica.client.hexists(keys.receipts(GAME), f"{NAME.caller}:{NAME.key}")
    assert before == master.client.pexpiretime(keys.receipts(GAME))


def test_reading_does_not_wait(store: RedisStore, master: Server, replica: Server) -> None:
    store.commit(change(1), soon())
    with behind(replica, master):
        assert store.load(GAME, NAME, soon()) == (change(1).snapshot, None)
        assert store.replay(GAME, 0, 10, soon())[0] == change(1).snapshot
        assert len(store.events(GAME, 0, 10, soon())) == 1
        assert store.get("token:last", soon()) == "x"
        store.put({"ticket:x": "y"}, 50, soon())


def test_names_count_when_replicas_have_them(store: RedisStore, replica: Server) -> None:
    with replica.silent():
        refused(lambda deadline: store.claim("create:x", "first", 50, deadline))
        refused(lambda deadline: store.put({"token:a": "x"}, 50, deadline, confirmed=True))
    assert store.claim("create:x", "second", 50, soon()) == "first"
    store.put({"token:a": "x"}, 50, soon(), confirmed=True)
    assert replica.client.get(keys.single("create:x")) == b"first"


def test_a_claim_that_there_is_already_is_confirmed_too(
    store: RedisStore, master: Server, replica: Server
) -> None:
    with replica.silent():
        RedisStore.at(master.url).claim("create:x", "first", 50, soon())
        refused(lambda deadline: store.claim("create:x", "second", 50, deadline))


@pytest.mark.parametrize("replicas", [0, 1])
def test_only_a_receipt_that_is_found_costs_another_round_trip(master: Server, replicas: int) -> None:
    wire = CountingWire(master.url)
    store = RedisStore(wire, replicas)
    store.commit(change(1), soon())  # teaches the server the script
    for operation, trips in (
        (lambda: store.commit(change(2, receipt=RECEIPT), soon()), 1),
        (lambda: store.load(GAME, None, soon()), 1),
        (lambda: store.load(GAME, NAME._replace(key="no"), soon()), 1),
        (lambda: store.load(GAME, NAME, soon()), 1 + replicas),
        (lambda: store.claim("create:x", "first", 50, soon()), 1),
        (lambda: store.put({"token:a": "x"}, 50, soon(), confirmed=True), 1),
    ):
        wire.count = 0
        operation()
        assert wire.count == trips


def test_a_receipt_that_a_failover_has_lost_meanwhile_is_not_found(master: Server) -> None:
    """It was there when it was first looked for; the server that is asked to confirm it never had it."""
    RedisStore.at(master.url).commit(change(1, receipt=RECEIPT), soon())
    wire = CountingWire(master.url)
    exchange = wire.exchange

    def fail_over(key: str, commands: Sequence[Command], deadline: float) -> list[Any]:
        replies = exchange(key, commands, deadline)
        if wire.count == 1:
            master.client.delete(*master.client.keys())
        return replies

    wire.exchange = fail_over  # type: ignore[method-assign]
    assert RedisStore(wire, 1).load(GAME, NAME, soon()) == (None, None)
    assert wire.count == 2
