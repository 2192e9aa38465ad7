"""Finding public games with open seats."""

from collections.abc import Sequence
from typing import Any

import orjson
import pytest
import redis

from service.games import Access, Games, Invalid, Opened, Request
from service.games.listing import LEAST_LOOK, LOOKS, MOST_LISTED
from service.store.store import RedisStore
from tests.games.table import START, Clock, Table, create, edit


def opened(games: Games) -> Opened:
    return games.open(Request(method="GET", path="/v1/games"), Access.ANYONE)


def page(
    games: Games, limit: int = 100, cursor: str | None = None, variant: str | None = None
) -> tuple[list[str], str | None]:
    """The ids of a page, and the cursor behind it."""
    content = games.listing(opened(games), variant, limit, cursor)
    return [game["id"] for game in content["games"]], content["next"]


def ids(games: Games) -> list[str]:
    found, following = page(games)
    assert following is None
    return found


def entries(redis_url: str, name: str = "all") -> set[str]:
    found: Any = redis.Redis.from_url(redis_url).zrange(f"uno:{{listing}}:{name}", 0, -1)
    return {entry[14:].decode() for entry in found}


def waiting(games: Games, *players: str, **order: Any) -> Table:
    return Table(games, *(players or ("Ana",)), **{"public": True, "open_seats": 2} | order)


def test_only_public_games_with_open_seats_are_listed(games: Games) -> None:
    listed = waiting(games)
    waiting(games, public=False)
    waiting(games, "Ana", "Bo", open_seats=0)
    assert ids(games) == [listed.id]


def test_an_entry_shows_what_the_view_shows(games: Games) -> None:
    view = waiting(games, "Ana", "Bo", options={"jump_in": True}).view()
    [entry] = games.listing(opened(games), None, 1, None)["games"]
    assert list(entry) == ["id", "variant", "host", "players", "open_seats", "options", "created_at"]
    assert entry == {field: view[field] for field in entry}


def test_the_newest_come_first_and_pages_follow_each_other(games: Games, clock: Clock) -> None:
    made = []
    for _ in range(7):
        made.append(waiting(games).id)
        clock.forward(1)
    first, cursor = page(games, limit=3)
    second, cursor = page(games, limit=3, cursor=cursor)
    third, end = page(games, limit=3, cursor=cursor)
    assert [*first, *second, *third] == made[::-1]
    assert [len(first), len(second), len(third)] == [3, 3, 1]
    assert end is None
    assert page(games, limit=7) == (made[::-1], None)


def test_games_of_one_moment_are_each_listed_once(games: Games) -> None:
    made = {waiting(games).id for _ in range(6)}
    found: list[str] = []
    cursor = None
    while True:
        more, cursor = page(games, limit=2, cursor=cursor)
        found += more
        if cursor is None:
            break
    assert len(found) == 6
    assert set(found) == made


def test_a_new_game_does_not_disturb_who_turns_pages(games: Games, clock: Clock) -> None:
    old = waiting(games).id
    clock.forward(1)
    new = waiting(games).id
    first, cursor = page(games, limit=1)
    clock.forward(1)
    waiting(games)
    assert (first, page(games, limit=1, cursor=cursor)) == ([new], ([old], None))


def test_the_list_of_a_variant(games: Games) -> None:
    classic, duo = waiting(games), waiting(games, variant="duo", open_seats=1)
    assert page(games, variant="classic") == ([classic.id], None)
    assert page(games, variant="duo") == ([duo.id], None)
    assert page(games, variant="mario_kart") == ([], None)
    with pytest.raises(Invalid) as refusal:
        page(games, variant="chess")
    assert [fault["pointer"] for fault in refusal.value.errors] == ["/variant"]


def test_joining_starting_leaving_and_abandoning(games: Games, redis_url: str) -> None:
    table = waiting(games)
    table.join("Bo")
    assert ids(games) == [table.id]
    table.join("Cy")  # the last open seat: the game starts
    assert entries(redis_url) == set()

    table = waiting(games)
    table.join("Bo")
    table.leave(1)
    assert ids(games) == [table.id]
    table.leave(0)  # nobody is left
    assert entries(redis_url) == set()

    for end in (lambda table: table.start(), lambda table: table.abandon()):
        table = waiting(games, "Ana", "Bo")
        end(table)  # type: ignore[no-untyped-call]
        assert entries(redis_url) == set()
    assert ids(games) == []


