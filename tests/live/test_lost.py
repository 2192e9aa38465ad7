"""Streams that have told of what a failover has lost."""

import redis

from service.live import sse
from tests.games.table import ORDERLY
from tests.live.conftest import NewDesk


def contents(server: redis.Redis) -> dict[bytes, bytes]:
    return {name: server.dump(name) for name in server.scan_iter()}  # type: ignore[misc]


def restore(server: redis.Redis, kept: dict[bytes, bytes]) -> None:
    """Bring back what there was, as a replica does that takes over and lacks the last commits."""
    for name, value in kept.items():
        server.restore(name, 100_000, value, replace=True)


def test_a_stream_whose_last_event_was_replaced_is_begun_afresh(new_desk: NewDesk, redis_url: str) -> None:
    """The game has gone on meanwhile as far as the stream had told, and further, so no number is missing."""
    desk, server = new_desk(), redis.Redis.from_url(redis_url)
    table = desk.table("Ana", "Bo", "Cy", **ORDERLY)
    reader, later = desk.follow(table), desk.follow(table)
    kept = contents(server)
    table.act(0, "draw")
    told = table.view()["last_event"]
    for follower in (reader, later):
        follower.wait_for_event(told)
    restore(server, kept)
    table.leave(2)  # instead
    table.act(0, "draw")
    for follower in (reader, later):
        follower.rest()
        assert follower.ids[-1] == told
        assert follower.chunks[-1] == sse.FORGET
    afresh = desk.follow(table, None, 0)
    afresh.wait_for_event(table.view()["last_event"])
    assert [message.data for message in afresh.messages] == table.events()["events"]


def test_a_stream_that_is_ahead_of_its_game_is_begun_afresh(new_desk: NewDesk, redis_url: str) -> None:
    desk, server = new_desk(heartbeat=0.05), redis.Redis.from_url(redis_url)
    table = desk.table("Ana", "Bo", "Cy", **ORDERLY)
    kept = contents(server)
    reader = desk.follow(table)
    table.act(0, "draw")
    reader.wait_for_event(table.view()["last_event"])
    restore(server, kept)
    reader.rest()
    assert sse.FORGET in reader.chunks[-1]
