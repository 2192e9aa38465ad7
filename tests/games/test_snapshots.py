"""Snapshots of every schema are read and played on; those of a newer one are left alone."""

import random
from collections.abc import Iterable
from contextlib import closing
from time import monotonic
from typing import Any

import orjson
import pytest
import redis

from service import engine
from service.engine.codec import PHASES
from service.games import Access, Games, StorageUnavailable, record
from service.games.record import SCHEMA
from service.games.tokens import sha256
from tests.api.conftest import make_app
from tests.api.table import code
from tests.games.snapshots.fixtures import fixtures
from tests.games.snapshots.scenes import SCENES, reached, token_of
from tests.games.table import ORDERLY, Table
from tests.live.conftest import Desk
from tests.running import until

SCHEMA_HERE = b'"schema":%d,' % SCHEMA
CHANGES = 12
"""So many follow upon a snapshot."""
KEPT = {
    f"{schema}-{name}": snapshot
    for schema in range(1, SCHEMA + 1)
    for name, snapshot in fixtures(schema).items()
}
"""The fixtures of every schema that there has been."""


def form(value: Any, place: str = "") -> set[str]:
    """What a snapshot is made of: each place in it and its type; how long lists are does not matter."""
    if isinstance(value, dict):
        return {entry for name, part in value.items() for entry in form(part, f"{place}/{name}")}
    if isinstance(value, list):
        return {entry for part in value for entry in form(part, f"{place}/-")} | {f"{place} list"}
    return {f"{place} {type(value).__name__}"}


def forms(snapshots: Iterable[bytes]) -> set[str]:
    return {entry for snapshot in snapshots for entry in form(orjson.loads(snapshot))}


TODAYS = forms(fixtures(SCHEMA).values())


def test_the_form_of_snapshots_changes_with_the_schema_alone() -> None:
    written = [record.encode(reached(name)) for name in SCENES]
    assert forms(written) == TODAYS


def test_there_is_a_fixture_of_every_situation() -> None:
    found = [record.decode(snapshot) for snapshot in fixtures(SCHEMA).values()]
    assert set(fixtures(SCHEMA)) == set(SCENES)
    assert {game.variant for game in found} == set(engine.VARIANTS)
    assert {game.status for game in found} == {
        *("lobby", "drafting", "playing", "round_over", "finished", "abandoned")
    }
    phases = [game.state.phase for game in found if game.state]
    assert {phase.name for phase in phases} == set(PHASES)
    assert {phase.reason for phase in phases} == {
        None,
        "starter",
        "seven",
        "reverse",
        "green_shell",
        "bob_omb",
    }
    assert {game.stacked for game in found} == {False, True}


@pytest.mark.parametrize("name", KEPT)
def test_a_snapshot_is_read_and_written_again_in_todays_form(name: str) -> None:
    snapshot = KEPT[name]
    game = record.decode(snapshot)
    written = record.encode(game)
    assert record.version_of(snapshot) == record.version_of(written) == game.version
    assert form(orjson.loads(written)) <= TODAYS
    assert record.decode(written) == game
    if SCHEMA_HERE in snapshot:
        assert written == snapshot


@pytest.mark.parametrize("name", KEPT)
def test_a_game_goes_on_from_its_snapshot(redis_url: str, games: Games, name: str) -> None:
    game = record.decode(KEPT[name])
    with redis.Redis.from_url(redis_url) as server:
        server.set(f"uno:{{{game.id}}}:game", KEPT[name], ex=60)
    dealt_out = {sha256(token): token for token in (token_of(game.id, seat) for seat in range(4))}
    tokens = [dealt_out[player.token] if player and player.token else "" for player in game.seats]
    table = Table.of(games, game.id, tokens)
    before = table.view()
    assert (before["version"], before["status"]) == (game.version, game.status)
    assert table.score()["status"] == game.status
    for change in range(1, CHANGES):
        if table.view()["status"] in ("finished", "abandoned"):
            break
        go_on(table, random.Random(change))
        assert table.view()["version"] == game.version + change
    assert [event["id"] for event in table.events(game.last_event)["events"]] == [
        *range(game.last_event + 1, table.view()["last_event"] + 1)
    ]


def go_on(table: Table, rng: random.Random) -> None:
    """Join, or make a move that is listed."""
    view = table.view()
    if view["status"] == "lobby":
        seated = orjson.loads(table.join(f"New {view['version']}").body)
        table.tokens[seated["seat"]] = seated["token"]
        return
    seat = view["turn"]["seat"] if view["turn"] else view["host"]
    entry = rng.choice(table.view(seat)["you"]["legal_actions"])
    needs = {"color": "green", "keep": True, "seat": entry.pop("seats", [None])[0]}
    fields = {name: value for name, value in entry.items() if name not in ("action", "needs")}
    table.act(seat, entry["action"], fields | {name: needs[name] for name in entry.get("needs", ())})


