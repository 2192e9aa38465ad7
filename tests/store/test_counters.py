"""Counting requests in the store that all workers share, without asking it each time."""

import pytest
import redis
from limits import RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.strategies import FixedWindowRateLimiter

from service.games import StorageUnavailable
from service.store.counters import Counters
from service.store.store import RedisStore
from tests.store.servers import free_port


class Clock:
    def __init__(self) -> None:
        self.moment = 6_000_000_000.0

    def __call__(self) -> float:
        return self.moment


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(redis_url: str) -> redis.Redis:
    return redis.Redis.from_url(redis_url)


def workers(store: RedisStore, clock: Clock, limit: int, number: int) -> list[FixedWindowRateLimiter]:
    return [FixedWindowRateLimiter(Counters(store, limit, clock)) for _ in range(number)]


def asked(server: redis.Redis) -> int:
    return sum(int(server.get(name) or 0) for name in server.scan_iter("uno:rate:*"))


@pytest.mark.parametrize("number", [1, 2, 5])
def test_a_small_limit_is_exact_whichever_worker_is_met(store: RedisStore, clock: Clock, number: int) -> None:
    item, limiters = RateLimitItemPerMinute(20), workers(store, clock, 20, number)
    answers = [limiters[turn % number].hit(item, "every", "ana") for turn in range(30)]
    assert answers == [True] * 20 + [False] * 10


def test_a_large_limit_is_exact_to_one_percent_a_worker(store: RedisStore, clock: Clock) -> None:
    item = RateLimitItemPerSecond(600, 10)
    for number in (1, 4):
        clock.moment += 10
        limiters = workers(store, clock, 600, number)
        answers = [limiters[turn % number].hit(item, "every", "ana") for turn in range(700)]
        assert 600 <= answers.count(True) <= 600 + 5 * (number - 1)
        assert all(answers[:600])
        assert not any(answers[-10:])


def test_the_store_is_asked_once_for_each_hundredth(
    store: RedisStore, clock: Clock, server: redis.Redis
) -> None:
    item, [limiter] = RateLimitItemPerSecond(600, 10), workers(store, clock, 600, 1)
    for _ in range(5):
        limiter.hit(item, "every", "ana")
    assert asked(server) == 0
    limiter.hit(item, "every", "ana")
    assert asked(server) == 6
    for _ in range(1_000):
        limiter.hit(item, "every", "ana")
    assert asked(server) == 600  # beyond the limit nothing is told any more


def test_clients_and_kinds_are_counted_apart(store: RedisStore, clock: Clock) -> None:
    item, [limiter] = RateLimitItemPerMinute(1), workers(store, clock, 1, 1)
    assert limiter.hit(item, "every", "ana")
    assert limiter.hit(item, "every", "bo")
    assert limiter.hit(item, "wrong", "ana")
    assert not limiter.hit(item, "every", "ana")


def test_the_next_window_begins_for_all_at_once(store: RedisStore, clock: Clock, server: redis.Redis) -> None:
    item, limiters = RateLimitItemPerMinute(1), workers(store, clock, 1, 2)
    clock.moment += 59.5
    assert limiters[0].hit(item, "every", "ana")
    assert not limiters[1].hit(item, "every", "ana")
    stats = limiters[1].get_window_stats(item, "every", "ana")
    assert (stats.reset_time - clock.moment, stats.remaining) == (0.5, 0)
    assert limiters[0].get_window_stats(item, "every", "bo").remaining == 1
    clock.moment += 0.5
    assert limiters[1].hit(item, "every", "ana")
    assert not limiters[0].hit(item, "every", "ana")
    assert all(0 < server.ttl(name) <= 60 for name in server.scan_iter())


def test_what_cannot_be_told_is_told_later(clock: Clock, store: RedisStore, server: redis.Redis) -> None:
    item, [limiter] = RateLimitItemPerMinute(3), workers(store, clock, 3, 1)
    window = int(clock.moment // 60)
    name = f"uno:rate:{item.key_for('every', 'ana')}/{window}"
    server.set(name, "no number", ex=50)
    for _ in range(2):
        with pytest.raises(StorageUnavailable):
            limiter.hit(item, "every", "ana")
    server.delete(name)
    assert limiter.hit(item, "every", "ana")
    assert not limiter.hit(item, "every", "ana")
    assert server.get(name) == b"3"


def test_it_can_be_asked_about_itself(store: RedisStore, clock: Clock) -> None:
    counters = Counters(store, 1, clock)
    assert counters.check()
    assert not Counters(RedisStore.at(f"redis://127.0.0.1:{free_port()}"), 1, clock).check()
    item, limiter = RateLimitItemPerMinute(200), FixedWindowRateLimiter(Counters(store, 200, clock))
    limiter.hit(item, "ana")
    limiter.hit(item, "bo")
    limiter.storage.clear(item.key_for("ana"))
    assert [limiter.get_window_stats(item, name).remaining for name in ("ana", "bo")] == [200, 199]
    limiter.storage.reset()
    assert limiter.get_window_stats(item, "bo").remaining == 200
