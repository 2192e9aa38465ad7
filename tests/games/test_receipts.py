"""Repeats of a request under its Idempotency-Key."""

import dataclasses
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import orjson
import pytest
import redis

from service.games import Access, Answer, Games, Refusal, Request
from service.games.door import claim_name
from service.games.receipts import JOIN_LIFE, SEAT_LIFE, name_of
from service.store.store import RedisStore
from tests.games.table import ORDERLY, Clock, Table, create, games_at

KEY = "a-key-of-sixteen-characters"
DAY = SEAT_LIFE


@pytest.fixture
def table(games: Games) -> Table:
    return Table(games, "Ana", "Bo", "Cy", **ORDERLY)


def same(first: Answer, again: Answer) -> bool:
    return not first.replayed and dataclasses.replace(first, replayed=True) == again


def code(call: Callable[[], Any]) -> str:
    with pytest.raises(Refusal) as refused:
        call()
    return refused.value.code


def test_an_action_is_done_once(table: Table) -> None:
    first = table.act(0, "draw", key="k")
    assert same(first, table.act(0, "draw", key="k"))
    assert table.view()["version"] == 2


def test_no_body_and_an_empty_one_are_the_same(table: Table) -> None:
    first = table.act(0, "draw", key="k")
    assert same(first, table.act(0, "draw", {}, key="k"))


def test_a_repeat_is_answered_when_the_game_has_moved_on(table: Table) -> None:
    first = table.act(0, "draw", key="k")
    table.act(1, "draw")
    assert same(first, table.act(0, "draw", key="k", if_match=frozenset({1})))
    table.abandon(key="end")
    assert same(first, table.act(0, "draw", key="k"))
    assert table.abandon(key="end").replayed


def test_an_answer_without_a_body_is_repeated_as_such(table: Table) -> None:
    first = table.act(0, "draw", key="k", minimal=True)
    assert (first.status, first.body, first.etag) == (204, b"", "2.0")
    assert same(first, table.act(0, "draw", key="k"))


def test_the_same_key_of_another_seat_is_another_key(table: Table) -> None:
    table.act(0, "draw", key="k")
    assert not table.act(1, "draw", key="k").replayed


def test_a_key_is_for_one_request(table: Table) -> None:
    table.act(0, "draw", key="k")
    for other in (
        lambda: table.act(0, "pass", key="k"),
        lambda: table.act(0, "draw", {"card": "R1.1"}, key="k"),
        lambda: table.abandon(key="k"),
        lambda: table.start(key="k"),
    ):
        assert code(other) == "idempotency_key_reused"
    assert table.view()["version"] == 2


def test_refusals_are_not_recorded(table: Table) -> None:
    assert code(lambda: table.act(1, "draw", key="k")) == "not_your_turn"
    table.act(0, "draw")
    assert not table.act(1, "draw", key="k").replayed


def test_a_seat_keeps_its_receipts_until_it_has_used_16_newer_keys(games: Games) -> None:
    table = Table(games, "Ana", "Bo")
    first = None
    for number in range(17):
        seat = table.view()["turn"]["seat"]
        while seat != 0:
            table.act(seat, "pass" if table.view()["turn"]["phase"] == "drawn" else "draw")
            seat = table.view()["turn"]["seat"]
        if first and number < 16:
            assert same(first, table.act(0, "draw", key="0"))
        phase = table.view()["turn"]["phase"]
        answer = table.act(0, "pass" if phase == "drawn" else "draw", key=str(number))
        first = first or answer
    assert not _is_recorded(table, 0, "0")
    assert _is_recorded(table, 0, "1")


def _is_recorded(table: Table, seat: int, key: str) -> bool:
    """Whether a seat's key is known: another request under it is refused then."""
    with suppress(Refusal):
        table.games.open(table.request("POST", "/other", seat, key=key), Access.SEAT)
        return False
    return True


def test_a_seats_receipt_lives_a_day(store: RedisStore, clock: Clock) -> None:
    table = Table(games_at(store, clock, idle_ttl=10 * DAY), "Ana", "Bo", "Cy", **ORDERLY)
    first = table.act(0, "draw", key="k")
    clock.forward(DAY - 1)
    assert same(first, table.act(0, "draw", key="k"))
    clock.forward(1)
    assert not _is_recorded(table, 0, "k")


def test_a_seat_that_left_has_no_repeats(table: Table) -> None:
    """Its token is refused before anything else."""
    table.act(0, "draw", key="k")
    table.leave(0, key="l")
    assert code(lambda: table.act(0, "draw", key="k")) == "token_invalid"
    assert code(lambda: table.leave(0, key="l")) == "token_invalid"


def test_a_creation_is_done_once(games: Games) -> None:
    first = create(games, "Ana", "Bo", key=KEY)
    assert same(first, create(games, "Ana", "Bo", key=KEY))
    assert first.location == f"/v1/games/{orjson.loads(first.body)['game']['id']}"
    assert code(lambda: create(games, "Ana", "Cy", key=KEY)) == "idempotency_key_reused"
    assert create(games, "Ana", "Bo", key=KEY + "!").body != first.body


