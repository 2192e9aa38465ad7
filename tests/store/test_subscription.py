"""Hearing of commits."""

import time
from collections.abc import Iterator

import pytest

from service.games import StorageUnavailable
from service.store.address import connect
from service.store.store import RedisStore
from service.store.subscription import Subscription
from service.store.wire import Wire
from tests.store.conftest import GAME, change, soon
from tests.store.servers import Node, Server, free_port, join_cluster, until

OTHER = "BBBBBBBBBBBBBBBBBBBBBB"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


def heard(subscription: Subscription) -> str:
    """The next note."""
    while (note := subscription.next()) is None:
        pass
    return note


def test_every_commit_is_heard_of_once_and_in_order(store: RedisStore) -> None:
    subscription = store.subscribe(soon())
    store.commit(change(1), soon())
    store.commit(change(2, '{"id":2}', '{"id":3}'), soon())
    store.commit(change(2), soon())  # a lost race
    store.commit(change(1, game_id=OTHER), soon())
    store.publish("a b", soon())
    notes = [heard(subscription) for _ in range(4)]
    assert notes == [f"{GAME} 1 1", f"{GAME} 2 3", f"{OTHER} 1 1", "a b"]
    subscription.close()


def test_a_commit_that_is_sent_again_is_told_once(store: RedisStore) -> None:
    subscription = store.subscribe(soon())
    commit = change(1)
    assert store.commit(commit, soon())
    assert store.commit(commit, soon())
    store.publish("end", soon())
    assert [heard(subscription) for _ in range(2)] == [f"{GAME} 1 1", "end"]
    subscription.close()


def test_where_nobody_may_publish_commits_are_stored_all_the_same(server: Server) -> None:
    server.client.execute_command("ACL", "SETUSER", "mute", "on", ">secret", "~*", "+@all", "-publish")
    store = RedisStore.at(f"redis://mute:secret@127.0.0.1:{server.port}")
    assert store.commit(change(1), soon())
    assert store.load(GAME, None, soon())[0] == change(1).snapshot


def test_silence_is_no_end(server: Server) -> None:
    wire = connect(server.url)
    subscription = Subscription.open(wire, soon())
    subscription.quiet = 0.05
    assert [subscription.next() for _ in range(6)] == [None] * 6  # asked and answered, three times
    RedisStore(wire).publish("at last", soon())
    assert heard(subscription) == "at last"
    subscription.close()


def test_a_server_that_has_died_without_a_word_is_given_up(server: Server) -> None:
    subscription = Subscription.open(connect(server.url), soon())
    subscription.quiet = 0.05
    began = time.monotonic()
    with server.silent(), pytest.raises(StorageUnavailable):
        heard(subscription)
    assert time.monotonic() - began < 5
    subscription.close()


class Astray:
    """A wire to one server whose subscriptions lead to another, as after a node has left its cluster."""

    one_server = True

    def __init__(self, url: str, left: str) -> None:
        self._wire = connect(url)
        self._left = connect(left)
        self.exchange = self._wire.exchange
        self.dial = self._left.dial
        self.doubt = self._wire.doubt


def test_a_server_that_hears_nothing_of_the_others_is_given_up(server: Server) -> None:
    """Though it answers."""
    with Server() as left:
        subscription = Subscription.open(Astray(server.url, left.url), soon())
        subscription.quiet = 0.05
        with pytest.raises(StorageUnavailable):
            heard(subscription)
        assert left.client.ping()
        subscription.close()


def test_a_node_that_was_taken_out_of_its_cluster_is_given_up() -> None:
    with Node() as first, Node() as second:
        join_cluster(first, second, masters=2)
        wire = connect(f"redis+cluster://127.0.0.1:{first.port},127.0.0.1:{second.port}")
        subscription = Subscription.open(wire, soon())
        subscription.quiet = 0.2
        assert [subscription.next() for _ in range(4)] == [None] * 4
        left, stays = (first, second) if listeners(first) else (second, first)
        name = left.client.execute_command("CLUSTER MYID")
        slots = (0, 8_191) if left is first else (8_192, 16_383)
        left.client.execute_command("CLUSTER RESET", "HARD")
        stays.client.execute_command("CLUSTER FORGET", name)
        stays.client.execute_command("CLUSTER ADDSLOTSRANGE", *slots)
        with pytest.raises(StorageUnavailable):
            heard(subscription)
        subscription.close()
        until(lambda: not listeners(left))
        until(lambda: opens_at(stays, wire))


def opens_at(node: Server, wire: Wire) -> bool:
    """Whether a new subscription leads to a node, for good: the map of the cluster is renewed in the background."""
    subscriptions = [Subscription.open(wire, soon()) for _ in range(6)]
    there = listeners(node) == len(subscriptions)
    for subscription in subscriptions:
        subscription.close()
    until(lambda: not listeners(node))
    return there


def listeners(node: Server) -> int:
    number: int = node.client.execute_command("PUBSUB", "NUMSUB", "uno:news")[1]
    return number


def test_a_cut_connection_is_told(server: Server) -> None:
    subscription = Subscription.open(connect(server.url), soon())
    server.client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
    with pytest.raises(StorageUnavailable):
        heard(subscription)
    with pytest.raises(StorageUnavailable):
        heard(subscription)
    subscription.close()


@pytest.mark.parametrize(
    "url",
    [
        "redis://127.0.0.1:{port}",
        "redis+cluster://127.0.0.1:{port}",
        "redis+sentinel://127.0.0.1:{port}/mymaster",
    ],
)
def test_where_no_server_is_there_is_nothing_to_hear(url: str) -> None:
    with pytest.raises(StorageUnavailable):
        RedisStore.at(url.format(port=free_port())).subscribe(time.monotonic() + 1)


def test_who_may_not_listen_is_told(server: Server) -> None:
    server.client.execute_command("ACL", "SETUSER", "deaf", "on", ">secret", "~*", "+@all", "resetchannels")
    with pytest.raises(StorageUnavailable):
        RedisStore.at(f"redis://deaf:secret@127.0.0.1:{server.port}").subscribe(soon())


def test_on_a_cluster_every_server_tells_of_every_commit() -> None:
    with Node() as first, Node() as second:
        join_cluster(first, second)
        store = RedisStore.at(f"redis+cluster://127.0.0.1:{first.port}")
        everywhere = [Subscription.open(connect(node.url), soon()) for node in (first, second)] + [
            store.subscribe(soon())
        ]
        store.commit(change(1), soon())
        assert [heard(subscription) for subscription in everywhere] == [f"{GAME} 1 1"] * 3
        for subscription in everywhere:
            subscription.close()


def test_the_replay_is_the_snapshot_and_the_events_behind_an_id(store: RedisStore) -> None:
    assert store.replay(GAME, 0, 10, soon()) == (None, [])
    store.commit(change(1, '{"a":1}', '{"b":2}'), soon())
    assert store.replay(GAME, 1, 10, soon()) == (change(1).snapshot, [b'{"b":2}'])
    assert store.replay(GAME, 0, 1, soon()) == (change(1).snapshot, [b'{"a":1}'])
