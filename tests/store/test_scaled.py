"""The scaled forms: a Cluster, and a master behind Sentinels."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from service.games import NewReceipt, StorageUnavailable
from service.games.door import BUDGET
from service.store import keys
from service.store.store import RedisStore
from tests.store.conftest import GAME, NAME, change, soon
from tests.store.servers import Node, Server, free_port, join_cluster, sentinel, until


@pytest.fixture(scope="module")
def nodes() -> Iterator[tuple[Node, Node]]:
    """A cluster whose first node keeps all slots; the second one has none yet."""
    with Node() as first, Node() as second:
        join_cluster(first, second)
        yield first, second


@pytest.fixture
def cluster(nodes: tuple[Node, Node]) -> RedisStore:
    nodes[0].client.flushall()
    return RedisStore.at(f"redis+cluster://127.0.0.1:{free_port()},127.0.0.1:{nodes[1].port}")


def test_a_cluster_is_explored_once_for_all(cluster: RedisStore) -> None:
    with ThreadPoolExecutor(20) as threads:
        found = threads.map(lambda _: cluster.load(GAME, None, soon()), range(20))
    assert set(found) == {(None, None)}


def test_a_cluster_keeps_games(cluster: RedisStore) -> None:
    cluster.ping(soon())
    receipt = NewReceipt(NAME, 16, b"receipt")
    assert cluster.commit(change(1, receipt=receipt), soon())
    assert not cluster.commit(change(1), soon())
    assert cluster.load(GAME, NAME, soon()) == (change(1).snapshot, b"receipt")
    assert cluster.events(GAME, 0, 10, soon()) == [b'{"id":1}']
    cluster.put({"token:a": "x", "token:b": "y", "token:c": "z"}, 50, soon())
    assert cluster.get("token:b", soon()) == "y"
    assert cluster.claim("create:a", "x", 50, soon()) == "x"
    assert cluster.load_all(["B" * 22, GAME], soon()) == [None, change(1).snapshot]
    cluster.enlist(["all", "classic"], "x", 10, 50, soon())
    assert cluster.listed("classic", None, 10, soon()) == ["x"]
    cluster.delist(["all", "classic"], ["x"], soon())
    assert cluster.listed("all", None, 10, soon()) == []
    assert cluster.count("rate:a", 2, 50, soon()) == 2


def test_a_game_that_moves_to_another_node_is_followed(cluster: RedisStore, nodes: tuple[Node, Node]) -> None:
    source, target = nodes
    slot = source.client.execute_command("CLUSTER KEYSLOT", keys.snapshot(GAME))
    source_id, target_id = (node.client.execute_command("CLUSTER MYID") for node in nodes)
    cluster.commit(change(1), soon())
    # Half-way: the keys are at the target already, the slot is still the source's.
    target.client.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", source_id)
    source.client.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", target_id)
    moving = source.client.keys(f"uno:{{{GAME}}}:*")
    source.client.migrate("127.0.0.1", target.port, moving, 0, 5000)
    assert cluster.load(GAME, None, soon())[0] == change(1).snapshot
    assert cluster.load(GAME, NAME, soon()) == (change(1).snapshot, None)  # two commands, each of them let in
    # Done: the source sends on.
    for node in (target, source):
        node.client.execute_command("CLUSTER SETSLOT", slot, "NODE", target_id)
    assert cluster.commit(change(2), soon())
    assert cluster.load(GAME, NAME, soon()) == (change(2).snapshot, None)
    assert len(cluster.events(GAME, 0, 10, soon())) == 2
    # It is known by now: the source is not asked any more.
    until(lambda: not _sent_on(source, cluster))


@pytest.mark.parametrize(("coverage", "ready"), [("no", True), ("yes", False)])
def test_a_cluster_is_ready_as_long_as_games_can_be_played(coverage: str, ready: bool) -> None:
    """Were it not while a part is lost, no game of the other parts could be reached."""
    with ExitStack() as stack:
        nodes = [stack.enter_context(Node("--cluster-require-full-coverage", coverage)) for _ in range(3)]
        join_cluster(*nodes, masters=3)
        store = RedisStore.at(f"redis+cluster://127.0.0.1:{nodes[0].port}")
        store.ping(soon())
        nodes[1].kill()
        until(lambda: nodes[0].client.execute_command("CLUSTER INFO")["cluster_slots_fail"] != "0")
        for _ in range(5):
            assert _is_ready(store) is ready


def _is_ready(store: RedisStore) -> bool:
    try:
        store.ping(time.monotonic() + BUDGET)
    except StorageUnavailable:
        return False
    return True


def _sent_on(server: Server, store: RedisStore) -> bool:
    """Whether a server sends somebody elsewhere while a game is read."""
    before = server.client.info("errorstats")
    store.load(GAME, None, soon())
    return bool(server.client.info("errorstats") != before)


@pytest.mark.parametrize("scheme", ["redis+cluster", "redis+sentinel"])
def test_where_no_server_is_the_store_is_unavailable(scheme: str) -> None:
    place = {"redis+cluster": "", "redis+sentinel": "/mymaster"}[scheme]
    store = RedisStore.at(f"{scheme}://127.0.0.1:{free_port()},127.0.0.1:{free_port()}{place}")
    started = time.monotonic()
    with pytest.raises(StorageUnavailable):
        store.load(GAME, None, started + BUDGET)
    assert time.monotonic() - started < 2.0


def test_a_silent_cluster_is_given_up_in_time(cluster: RedisStore, nodes: tuple[Node, Node]) -> None:
    cluster.ping(soon())
    with nodes[0].silent(), nodes[1].silent():
        started = time.monotonic()
        with pytest.raises(StorageUnavailable):
            cluster.load(GAME, None, started + BUDGET)
        assert time.monotonic() - started < 2.0
    cluster.ping(soon())


def test_a_new_master_is_found_through_sentinels() -> None:
    with ExitStack() as stack:
        master, replica = stack.enter_context(Server()), stack.enter_context(Server())
        replica.replicate(master)
        watcher = stack.enter_context(sentinel(master))
        until(lambda: watcher.client.sentinel_slaves("mymaster"))
        store = RedisStore.at(f"redis+sentinel://127.0.0.1:{watcher.port}/mymaster", replicas=1)
        assert store.commit(change(1), soon())
        store = RedisStore.at(f"redis+sentinel://127.0.0.1:{free_port()},127.0.0.1:{watcher.port}/mymaster/0")
        assert store.load(GAME, None, soon())[0] == change(1).snapshot
        master.process.kill()
        until(lambda: replica.client.info("replication")["role"] == "master")
        assert store.commit(change(2), soon())
        assert replica.client.get(keys.snapshot(GAME)) == change(2).snapshot
