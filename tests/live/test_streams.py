"""What a stream says, to whom, and when it ends."""

import threading
from typing import Any

import orjson
import pytest
import redis

from service.games import Access, Refusal, Request
from service.live import sse
from tests.games.table import Table, edit, stacked
from tests.live.conftest import Desk, NewDesk
from tests.live.reading import Reader

THREE = ("Ana", "Bo", "Cy")


def play_on(table: Table, moves: int = 1) -> None:
    """Draw, and pass where that is asked for, from round to round."""
    for _ in range(moves):
        turn = table.view()["turn"] or {"seat": 0, "phase": None}
        table.act(turn["seat"], {"drawn": "pass", None: "next_round"}.get(turn["phase"], "draw"))


def test_it_begins_with_a_snapshot_and_goes_on_with_what_happens(desk: Desk) -> None:
    table = desk.table()
    reader = desk.follow(table, 0)
    snapshot = reader.wait_for("snapshot")
    assert snapshot.data == table.view(0)
    assert snapshot.id is not None
    assert snapshot.id == snapshot.data["last_event"]
    play_on(table, 3)
    last = table.view()["last_event"]
    reader.wait_for_event(last)
    told = reader.messages[1:]
    assert [message.data for message in told] == table.events(snapshot.id, seat=0)["events"]
    assert all((message.id, message.event) == (message.data["id"], message.data["type"]) for message in told)
    assert reader.chunks[0].startswith(b"retry: ")


@pytest.mark.parametrize("after", [0, 3])
def test_it_goes_on_behind_an_event(desk: Desk, after: int) -> None:
    table = desk.table()
    reader = desk.follow(table, 1, after)
    reader.wait_for_event(table.view()["last_event"])
    play_on(table)
    reader.wait_for_event(table.view()["last_event"])
    assert [message.data for message in reader.messages] == table.events(after, seat=1)["events"]


def test_long_histories_are_replayed_whole(desk: Desk) -> None:
    table = desk.table()
    play_on(table, 160)
    last = table.view()["last_event"]
    reader, viewing = desk.follow(table, None, 0), desk.follow(table, 1, 0, views=True)
    reader.wait_for_event(last)
    assert reader.ids == list(range(1, last + 1))
    assert viewing.wait_for("view").data == table.view(1)  # of what is sent together, after the last
    assert viewing.kinds[-1] == "view"
    assert viewing.kinds.count("view") == 1


def test_an_id_that_the_game_has_not_reached_begins_with_a_snapshot(desk: Desk) -> None:
    table = desk.table()
    reader = desk.follow(table, None, 10_000)
    assert reader.wait_for("snapshot").data == table.view()
    play_on(table)
    reader.wait_for_event(table.view()["last_event"])


def test_views_follow_the_events_of_each_version(desk: Desk) -> None:
    table = desk.table()
    reader = desk.follow(table, 1, views=True)
    expected = ["snapshot"]
    for number in range(1, 5):
        before = table.view()["last_event"]
        play_on(table)
        view = reader.wait_for("view", number)
        assert view.data == table.view(1)
        assert view.id is None  # the client goes on behind the event before it
        expected += [event["type"] for event in table.events(before)["events"]] + ["view"]
    assert reader.kinds == expected


def test_each_viewer_sees_its_own_cards_alone(desk: Desk) -> None:
    table = desk.table(*THREE)
    readers = {seat: desk.follow(table, seat, 0, views=True) for seat in (0, 1, 2, None)}
    for _ in range(4):
        play_on(table)
    last = table.view()["last_event"]
    for seat, reader in readers.items():
        reader.wait_for_event(last)
        reader.wait(lambda reader=reader: reader.kinds[-1] == "view")  # type: ignore[misc]
        told = [message.data for message in reader.messages if message.event != "view"]
        assert told == table.events(0, seat=seat)["events"]
        assert reader.messages[-1].data == table.view(seat)


def test_a_game_that_ends_ends_its_streams(desk: Desk) -> None:
    hands = {
        "options": {"starting_hand": 1, "goal": {"kind": "one_round"}},
        "deck": stacked(["R1.1", "R2.1"], "R9.1"),
    }
    table = desk.table(**hands)
    readers = [desk.follow(table, 0), desk.follow(table, None, 0, views=True)]
    table.act(0, "play", {"card": "R1.1"})
    for reader in readers:
        reader.rest()
    assert readers[0].kinds[-1] == "game_ended"
    assert readers[1].kinds[-2:] == ["game_ended", "view"]
    assert desk.live.streams.taken == 0


def test_a_game_that_is_abandoned_ends_its_streams(desk: Desk) -> None:
    table = desk.table()
    reader = desk.follow(table)
    table.abandon()
    assert reader.rest()[-1].event == "game_abandoned"


