"""A master that the others have replaced without its knowing: nobody goes on playing there."""

import time

import pytest
import redis

from service.games import Commit, StorageUnavailable
from service.games.door import BUDGET
from service.store import keys
from service.store.store import RedisStore
from tests.ops.redises import cluster, watched
from tests.store.conftest import GAME, change, soon
from tests.store.servers import Server, until

ALL_PACKETS, NONE = -2, -1


def commit(store: RedisStore, change: Commit) -> bool:
    """Try once, as one request would; whether it is known to be stored."""
    try:
        return store.commit(change, time.monotonic() + BUDGET)
    except StorageUnavailable:
        return False


def has(server: Server, change: Commit) -> bool:
    return bool(server.client.get(keys.snapshot(GAME)) == change.snapshot)


def refuses(server: Server) -> bool:
    """Whether it has noticed that it has too few replicas; it looks once in a second."""
    try:
        return not server.client.set("uno:x", "y", ex=1)
    except redis.ResponseError as error:
        return str(error).startswith("NOREPLICAS")


def test_a_master_of_a_cluster_that_hears_nothing_of_the_others() -> None:
    with cluster(masters=3) as pairs:
        url = "redis+cluster://" + ",".join(f"127.0.0.1:{master.port}" for master, _ in pairs)
        store = RedisStore.at(url)
        assert store.commit(change(1), soon())
        [(old, new)] = [pair for pair in pairs if pair[0].client.dbsize()]
        old.client.execute_command("DEBUG", "DROP-CLUSTER-PACKET-FILTER", ALL_PACKETS)
        until(lambda: new.role() == "master")
        until(lambda: old.client.execute_command("CLUSTER INFO")["cluster_state"] == "fail")
        second = change(2)
        until(lambda: commit(store, second))
        assert has(new, second)
        old.client.execute_command("DEBUG", "DROP-CLUSTER-PACKET-FILTER", NONE)
        until(lambda: old.role() == "slave")
        assert store.commit(change(3), soon())


@pytest.mark.parametrize(("replicas", "least"), [(1, 0), (0, 1)], ids=["the service asks", "the server asks"])
def test_a_master_that_its_replicas_have_left(replicas: int, least: int) -> None:
    """It was silent for a while. A worker that has not noticed still has a connection to it.

    Either the service waits for replicas, or the server takes no writes while it has none.
    """
    with watched(replicas=2) as servers:
        store = RedisStore.at(servers.url, replicas)
        assert store.commit(change(1), soon())
        servers.master.client.config_set("min-replicas-to-write", least)
        servers.master.client.config_set("min-replicas-max-lag", 1)
        with servers.master.silent():
            new = servers.new_master()
            for replica in servers.replicas:
                until(lambda replica=replica: replica is new or replica.follows(new))  # type: ignore[misc]
        if least:
            until(lambda: refuses(servers.master))
        second = change(2)
        until(lambda: commit(store, second))
        assert has(new, second)
        assert servers.master.role() == "master"  # it does not know yet
        third = change(3)
        until(lambda: commit(store, third))
        assert has(new, third)
