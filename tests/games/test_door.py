"""Who is let in, in which order requests are checked, and what happens when they race."""

import dataclasses
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import orjson
import pytest
import redis

from service.games import Access, Answer, Game, Games, Refusal, Request
from service.games.books import MOST_EVENTS
from service.games.door import TRIES
from service.store.store import RedisStore
from tests.games.racing import outcomes
from tests.games.table import ORDERLY, Clock, Table, create, edit, games_at
from tests.store.counting import CountingWire

NOWHERE = "x" * 22


@pytest.fixture
def table(games: Games) -> Table:
    return Table(games, "Ana", "Bo", "Cy", **ORDERLY)


def code(call: Callable[..., Any], *args: Any, **more: Any) -> str:
    with pytest.raises(Refusal) as refused:
        call(*args, **more)
    assert refused.value.detail.endswith(".")
    return refused.value.code


# ------------------------------------------------------------------------------------------------ who asks


@pytest.mark.parametrize("access", [Access.SEAT, Access.HOST])
def test_without_a_token_nobody_acts(games: Games, access: Access) -> None:
    request = Request(method="POST", path="/x", game_id=NOWHERE)
    assert code(games.open, request, access) == "token_required"


@pytest.mark.parametrize("access", Access)
@pytest.mark.parametrize("token", ["", "x", "uno_", "uno_" + "x" * 43, "\u00e9"])
def test_an_unknown_token_is_refused_even_where_none_is_needed(
    games: Games, table: Table, access: Access, token: str
) -> None:
    for game_id in (table.id, NOWHERE, "no id", None):
        request = Request(method="POST", path="/x", game_id=game_id, token=token)
        assert code(games.open, request, access) == "token_invalid"


def test_a_token_of_another_game_is_refused(games: Games, table: Table) -> None:
    request = table.request("GET", "", None, token=Table(games, "Di", "Ed").tokens[0])
    assert code(games.open, request, Access.LOOK) == "token_invalid"


@pytest.mark.parametrize("game_id", [NOWHERE, "", "no id", "x}:game{", "\u00e9" * 22])
def test_a_game_that_is_not_there_is_not_found(games: Games, game_id: str) -> None:
    for access in (Access.ANYONE, Access.LOOK):
        assert code(games.open, Request(method="GET", path="/x", game_id=game_id), access) == "game_not_found"


def test_a_seat_is_known_by_its_token(table: Table) -> None:
    assert [table.look(seat).seat for seat in (0, 1, 2, None)] == [0, 1, 2, None]


def test_host_actions_are_the_hosts(table: Table) -> None:
    assert code(table.abandon, 1) == "not_host"
    assert code(table.start, 2) == "not_host"


def test_a_game_may_close_itself_to_spectators(games: Games) -> None:
    table = Table(games, "Ana", open_seats=1, options={"spectators": False})
    assert table.view()["status"] == "lobby"
    table.join("Bo")
    assert code(table.view) == "spectators_closed"
    assert table.view(1)["status"] == "playing"
    table.abandon()
    assert code(table.score) == "spectators_closed"


def test_a_request_about_no_game_needs_nothing(games: Games) -> None:
    opened = games.open(Request(method="GET", path="/v1/variants"), Access.ANYONE)
    assert (opened.game, opened.seat, opened.replay) == (None, None, None)


def test_a_token_sent_with_a_creation_may_be_of_any_game(games: Games, table: Table) -> None:
    assert create(games, "Di", "Ed", token=table.tokens[1]).status == 201
    assert code(create, games, "Di", "Ed", token=table.tokens[1] + "x") == "token_invalid"


def test_the_token_of_a_game_that_is_gone_is_refused(games: Games, table: Table, redis_url: str) -> None:
    redis.Redis.from_url(redis_url).delete(f"uno:{{{table.id}}}:game")
    assert code(create, games, "Di", "Ed", token=table.tokens[1]) == "token_invalid"


def test_a_joiners_token_can_be_found(games: Games) -> None:
    table = Table(games, "Ana", open_seats=2)
    table.join("Bo")
    assert create(games, "Di", "Ed", token=table.tokens[1]).status == 201


def test_tokens_can_be_found_as_long_as_their_game_lives(
    games: Games, clock: Clock, table: Table, redis_url: str
) -> None:
    server = redis.Redis.from_url(redis_url)

    def shortest() -> int:
        return min(server.ttl(name) for name in server.scan_iter("uno:token:*"))

    for name in server.scan_iter("uno:token:*"):
        server.expire(name, 1500)  # the time that the clock below passes over
    clock.forward(500)
    table.act(0, "draw")
    assert shortest() <= 1500
    clock.forward(900)
    table.abandon()
    assert shortest() <= 1500  # the game ends before its tokens cannot be found any more
    other = Table(games, "Di", "Ed")
    clock.forward(1001)
    for name in server.scan_iter("uno:token:*"):
        server.expire(name, 999)
    other.act(other.view()["turn"]["seat"], "draw")
    longest = max(server.ttl(name) for name in server.scan_iter("uno:token:*"))
    assert longest > 1900