@pytest.mark.parametrize("name", ["all", "classic"])
def test_what_is_not_there_any_more_is_dropped(games: Games, redis_url: str, name: str) -> None:
    started, expired, listed = waiting(games), waiting(games), waiting(games)
    edit(redis_url, started, abandoned=True)
    redis.Redis.from_url(redis_url).delete(f"uno:{{{expired.id}}}:game")
    assert entries(redis_url, name) == {started.id, expired.id, listed.id}
    assert page(games, variant=None if name == "all" else name) == ([listed.id], None)
    assert entries(redis_url) == entries(redis_url, "classic") == {listed.id}


def test_what_is_missing_comes_back_with_the_next_change(games: Games, redis_url: str) -> None:
    table = waiting(games)
    redis.Redis.from_url(redis_url).delete("uno:{listing}:all", "uno:{listing}:classic")
    assert ids(games) == []
    table.join("Bo")
    assert ids(games) == [table.id]


def test_the_work_of_one_page_is_bounded(games: Games, redis_url: str) -> None:
    last = waiting(games).id
    server = redis.Redis.from_url(redis_url)
    worn = LOOKS * LEAST_LOOK + 3
    later = START + 5
    server.zadd("uno:{listing}:all", {f"{later + number:014d}{'A' * 22}": 0 for number in range(worn)})
    found, cursor = page(games, limit=1)
    assert found == []
    assert cursor is not None
    assert server.zcard("uno:{listing}:all") == 4
    assert page(games, limit=1, cursor=cursor) == ([last], None)
    assert entries(redis_url) == {last}


def test_a_list_keeps_the_newest(redis_url: str, store: RedisStore) -> None:
    server = redis.Redis.from_url(redis_url)
    server.zadd("uno:{listing}:all", {f"{number:036d}": 0 for number in range(MOST_LISTED)})
    store.enlist(("all",), "9" * 36, MOST_LISTED, 50, 1e9)
    assert server.zcard("uno:{listing}:all") == MOST_LISTED
    assert server.zrangebylex("uno:{listing}:all", "-", "+", 0, 1) == [b"%036d" % 1]


def test_a_list_that_cannot_be_written_stops_nobody(games: Games, redis_url: str) -> None:
    server = redis.Redis.from_url(redis_url)
    gone = waiting(games)
    server.set("uno:{listing}:classic", "no list", ex=50)
    server.delete(f"uno:{{{gone.id}}}:game")
    table = waiting(games)
    table.join("Bo")
    assert ids(games) == [table.id]
    table.start()
    assert table.view()["status"] == "playing"


def test_moves_do_not_touch_the_list(games: Games, redis_url: str) -> None:
    table = waiting(games, "Ana", "Bo", open_seats=1)
    table.start()
    server = redis.Redis.from_url(redis_url)
    before: dict[str, Any] = server.info("commandstats")
    seat = table.view()["turn"]["seat"]
    table.act(seat, "draw")
    after: dict[str, Any] = server.info("commandstats")
    for command in ("cmdstat_zadd", "cmdstat_zrem"):
        assert after.get(command, {}).get("calls") == before.get(command, {}).get("calls")


def who(games: Games, token: str) -> Any:
    request = Request(method="GET", path="/v1/me", token=token)
    return orjson.loads(games.who(games.open(request, Access.SEAT)).body)


def test_whose_token_it_is(games: Games) -> None:
    table = Table(games, "Ana", open_seats=2)
    table.join("Bo")
    table.join("Cy", key="a key for one seat")
    names: Sequence[str] = ("Ana", "Bo", "Cy")
    for seat, name in enumerate(names):
        assert who(games, table.tokens[seat]) == {"game_id": table.id, "seat": seat, "name": name}


def test_a_start_may_move_a_seat(games: Games) -> None:
    table = Table(games, "Ana", open_seats=3)
    for name in ("Bo", "Cy"):
        table.join(name)
    table.leave(1)
    table.start()
    assert who(games, table.tokens[2]) == {"game_id": table.id, "seat": 1, "name": "Cy"}


def test_creating_with_a_token_is_still_a_creation(games: Games) -> None:
    table = Table(games, "Ana", "Bo")
    made = orjson.loads(create(games, "Cy", "Di", token=table.tokens[0]).body)
    assert made["game"]["id"] != table.id