def test_a_game_that_is_over(desk: Desk) -> None:
    table = desk.table()
    table.abandon()
    last = table.view()["last_event"]
    assert desk.live.follow(table.look(), last, views=False) is None
    assert desk.follow(table, None, last - 1).rest()[-1].event == "game_abandoned"
    assert [message.event for message in desk.follow(table).rest()] == ["snapshot"]
    assert [message.event for message in desk.follow(table, 0, last + 1).rest()] == ["snapshot"]


def test_what_follows_the_end_in_the_same_version_is_told(desk: Desk) -> None:
    """The last but one leaves: the end is not the last event before the stream that goes on in between."""
    table = desk.table(*THREE)
    reader = desk.follow(table, 2)
    table.leave(0)
    table.leave(1)
    events = table.events(0)["events"]
    assert reader.rest()[-1].data["id"] == events[-1]["id"]
    assert events[-1]["type"] == "game_ended"
    assert desk.follow(table, 2, events[-1]["id"] - 1).rest()[-1].data["id"] == events[-1]["id"]


@pytest.mark.parametrize("lobby", [True, False], ids=["lobby", "play"])
def test_a_seat_that_leaves_has_its_streams_closed(desk: Desk, lobby: bool) -> None:
    table = desk.table(*THREE, open_seats=1 if lobby else 0)
    leaver, other = desk.follow(table, 1, views=True), desk.follow(table, 2)
    table.leave(1)
    last = leaver.rest()[-1]
    assert (last.event, last.data["seat"]) == ("player_left", 1)
    other.wait_for("player_left")
    play_on(table) if not lobby else table.join("Di")
    other.wait_for_event(table.view()["last_event"])
    assert not other.ended


def test_departures_of_old_end_no_stream(desk: Desk) -> None:
    """Somebody else sat there before."""
    table = desk.table(*THREE, open_seats=1)
    table.leave(1)
    table.join("Di")
    table.tokens[1] = table.tokens.pop()
    reader = desk.follow(table, 1, 0)
    last = table.view()["last_event"]
    reader.wait_for_event(last)
    assert not reader.ended


def test_a_seat_that_the_start_moves_keeps_its_stream(desk: Desk) -> None:
    table = desk.table(*THREE, open_seats=1)
    reader, spectator = desk.follow(table, 2, views=True), desk.follow(table, None)
    table.leave(1)
    table.start()
    table.tokens.pop(1)
    assert table.view(1)["players"][1]["name"] == "Cy"
    reader.wait(lambda: reader.messages[-1].data["version"] == 3 and reader.kinds[-1] == "view")
    assert reader.messages[-1].data == table.view(1)
    spectator.wait_for_event(table.view()["last_event"])
    told = [message.data for message in reader.messages if message.event not in ("snapshot", "view")]
    assert told == table.events(told[0]["id"] - 1, seat=1)["events"]
    assert [event["cards"] for event in told if event["type"] == "cards_dealt" and "cards" in event]


def test_spectators_are_let_go_where_the_game_starts_without_them(desk: Desk) -> None:
    table = desk.table("Ana", open_seats=1, options={"spectators": False})
    spectator, player = desk.follow(table, None), desk.follow(table, 0)
    table.join("Bo")
    assert [message.event for message in spectator.rest()] == ["snapshot", "player_joined"]
    player.wait_for_event(table.view(0)["last_event"])


def test_a_seat_that_left_before_the_start_was_read_sees_nothing_of_it(desk: Desk) -> None:
    """Both changes are read at once, so the start cannot tell where the seat is."""
    table = desk.table("Ana", "Bo", open_seats=1)
    before = table.look(1)
    table.join("Cy")
    table.leave(1)
    reader = desk.open(before)
    assert "game_started" not in [message.event for message in reader.rest()]


def test_comments_come_where_nothing_else_does(new_desk: NewDesk) -> None:
    desk = new_desk(heartbeat=0.05)
    reader = desk.follow(desk.table())
    reader.wait(lambda: reader.chunks.count(sse.HEARTBEAT) >= 3)
    assert reader.kinds == ["snapshot"]


def test_a_retired_process_says_bye(desk: Desk) -> None:
    table = desk.table()
    readers = [desk.follow(table), desk.follow(desk.table(), 0)]
    for reader in readers:
        reader.wait_for("snapshot")
    desk.live.retire()
    for reader in [*readers, desk.follow(table)]:
        reader.rest()
        assert reader.chunks[-1] == sse.BYE
    assert desk.live.streams.taken == 0