# ------------------------------------------------------------------------------------------------ the order of checks


def test_the_order_of_checks(table: Table) -> None:
    """401, a recorded answer, 404, 403, 422, 412, then the game."""
    stale = frozenset({7})
    assert code(table.abandon, 1, token="uno_x", if_match=stale) == "token_invalid"
    assert code(table.abandon, 1, if_match=stale) == "not_host"
    assert code(table.act, 1, "catch", {"seat": 9}, if_match=stale) == "seat_not_found"
    assert code(table.act, 1, "draw", if_match=stale) == "version_mismatch"
    assert code(table.act, 1, "draw", if_match=frozenset({1})) == "not_your_turn"
    done = table.abandon(key="k", if_match=frozenset({1, 7}))
    assert (done.status, done.etag) == (204, "2.0")
    assert table.abandon(key="k", if_match=stale).replayed
    assert code(table.abandon, if_match=stale) == "version_mismatch"
    assert code(table.abandon) == "game_over"


def test_a_bad_name_is_told_before_a_stale_version(games: Games) -> None:
    table = Table(games, "Ana", open_seats=1)
    assert code(table.join, "\0", if_match=frozenset({7})) == "validation_failed"
    assert code(table.join, "Ana", if_match=frozenset({7})) == "version_mismatch"
    assert code(table.join, "Ana") == "name_taken"


def test_an_unknown_variant(games: Games) -> None:
    assert code(games.variant, "chess") == "variant_not_found"


def test_stacking_is_refused_outside_the_sandbox(store: RedisStore, clock: Clock) -> None:
    assert code(create, games_at(store, clock, sandbox=False), "Ana", "Bo", dealer=0) == "sandbox_disabled"


def test_refusals_change_nothing(table: Table) -> None:
    before = table.view(0), table.events()
    for refused in (
        lambda: table.act(1, "draw"),
        lambda: table.act(0, "play", {"card": "WI.8"}),
        lambda: table.act(0, "draw", if_match=frozenset({2})),
        table.start,
        lambda: table.join("Di"),
    ):
        assert code(refused)
        assert (table.view(0), table.events()) == before


# ------------------------------------------------------------------------------------------------ answers


def test_an_answer_is_for_its_caller(table: Table) -> None:
    answer = table.act(0, "draw")
    content = orjson.loads(answer.body)
    assert (answer.status, answer.etag, answer.location) == (200, "2.0", None)
    assert content["game"] == table.view(0)
    assert content["events"][0]["cards"]
    assert "cards" not in table.events(content["events"][0]["id"] - 1)["events"][0]


def test_creating_and_joining_answer_as_to_a_spectator(games: Games) -> None:
    created = create(games, "Ana", open_seats=1)
    assert (created.status, created.etag) == (201, "1.s")
    table = Table(games, "Ana", open_seats=1)
    joined = table.join("  Bo ")
    content = orjson.loads(joined.body)
    assert list(content) == ["game", "seat", "name", "token"]
    assert (content["seat"], content["name"], joined.etag, joined.location) == (1, "Bo", "2.s", None)
    assert content["game"] == table.view()


def test_starting_answers_like_an_action(games: Games) -> None:
    table = Table(games, "Ana", open_seats=2)
    table.join("Bo")
    content = orjson.loads(table.start().body)
    assert content["game"]["you"]["seat"] == 0
    assert content["events"][0]["type"] == "game_started"


def test_a_host_whom_a_start_moves_sees_their_own_hand(games: Games, redis_url: str) -> None:
    """R19: gaps between seats are closed."""
    table = Table(games, "Ana", open_seats=3)
    table.join("Bo")
    table.join("Cy")
    edit(redis_url, table, host=1, seats=lambda seats: [None, *seats[1:]])
    answer = table.start(1)
    game = orjson.loads(answer.body)["game"]
    assert answer.etag == "4.0"
    assert (game["host"], game["you"]["seat"], game["players"][0]["name"]) == (0, 0, "Bo")
    assert game["you"] == table.view(1)["you"]


def test_ping(games: Games) -> None:
    games.ping()


# ------------------------------------------------------------------------------------------------ races


@pytest.mark.parametrize("key", [None, "k"])
def test_a_move_is_two_round_trips(redis_url: str, clock: Clock, key: str | None) -> None:
    wire = CountingWire(redis_url)
    table = Table(games_at(RedisStore(wire), clock), "Ana", "Bo", "Cy", **ORDERLY)
    wire.count = 0
    table.act(0, "draw", key=key)
    assert wire.count == 2
    table.act(0, "draw", key="k") if key else table.view()
    assert wire.count == 3


def test_of_equal_moves_one_is_made(table: Table) -> None:
    found = outcomes([lambda: table.act(0, "draw", if_match=frozenset({1}))] * 20)
    assert found["done"] == 1
    assert set(found) <= {"done", "version_mismatch"}
    assert table.view()["version"] == 2