UNKNOWN = {
    "newer": lambda snapshot: snapshot.replace(SCHEMA_HERE, b'"schema":%d,' % (SCHEMA + 1)),
    "null": lambda snapshot: snapshot.replace(SCHEMA_HERE, b'"schema":null,'),
    "missing": lambda snapshot: snapshot.replace(SCHEMA_HERE, b""),
    "no JSON": lambda snapshot: b"\x93" + snapshot,
}
"""Snapshots as they may be some day, made of those of today."""
ACTIONS = ["start", "draft", "play", "draw", "pass", "challenge", "choose", "uno", "catch", "next-round"]
BODIES = {"draft": {"keep": True}, "play": {"card": "R1.1"}, "choose": {"color": "red"}, "catch": {"seat": 1}}
EVENT_STREAM = {"Accept": "text/event-stream"}


class Kept:
    """A game's snapshot in the store, which something else than this release has written."""

    def __init__(self, redis_url: str, game_id: str) -> None:
        self.server = redis.Redis.from_url(redis_url)
        self._name = f"uno:{{{game_id}}}:game"
        self.known = self.read()

    def read(self) -> bytes:
        found = self.server.get(self._name)
        assert isinstance(found, bytes)
        return found

    def write(self, snapshot: bytes) -> None:
        self.server.set(self._name, snapshot, keepttl=True)


@pytest.mark.parametrize("form", UNKNOWN)
def test_a_snapshot_that_is_not_known_is_an_outage_of_its_game_alone(redis_url: str, form: str) -> None:
    client = make_app(redis_url).test_client()
    order = {"variant": "classic", "players": [{"name": "Ana"}], "open_seats": 1, "public": True}
    made, other = (client.post("/v1/games", json=order).json for _ in range(2))
    assert made
    assert other
    path, headers = (
        f"/v1/games/{made['game']['id']}",
        {"Authorization": f"Bearer {made['seats'][0]['token']}"},
    )
    ticket = client.post(f"{path}/tickets", headers=headers).json
    assert ticket
    kept = Kept(redis_url, made["game"]["id"])
    unknown = UNKNOWN[form](kept.known)
    kept.write(unknown)
    reads = ["", "?wait=5&since=1", "/score", "/events", f"/events?ticket={ticket['ticket']}"]
    asked = [
        *(client.get(path + read) for read in reads),
        *(client.get(path + read, headers=headers) for read in reads[:-1]),
        *(client.get(path + read, headers=EVENT_STREAM) for read in reads[-2:]),
        client.get("/v1/me", headers=headers),
        client.get("/v1/games", headers=headers),
        client.delete(path, headers=headers),
        client.delete(f"{path}/players/0", headers=headers),
        client.post(f"{path}/tickets", headers=headers),
        client.post(f"{path}/players", json={"name": "Cy"}),
        *(client.post(f"{path}/{action}", json=BODIES.get(action), headers=headers) for action in ACTIONS),
    ]
    for answer in asked:
        assert code(answer) == (503, "storage_unavailable"), answer.request
        assert answer.headers["Retry-After"] == "1"
    assert kept.read() == unknown
    assert client.get("/readyz").status_code == 200
    listed = client.get("/v1/games").json
    assert listed
    assert [game["id"] for game in listed["games"]] == [other["game"]["id"]]
    kept.write(kept.known)
    listed = client.get("/v1/games").json
    assert listed
    assert len(listed["games"]) == 2
    assert client.post(f"{path}/players", json={"name": "Cy"}).status_code == 201


def test_a_change_that_was_decided_before_a_newer_release_wrote_is_not_stored(
    redis_url: str, games: Games
) -> None:
    table = Table(games, "Ana", "Bo", "Cy", **ORDERLY)
    opened = games.open(table.request("POST", "/draw", 0), Access.SEAT)
    kept = Kept(redis_url, table.id)
    newer = UNKNOWN["newer"](kept.known).replace(b'{"version":1,', b'{"version":2,')
    kept.write(newer)
    with pytest.raises(StorageUnavailable):
        games.act(opened, "draw", {})
    assert kept.read() == newer


def test_streams_stay_open_until_a_snapshot_can_be_read_again(redis_url: str) -> None:
    desk = Desk(redis_url)
    with closing(desk.live):
        table = desk.table()
        readers = [desk.follow(table, seat, views=True) for seat in (0, 1, None)]
        for reader in readers:
            reader.wait_for("snapshot")
        kept = Kept(redis_url, table.id)
        last = table.events()["events"][-1]
        said = {"id": last["id"] + 1, "version": 2, "type": "uno_said", "seat": 0, "at": last["at"]}
        after = record.decode(kept.known)
        after.version, after.last_event = 2, said["id"]
        kept.write(UNKNOWN["newer"](record.encode(after)))
        kept.server.xadd(f"uno:{{{table.id}}}:events", {"event": orjson.dumps(said)}, id=f"{said['id']}-0")
        topic = desk.live._hub._topics[table.id]
        looks = topic._looks
        desk.store.publish(f"{table.id} 2 {said['id']}", monotonic() + 1)
        until(lambda: topic._looks > looks + 1)  # and once more after a while
        assert [(reader.ended, reader.kinds) for reader in readers] == [(False, ["snapshot"])] * 3
        kept.write(record.encode(after))
        for reader in readers:
            assert reader.wait_for("uno_said").data == said
            assert reader.wait_for("view").data["version"] == 2
        go_on(table, random.Random(1))
        for reader in readers:
            assert reader.wait_for("view", 2).data["version"] == 3
