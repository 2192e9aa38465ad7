"""The line of log that a request leaves: which game, seat and version, and what was refused."""

import logging
from typing import Any

import pytest
import redis
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.games.record import SCHEMA
from tests.api.conftest import Seat
from tests.api.table import as_json

TOLD = ("status", "game", "seat", "version", "code")


def test_what_is_told_of_requests(
    client: FlaskClient, stacked: Seat, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "service.request")

    def told(answer: TestResponse) -> list[Any]:
        answer.close()  # the line is written once all is sent
        fields: dict[str, Any] = vars(caplog.records[-1])["fields"]
        assert fields["duration_ms"] > 0
        assert fields["request_id"] == answer.headers["X-Request-ID"]
        return [fields.get(name) for name in TOLD]

    body = {"variant": "classic", "players": [{"name": "Ana"}], "open_seats": 2}
    made = client.post("/v1/games", json=body)
    game_id = as_json(made)["game"]["id"]
    assert told(made) == [201, game_id, None, 1, None]
    joining = client.post(f"/v1/games/{game_id}/players", json={"name": "Bo"})
    assert told(joining) == [201, game_id, None, 2, None]

    table = stacked([["R1.1", "R2.1"], ["G1.1", "G2.1"]], "R9.1", "B1.1")
    assert told(table.get(None)) == [200, table.id, None, 1, None]
    assert told(table.get(1)) == [200, table.id, 1, 1, None]
    assert told(table.post(1, "draw")) == [409, table.id, 1, 1, "not_your_turn"]
    assert told(table.post(0, "play", {"card": "R1.1"})) == [200, table.id, 0, 2, None]
    assert told(table.post(1, "draw", Prefer="return=minimal")) == [204, table.id, 1, 3, None]
    assert told(table.post(0, "play", {"kard": "R1.1"})) == [422, table.id, 0, 3, "validation_failed"]
    assert told(table.get(0, "?wait=0&since=1")) == [200, table.id, 0, 3, None]
    assert vars(caplog.records[-1])["fields"]["waits"] == 0
    wrong = {"Authorization": "Bearer uno_wrong"}
    assert told(client.get(table.path, headers=wrong)) == [401, table.id, None, None, "token_invalid"]
    unknown = client.get(f"/v1/games/{'x' * 22}")
    assert told(unknown) == [404, "x" * 22, None, None, "game_not_found"]
    no_id = client.get(f"/v1/games/{table.tokens[0]}")
    assert told(no_id) == [404, None, None, None, "game_not_found"]
    assert told(client.get("/v1/variants")) == [200, None, None, None, None]


def test_an_outage_is_told_with_its_cause(
    store_url: str, client: FlaskClient, stacked: Seat, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "service.request")
    table = stacked([["R1.1", "R2.1"], ["G1.1", "G2.1"]], "R9.1", "B1.1")
    name = f"uno:{{{table.id}}}:game"
    store = redis.Redis.from_url(store_url)
    for snapshot, cause in {
        b'{"version":1,"schema":99,"state":"secret"}': f"A snapshot is of schema 99; this release knows {SCHEMA}.",
        b'{"state":"secret"}': "A snapshot does not begin with its version and schema.",
    }.items():
        store.set(name, snapshot, keepttl=True)
        client.get(table.path).close()
        fields = vars(caplog.records[-1])["fields"]
        assert (fields["status"], fields["code"], fields["cause"]) == (503, "storage_unavailable", cause)
    store.delete(name)
    store.rpush(name, "secret")
    client.get(table.path).close()
    assert "WRONGTYPE" in vars(caplog.records[-1])["fields"]["cause"]