def test_places_are_limited_and_given_back(new_desk: NewDesk) -> None:
    desk = new_desk(most_streams=2)
    table = desk.table()
    streams = [desk.live.follow(table.look(), None, views=False) for _ in range(2)]
    with pytest.raises(Refusal) as refusal:
        desk.live.follow(table.look(), None, views=False)
    assert refusal.value.code == "too_many_streams"
    for stream in streams:
        assert stream
        stream.close()
        stream.close()  # the server and the framework both do
    assert desk.live.streams.taken == 0
    desk.follow(table).wait_for("snapshot")


def test_a_game_that_expires_ends_its_streams(new_desk: NewDesk, redis_url: str) -> None:
    desk = new_desk(heartbeat=0.05)
    table = desk.table()
    readers = [desk.follow(table), desk.follow(table, 0, 0)]
    for reader in readers:
        reader.wait(lambda reader=reader: reader.chunks.count(sse.HEARTBEAT) >= 1)  # type: ignore[misc]
    redis.Redis.from_url(redis_url).flushall()
    for reader in readers:
        reader.rest()


def test_what_the_store_has_lost_ends_streams_that_told_of_it(new_desk: NewDesk, redis_url: str) -> None:
    """A failover can lose commits: whoever has seen them must begin afresh, by an id that is not reached."""
    desk = new_desk(heartbeat=0.05)
    table = desk.table()
    reader = desk.follow(table)
    first = table.view()["last_event"]
    server, name = redis.Redis.from_url(redis_url), f"uno:{{{table.id}}}:game"
    kept = server.get(name)
    assert isinstance(kept, bytes)
    play_on(table)
    reader.wait_for_event(table.view()["last_event"])
    server.set(name, kept, ex=100)
    server.xtrim(f"uno:{{{table.id}}}:events", maxlen=0)
    seen = reader.rest()[-1].id
    assert seen is not None
    assert seen > first
    assert desk.follow(table, None, seen).wait_for("snapshot").data["last_event"] == first


def test_whatever_was_not_told_is_found_in_time(new_desk: NewDesk, redis_url: str) -> None:
    """A commit of which this process does not hear."""
    desk = new_desk(heartbeat=0.05)
    table = desk.table()
    reader = desk.follow(table)
    reader.wait(lambda: reader.chunks.count(sse.HEARTBEAT) >= 1)
    last = table.view()["last_event"]
    server = redis.Redis.from_url(redis_url)
    event = {"id": last + 1, "version": 2, "type": "turn_passed", "seat": 0, "at": "2026-11-30T20:00:00.000Z"}
    server.xadd(f"uno:{{{table.id}}}:events", {"e": orjson.dumps(event)}, id=f"{last + 1}-0")
    edit(redis_url, table, version=2, last_event=last + 1)
    reader.wait_for_event(last + 1)


def test_a_look_that_fails_is_repeated(desk: Desk, redis_url: str) -> None:
    table = desk.table()
    reader = desk.follow(table)
    play_on(table)
    reader.wait_for_event(table.view()["last_event"])
    server, name = redis.Redis.from_url(redis_url), f"uno:{{{table.id}}}:events"
    kept = server.dump(name)
    server.set(name, "no stream", ex=100)
    server.publish("uno:news", f"{table.id} 3 {table.view()['last_event'] + 1}")
    server.delete(name)
    server.restore(name, 100_000, kept)  # type: ignore[arg-type]
    play_on(table)
    reader.wait_for_event(table.view()["last_event"])


def test_a_stream_opened_at_the_moment_of_the_start_misses_nothing(desk: Desk) -> None:
    for number in range(60):
        table = desk.table("Ana", open_seats=1)
        together = threading.Barrier(3)
        readers: list[Reader] = []

        def follow(
            seat: int | None, table: Table = table, together: Any = together, readers: Any = readers
        ) -> None:
            together.wait()
            readers.append(desk.follow(table, seat))

        threads = [threading.Thread(target=follow, args=(seat,)) for seat in (0, None)]
        for thread in threads:
            thread.start()
        together.wait()
        table.join(f"Bo{number}")
        for thread in threads:
            thread.join()
        last = table.view()["last_event"]
        for reader in readers:
            snapshot = reader.wait_for("snapshot")
            if snapshot.id != last:
                reader.wait_for_event(last)
            assert snapshot.id is not None
            assert reader.ids == list(range(snapshot.id + 1, last + 1))
        table.abandon()
        for reader in readers:
            reader.rest()


def request(table: Table, **fields: Any) -> Request:
    """A request for a game's events."""
    return Request(method="GET", path=f"/v1/games/{table.id}/events", game_id=table.id, **fields)


def test_access_is_that_of_looking(desk: Desk) -> None:
    table = desk.table(options={"spectators": False})
    with pytest.raises(Refusal) as refusal:
        desk.games.open(request(table), Access.LOOK)
    assert refusal.value.code == "spectators_closed"