def test_of_one_move_sent_often_all_get_the_same_answer(table: Table) -> None:
    found = outcomes([lambda: table.act(0, "draw", key="k")] * 20)
    assert found["done"] == 1
    assert set(found) <= {"done", "replayed", "busy"}
    assert table.view()["version"] == 2


def test_one_creation_sent_often_makes_one_game(games: Games, redis_url: str) -> None:
    found = outcomes([lambda: create(games, "Ana", "Bo", key="a key for one game")] * 20)
    assert found["done"] == 1
    assert set(found) == {"done", "replayed"}
    assert len(list(redis.Redis.from_url(redis_url).scan_iter("*:game"))) == 1


def test_seats_are_given_once(games: Games) -> None:
    table = Table(games, "Ana", open_seats=3)
    found = outcomes([lambda name=f"P{number}": table.join(name) for number in range(10)])  # type: ignore[misc]
    assert found["done"] == 3
    assert set(found) <= {"done", "already_started", "busy"}
    assert sorted(player["seat"] for player in table.view()["players"]) == [0, 1, 2, 3]
    assert len(set(table.tokens)) == 4


def test_who_joins_beside_the_start_is_dealt_in_or_refused(games: Games) -> None:
    table = Table(games, "Ana", "Bo", open_seats=8)
    found = outcomes([*(partial(table.join, name) for name in ("Cy", "Di", "Ed", "Flo")), table.start])
    assert set(found) <= {"done", "already_started", "busy"}
    outcomes([table.start])  # which is too late unless the first one was busy
    view = table.view()
    assert view["status"] == "playing"
    assert len(table.tokens) == len(view["players"])
    assert [len(table.view(seat)["you"]["hand"]) for seat in range(len(table.tokens))] == [
        player["cards"] for player in view["players"]
    ]
    assert all(player["cards"] >= 7 for player in view["players"])


def test_moves_of_others_do_not_stand_in_the_way(table: Table) -> None:
    """A seat whose move loses a race decides again on the game as it is then."""
    opened = table.games.open(table.request("POST", "/abandon", 0), Access.HOST)
    table.act(0, "draw")
    assert table.games.abandon(opened).etag == "3.0"


def test_who_always_loses_is_told_so(table: Table) -> None:
    door = table.games._door
    opened = table.games.open(table.request("POST", "/draw", 0), Access.SEAT)
    rivals = []

    def decide(_game: Game, seat: int | None) -> list[dict[str, Any]]:
        rivals.append(overtake(table))
        return [{"type": "mine", "seat": seat}]

    assert code(door.change, opened, decide, lambda *_: Answer(status=204, etag="")) == "busy"
    assert len(rivals) == TRIES
    assert table.view()["version"] == 1 + TRIES
    assert "mine" not in [event["type"] for event in table.events()["events"]]


def overtake(table: Table) -> Answer:
    """Change the game in some way."""
    turn = table.view()["turn"]
    return table.act(turn["seat"], "pass" if turn["phase"] == "drawn" else "draw")


def test_who_has_no_time_left_is_told_so(table: Table) -> None:
    opened = table.games.open(table.request("DELETE", "", 0), Access.HOST)
    table.act(0, "draw")
    assert code(table.games.abandon, dataclasses.replace(opened, deadline=time.monotonic() + 0.6)) == "busy"
    assert table.view()["version"] == 2


def test_a_game_that_goes_while_it_is_changed_stays_gone(table: Table, redis_url: str) -> None:
    opened = table.games.open(table.request("DELETE", "", 0), Access.HOST)
    server = redis.Redis.from_url(redis_url)
    server.delete(*server.scan_iter("uno:{*"))
    assert code(table.games.abandon, opened) == "token_invalid"
    assert not list(server.scan_iter("uno:{*"))


# ------------------------------------------------------------------------------------------------ how long games live


def test_keys_live_as_long_as_their_game(games: Games, redis_url: str) -> None:
    server = redis.Redis.from_url(redis_url)
    table = Table(games, "Ana", open_seats=1)

    def lives() -> dict[str, int]:
        names = [name.decode() for name in server.scan_iter(f"uno:{{{table.id}}}:*")]
        return {name.rpartition(":")[2]: round(server.ttl(name), -1) for name in names}

    assert lives() == {"game": 100, "events": 100}
    table.join("Bo", key="sixteen letters!")
    assert lives() == {"game": 1000, "events": 1000, "receipts": 3600}
    table.abandon(key="k")
    assert lives() == {"game": 500, "events": 500, "receipts": 3600}
    assert all(server.ttl(name) > 0 for name in server.scan_iter())


def test_a_game_ends_at_20_000_events(table: Table, redis_url: str) -> None:
    edit(redis_url, table, last_event=MOST_EVENTS - 3)
    redis.Redis.from_url(redis_url).delete(f"uno:{{{table.id}}}:events")
    answer = orjson.loads(table.act(0, "draw").body)
    assert answer["events"][-1]["type"] == "game_abandoned"
    assert answer["game"]["status"] == "abandoned"
    assert answer["game"]["last_event"] <= MOST_EVENTS
    assert code(table.act, 1, "draw") == "game_over"