def test_the_tokens_of_a_repeat_are_good(games: Games) -> None:
    create(games, "Ana", "Bo", key=KEY)
    again = orjson.loads(create(games, "Ana", "Bo", key=KEY).body)
    table = Table.of(games, again["game"]["id"], [seat["token"] for seat in again["seats"]])
    assert [table.look(seat).seat for seat in (0, 1)] == [0, 1]


def test_a_creation_is_repeated_when_the_game_has_moved_on(games: Games) -> None:
    first = create(games, "Ana", key=KEY, open_seats=1)
    content = orjson.loads(first.body)
    table = Table.of(games, content["game"]["id"], [content["seats"][0]["token"]])
    table.join("Bo")
    table.abandon()
    assert same(first, create(games, "Ana", key=KEY, open_seats=1))


def test_a_joining_is_done_once(games: Games) -> None:
    table = Table(games, "Ana", open_seats=3)
    first = table.join("Bo", key=KEY)
    table.join("Cy")
    assert same(first, table.join("Bo", key=KEY))
    assert len(table.view()["players"]) == 3
    assert table.look(1).seat == 1
    assert code(lambda: table.join("Di", key=KEY)) == "idempotency_key_reused"
    table.start()
    assert same(first, table.join("Bo", key=KEY))


def test_a_joiners_key_belongs_to_one_game(games: Games) -> None:
    one, other = Table(games, "Ana", open_seats=3), Table(games, "Ana", open_seats=3)
    assert one.join("Bo", key=KEY).body != other.join("Bo", key=KEY).body


def test_keys_of_creations_and_joinings_live_an_hour(store: RedisStore, clock: Clock) -> None:
    games = games_at(store, clock, lobby_ttl=10 * DAY)
    table = Table(games, "Ana", open_seats=3)
    first = table.join("Bo", key=KEY)
    clock.forward(JOIN_LIFE - 1)
    assert same(first, table.join("Bo", key=KEY))
    clock.forward(1)
    assert code(lambda: table.join("Bo", key=KEY)) == "name_taken"


def test_the_claim_of_a_creation_lives_an_hour(games: Games, redis_url: str) -> None:
    create(games, "Ana", "Bo", key=KEY)
    server = redis.Redis.from_url(redis_url)
    (claim,) = server.scan_iter("uno:create:*")
    assert JOIN_LIFE - 10 < server.ttl(claim) <= JOIN_LIFE


@pytest.mark.parametrize("key", ["k", "fifteen-letters"])
def test_where_there_is_no_token_a_key_must_be_strong(games: Games, key: str) -> None:
    assert code(lambda: create(games, "Ana", "Bo", key=key)) == "idempotency_key_weak"
    table = Table(games, "Ana", open_seats=1)
    assert code(lambda: table.join("Bo", key=key)) == "idempotency_key_weak"
    assert create(games, "Ana", "Bo", key="sixteen-letters!").status == 201


def test_a_creation_that_was_cut_off_is_completed(games: Games, store: RedisStore) -> None:
    """The first request claimed an id and got no further."""
    request = Request(method="POST", path="/v1/games", key=KEY)
    name = name_of(request, Access.ANYONE)
    assert name
    game_id, salt = "x" * 22, "y" * 22
    store.claim(claim_name(name.key), game_id + salt, 10, games.open(request, Access.ANYONE).deadline)
    first = create(games, "Ana", "Bo", key=KEY)
    assert orjson.loads(first.body)["game"]["id"] == game_id
    assert same(first, create(games, "Ana", "Bo", key=KEY))


def test_a_creation_that_finds_its_id_taken_is_busy(games: Games, clock: Clock) -> None:
    """As when the clocks of two replicas differ about whether the hour is over."""
    create(games, "Ana", "Bo", key=KEY)
    clock.forward(JOIN_LIFE)
    assert code(lambda: create(games, "Ana", "Bo", key=KEY)) == "busy"


def test_no_token_is_in_the_store(games: Games, redis_url: str) -> None:
    table = Table(games, "Ana", "Bo", open_seats=2, key=KEY)
    table.join("Cy", key=KEY)
    table.join("Di")
    table.act(table.view()["turn"]["seat"], "draw", key=KEY)
    server = redis.Redis.from_url(redis_url)
    held = repr([*server.scan_iter()])
    for kind, read in (("string", server.get), ("hash", server.hgetall), ("stream", server.xrange)):
        held += repr([read(name) for name in server.scan_iter(_type=kind)])
    assert len(table.tokens) == 4
    assert "Di" in held
    for secret in (*table.tokens, KEY):
        assert secret.removeprefix("uno_") not in held


def test_a_creation_is_repeated_for_an_hour_even_if_its_game_has_gone(games: Games, redis_url: str) -> None:
    """Its id and its tokens are never given to another game."""
    first = create(games, "Ana", "Bo", key=KEY)
    server = redis.Redis.from_url(redis_url)
    game_id = orjson.loads(first.body)["game"]["id"]
    server.delete(f"uno:{{{game_id}}}:game", f"uno:{{{game_id}}}:events")
    assert server.ttl(f"uno:{{{game_id}}}:receipts") > JOIN_LIFE - 10
    assert same(first, create(games, "Ana", "Bo", key=KEY))
    assert code(lambda: create(games, "Cy", "Di", key=KEY)) == "idempotency_key_reused"
