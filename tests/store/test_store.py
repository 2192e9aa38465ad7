"""What the store promises while its server is well."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import redis

from service.games import NewReceipt, ReceiptName
from service.store import keys
from service.store.store import RedisStore
from tests.store.conftest import GAME, change, soon
from tests.store.counting import CountingWire

ANA = "ana-hash--------------"


def receipt(number: int, caller: str = ANA, limit: int = 16) -> NewReceipt:
    return NewReceipt(ReceiptName(caller, f"key-{number:018}"), limit, b"receipt %d" % number)


@pytest.fixture
def server(redis_url: str) -> redis.Redis:
    return redis.Redis.from_url(redis_url)


def test_a_game_that_does_not_exist_is_none(store: RedisStore) -> None:
    assert store.load(GAME, None, soon()) == (None, None)
    assert store.load(GAME, ReceiptName(ANA, "key"), soon()) == (None, None)
    assert store.events(GAME, 0, 10, soon()) == []


def test_a_commit_stores_snapshot_events_and_receipt(store: RedisStore) -> None:
    first = change(1, '{"a":1}', '{"b":2}', receipt=receipt(1))
    assert store.commit(first, soon())
    assert store.load(GAME, receipt(1).name, soon()) == (first.snapshot, b"receipt 1")
    assert store.events(GAME, 0, 10, soon()) == [b'{"a":1}', b'{"b":2}']


def test_events_are_read_behind_an_id_and_up_to_a_limit(store: RedisStore) -> None:
    store.commit(change(1, *[str(number) for number in range(1, 8)]), soon())
    assert store.events(GAME, 2, 3, soon()) == [b"3", b"4", b"5"]
    assert store.events(GAME, 6, 3, soon()) == [b"7"]
    assert store.events(GAME, 7, 3, soon()) == []


@pytest.mark.parametrize("expected", [0, 1, 3, 12])
def test_a_commit_on_another_version_changes_nothing(
    store: RedisStore, server: redis.Redis, expected: int
) -> None:
    store.commit(change(1), soon())
    store.commit(change(2), soon())
    before = contents(server)
    assert not store.commit(change(3, expected=expected, receipt=receipt(1)), soon())
    assert contents(server) == before


def test_a_game_cannot_be_changed_before_it_exists(store: RedisStore, server: redis.Redis) -> None:
    assert not store.commit(change(2), soon())
    assert contents(server) == {}


def test_a_commit_sent_again_is_known_and_not_repeated(store: RedisStore, server: redis.Redis) -> None:
    first, second = change(1), change(2, '{"id":2}', '{"id":3}', receipt=receipt(1))
    for commit in (first, first, second, second):
        assert store.commit(commit, soon())
    before = contents(server)
    assert len(store.events(GAME, 0, 10, soon())) == 3
    assert store.commit(first, soon())
    assert contents(server) == before


def test_a_commit_sent_again_is_known_when_others_lie_on_top(store: RedisStore, server: redis.Redis) -> None:
    mine = change(2)
    for commit in (change(1), mine, change(3), change(4)):
        store.commit(commit, soon())
    before = contents(server)
    assert store.commit(mine, soon())
    assert not store.commit(change(2), soon())
    assert contents(server) == before


def test_every_key_has_a_time_to_live(store: RedisStore, server: redis.Redis) -> None:
    store.commit(change(1, ttl=50, receipts_ttl=50, receipt=receipt(1)), soon())
    store.claim("create:x", "y", 50, soon())
    store.put({"token:x": "y"}, 50, soon())
    names = list(server.scan_iter())
    assert len(names) == 5
    assert all(40 < server.ttl(name) <= 50 for name in names)


def test_a_commit_gives_everything_of_its_game_a_new_time_to_live(
    store: RedisStore, server: redis.Redis
) -> None:
    """The receipts have one of their own: a creation may be repeated when its game has gone."""
    store.commit(change(1, ttl=50, receipt=receipt(1)), soon())
    for version, ttl in ((2, 900), (3, 10)):
        store.commit(change(version, ttl=ttl, receipts_ttl=2 * ttl), soon())
        lives = {name.rpartition(b":")[2]: server.ttl(name) for name in server.scan_iter()}
        assert all(ttl - 10 < lives[name] <= ttl for name in (b"game", b"events"))
        assert 2 * ttl - 10 < lives[b"receipts"] <= 2 * ttl


def test_a_caller_keeps_its_newest_receipts(store: RedisStore) -> None:
    for number in range(1, 20):
        assert store.commit(change(number, receipt=receipt(number)), soon())
    kept = [
        number for number in range(1, 20) if store.load(GAME, receipt(number).name, soon())[1] is not None
    ]
    assert kept == list(range(4, 20))


def test_callers_do_not_push_out_each_others_receipts(store: RedisStore) -> None:
    store.commit(change(1, receipt=receipt(1, "bo")), soon())
    for number in range(2, 6):
        store.commit(change(number, receipt=receipt(number, limit=2)), soon())
    assert store.load(GAME, receipt(1, "bo").name, soon())[1] == b"receipt 1"
    assert store.load(GAME, receipt(3).name, soon())[1] is None
    assert store.load(GAME, receipt(4).name, soon())[1] == b"receipt 4"


def test_a_key_used_anew_becomes_the_newest(store: RedisStore) -> None:
    """As happens when its receipt has outlived its time."""
    for version, number in enumerate([1, 2, 1, 3], 1):
        store.commit(change(version, receipt=receipt(number, limit=2)), soon())
    assert store.load(GAME, receipt(1).name, soon())[1] == b"receipt 1"
    assert store.load(GAME, receipt(2).name, soon())[1] is None
    assert store.load(GAME, receipt(3).name, soon())[1] == b"receipt 3"


def test_a_name_is_claimed_once(store: RedisStore) -> None:
    assert store.get("create:x", soon()) is None
    assert store.claim("create:x", "first", 50, soon()) == "first"
    assert store.claim("create:x", "second", 50, soon()) == "first"
    assert store.get("create:x", soon()) == "first"


def test_lists_are_read_from_their_ends(store: RedisStore, server: redis.Redis) -> None:
    for entry in ("b", "d", "a", "c"):
        store.enlist(["all", "odd"] if entry in "ac" else ["all"], entry, 3, 50, soon())
    assert store.listed("all", None, 10, soon()) == ["d", "c", "b"]
    assert store.listed("all", None, 2, soon()) == ["d", "c"]
    assert store.listed("all", "c", 2, soon()) == ["b"]
    assert store.listed("odd", None, 10, soon()) == ["c", "a"]
    assert store.listed("none", None, 10, soon()) == []
    store.delist(["all", "odd", "none"], ["c", "d"], soon())
    assert (store.listed("all", None, 9, soon()), store.listed("odd", None, 9, soon())) == (["b"], ["a"])
    assert all(0 < server.ttl(name) <= 50 for name in server.scan_iter())


def test_many_games_are_loaded_together(store: RedisStore) -> None:
    store.commit(change(1), soon())
    assert store.load_all(["B" * 22, GAME, "C" * 22], soon()) == [None, change(1).snapshot, None]
    assert store.load_all([], soon()) == []


def test_counters_add_up_and_end(store: RedisStore, server: redis.Redis) -> None:
    assert [store.count("rate:a", amount, 50, soon()) for amount in (1, 5)] == [1, 6]
    assert 0 < server.ttl("uno:rate:a") <= 50


def test_ping(store: RedisStore) -> None:
    store.ping(soon())


def test_a_server_that_has_forgotten_the_script_is_told_it(store: RedisStore, server: redis.Redis) -> None:
    for version in (1, 2):
        server.script_flush()
        assert store.commit(change(version), soon())


def test_each_operation_is_one_round_trip(redis_url: str) -> None:
    wire = CountingWire(redis_url)
    store = RedisStore(wire)
    store.commit(change(1), soon())  # the server may have to be told the script
    for operation in (
        lambda: store.load(GAME, None, soon()),
        lambda: store.load(GAME, receipt(1).name, soon()),
        lambda: store.commit(change(2, receipt=receipt(1)), soon()),
        lambda: store.events(GAME, 0, 10, soon()),
        lambda: store.put({"token:a": "x", "token:b": "y"}, 50, soon()),
        lambda: store.claim("create:a", "x", 50, soon()),
        lambda: store.load_all([GAME, "B" * 22], soon()),
        lambda: store.enlist(["all", "classic"], "x", 10, 50, soon()),
        lambda: store.listed("all", None, 10, soon()),
        lambda: store.delist(["all", "classic"], ["x"], soon()),
        lambda: store.count("rate:a", 3, 50, soon()),
    ):
        wire.count = 0
        operation()
        assert wire.count == 1


def test_of_many_commits_on_one_version_one_is_stored(store: RedisStore) -> None:
    store.commit(change(1), soon())
    together = threading.Barrier(16)

    def race(number: int) -> bool:
        together.wait()
        return store.commit(change(2, f'"{number}"'), soon())

    with ThreadPoolExecutor(16) as threads:
        done = list(threads.map(race, range(16)))
    assert done.count(True) == 1
    assert store.events(GAME, 1, 10, soon()) == [b'"%d"' % done.index(True)]


def test_a_games_keys_share_a_slot() -> None:
    names = [keys.snapshot(GAME), keys.events(GAME), keys.receipts(GAME)]
    assert len({redis.crc.key_slot(name.encode()) for name in names}) == 1


def contents(server: redis.Redis) -> dict[bytes, Any]:
    """Everything that the server holds."""
    return {name: server.dump(name) for name in server.scan_iter()}
