"""Tickets: what they open, for how long, and for how many at a time."""

from typing import Any

import orjson
import pytest
import redis

from service.games import Access, Answer, Opened, Refusal, Request
from service.games.tickets import FIRST_USE, REUSE
from service.live import sse
from tests.games.table import Table
from tests.live.conftest import Desk, NewDesk
from tests.live.reading import Reader


def issue(table: Table, seat: int = 0, **fields: Any) -> Answer:
    """Ask for a ticket."""
    request = table.request("POST", "/tickets", seat, **fields)
    return table.games.tickets.issue(table.games.open(request, Access.SEAT))


def ticket(table: Table, seat: int = 0) -> str:
    """Get a ticket."""
    text: str = orjson.loads(issue(table, seat).body)["ticket"]
    return text


def use(table: Table, ticket: str, seat: int | None = None) -> Opened:
    """Ask for a game's events with a ticket."""
    return table.games.open(table.request("GET", "/events", seat, ticket=ticket), Access.LOOK)


def refused(table: Table, ticket: str) -> bool:
    """Whether a ticket is no good."""
    with pytest.raises(Refusal) as refusal:
        use(table, ticket)
    return refusal.value.code == "ticket_invalid"


def seconds_left(redis_url: str) -> list[int]:
    """How long each of the tickets in the store lives."""
    server = redis.Redis.from_url(redis_url)
    return [server.ttl(name) for name in server.keys("uno:ticket:*")]


def test_it_stands_for_the_token_of_its_seat(desk: Desk) -> None:
    table = desk.table()
    bought = ticket(table, 1)
    assert use(table, bought).seat == 1
    assert use(table, bought, seat=0).seat == 1
    assert desk.open(use(table, bought)).wait_for("snapshot").data == table.view(1)


def test_only_its_hash_is_kept(desk: Desk, redis_url: str) -> None:
    bought = ticket(desk.table())
    server = redis.Redis.from_url(redis_url)
    [name] = server.keys("uno:ticket:*")
    secret = bought.removeprefix("uno_ticket_").encode()
    assert len(secret) == 43
    kept = server.get(name)
    assert isinstance(kept, bytes)
    assert secret not in kept
    assert secret not in name


def test_each_is_another(desk: Desk) -> None:
    table = desk.table()
    key = "k" * 20
    assert issue(table, key=key).body != issue(table, key=key).body


def test_it_is_no_token(desk: Desk) -> None:
    table = desk.table()
    table.tokens.append(ticket(table))
    for path, access in (("", Access.LOOK), ("/draw", Access.SEAT)):
        with pytest.raises(Refusal) as refusal:
            desk.games.open(table.request("POST", path, 2), access)
        assert refusal.value.code == "token_invalid"


def test_the_first_use_gives_it_a_longer_life_that_ends(desk: Desk, redis_url: str) -> None:
    table = desk.table()
    bought = ticket(table)
    [left] = seconds_left(redis_url)
    assert FIRST_USE - 5 < left <= FIRST_USE
    use(table, bought)
    [left] = seconds_left(redis_url)
    assert REUSE - 5 < left <= REUSE
    server = redis.Redis.from_url(redis_url)
    [name] = server.keys("uno:ticket:*")
    server.expire(name, 30)
    use(table, bought)
    [left] = seconds_left(redis_url)
    assert left <= 30
    server.delete(name)
    assert refused(table, bought)


def test_bad_ones_are_refused(desk: Desk) -> None:
    table, other = desk.table("Ana", "Bo", "Cy"), desk.table()
    for bad in ("", "x", "uno_ticket_" + "A" * 43, table.tokens[0], ticket(other)):
        assert refused(table, bad)
    mine = ticket(table, 1)
    table.leave(1)
    assert refused(table, mine)


def test_a_bad_token_beside_it_is_refused_too(desk: Desk) -> None:
    table = desk.table()
    table.tokens.append("uno_" + "A" * 43)
    with pytest.raises(Refusal) as refusal:
        use(table, ticket(table), seat=2)
    assert refusal.value.code == "token_invalid"


@pytest.mark.parametrize("elsewhere", [False, True], ids=["same process", "another process"])
def test_a_second_connection_ends_the_first(new_desk: NewDesk, elsewhere: bool) -> None:
    first = new_desk()
    second = new_desk() if elsewhere else first
    table = first.table()
    bought = ticket(table)
    one, beside = first.open(use(table, bought)), first.open(use(table, ticket(table)))
    one.wait_for("snapshot")
    table.act(table.view()["turn"]["seat"], "draw")
    last = table.view()["last_event"]
    one.wait_for_event(last)  # so it is heard of what happens
    other = second.open(use(second.at(table), bought), last)
    one.rest()
    table.abandon()
    assert [message.event for message in other.rest()] == ["game_abandoned"]
    assert beside.rest()[-1].event == "game_abandoned"
    assert first.live.streams.taken == 0


def test_it_may_be_used_again_when_its_stream_has_ended(desk: Desk) -> None:
    table = desk.table()
    bought = ticket(table)
    for _ in range(3):
        stream = desk.live.follow(use(table, bought), None, views=False)
        assert stream
        next(iter(stream))
        stream.close()
    reader = Reader(stream := desk.live.follow(use(table, bought), None, views=False))  # type: ignore[arg-type]
    reader.wait_for("snapshot")
    assert not reader.ended
    assert stream


def test_a_connection_that_was_not_told_finds_out(new_desk: NewDesk, redis_url: str) -> None:
    desk = new_desk(heartbeat=0.05)
    table = desk.table()
    reader = desk.open(use(table, ticket(table)))
    reader.wait(lambda: reader.chunks.count(sse.HEARTBEAT) >= 3)
    server = redis.Redis.from_url(redis_url)
    [holder] = server.keys("uno:holder:*")
    server.set(holder, "another", ex=50)
    reader.rest()


def test_a_busy_connection_that_was_not_told_finds_out(new_desk: NewDesk, redis_url: str) -> None:
    desk = new_desk(heartbeat=0.1)
    table = desk.table()
    reader = desk.open(use(table, ticket(table)))
    server = redis.Redis.from_url(redis_url)
    reader.wait(lambda: server.keys("uno:holder:*"))
    [holder] = server.keys("uno:holder:*")
    server.set(holder, "another", ex=50)
    for _ in range(2_000):
        turn = table.view()["turn"]
        table.act(turn["seat"], "pass" if turn["phase"] == "drawn" else "draw")
        if reader.ended:
            break
    assert reader.ended


def test_a_hold_that_cannot_be_looked_up_is_kept(new_desk: NewDesk, redis_url: str) -> None:
    desk = new_desk(heartbeat=0.05)
    table = desk.table()
    reader = desk.open(use(table, ticket(table)))
    server = redis.Redis.from_url(redis_url)
    reader.wait(lambda: server.keys("uno:holder:*"))
    [holder] = server.keys("uno:holder:*")
    server.delete(holder)
    server.hset(holder, "not", "a text")
    seen = len(reader.chunks)
    reader.wait(lambda: len(reader.chunks) > seen + 2)
    server.delete(holder)  # as it is when the ticket's time is over
    seen = len(reader.chunks)
    reader.wait(lambda: len(reader.chunks) > seen + 2)
    assert not reader.ended


def test_a_path_with_no_game_takes_none(desk: Desk) -> None:
    table = desk.table()
    request = Request(method="GET", path="/v1/games/x/events", game_id="x", ticket=ticket(table))
    with pytest.raises(Refusal) as refusal:
        desk.games.open(request, Access.LOOK)
    assert refusal.value.code == "ticket_invalid"
