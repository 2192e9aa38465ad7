"""What is no request of ours: each gets its problem, and the game stays as it was."""

import io

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.conftest import Seat
from tests.api.table import Table, as_json, code

KIB = 1024
ACTIONS = (
    "players", "start", "draft", "play", "draw", "pass", "challenge", "choose", "uno", "catch", "next-round",
)  # fmt: skip
JSON = "application/json"


@pytest.fixture
def table(stacked: Seat) -> Table:
    return stacked([["R1.1", "R2.1"], ["G1.1", "R3.1"]], "R9.1", "B5.1", "B6.1", "B7.1", "B8.1")


def send(table: Table, action: str, data: bytes, content_type: str | None = JSON) -> TestResponse:
    """Send raw bytes to an action as seat 0; the game must stay as it was."""
    before = table.get(0).data
    response = table.client.post(
        f"{table.path}/{action}", data=data, content_type=content_type, headers=table.headers(0)
    )
    assert table.get(0).data == before
    return response


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("data", [b"null", b"[]", b'"x"', b"1", b"true", b"[null]"])
def test_a_body_is_an_object(table: Table, action: str, data: bytes) -> None:
    response = send(table, action, data)
    assert code(response) == (422, "validation_failed")
    assert [fault["pointer"] for fault in as_json(response)["errors"]] == [""]


BROKEN = {
    "cut": b"{",
    "blank": b" ",
    "two": b"{}{}",
    "quotes": b"{'card': 1}",
    "nan": b'{"card": NaN}',
    "infinity": b'{"card": Infinity}',
    "huge": b'{"card": 1e999}',
    "twice": b'{"card": "R1.1", "card": "R2.1"}',
    "twice inside": b'{"a": {"b": 1, "b": 2}}',
    "surrogate": b'{"card": "\\ud800"}',
    "latin": b'{"card": "\xff"}',
    "nul inside": b'{"card": "\x00"}',
    "nul": b"\x00",
    "utf-16": '{"card": "R1.1"}'.encode("utf-16"),
    "utf-16-le": '{"card": "R1.1"}'.encode("utf-16-le"),
    "mark": b'\xef\xbb\xbf{"card": "R1.1"}',
    "very deep array": b"[" * 10_000 + b"]" * 10_000,
    "very deep object": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "deep object": b'{"a":' * 500 + b"1" + b"}" * 500,
    "deep array": b"[" * 33 + b"]" * 33,
    "deeper array": b"[" * 1_000 + b"]" * 1_000,
}


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN.keys())
def test_a_body_is_json(table: Table, action: str, data: bytes) -> None:
    assert code(send(table, action, data)) == (400, "malformed_json")


@pytest.mark.parametrize("content_type", [None, "text/plain", "application/x-www-form-urlencoded", "garbage"])
def test_a_body_is_labelled_as_json(table: Table, content_type: str | None) -> None:
    assert code(send(table, "play", b'{"card": "R1.1"}', content_type)) == (415, "unsupported_media_type")


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "Application/JSON"])
def test_a_label_may_have_parameters(table: Table, content_type: str) -> None:
    response = table.client.post(
        f"{table.path}/play", data=b'{"card": "R1.1"}', content_type=content_type, headers=table.headers(0)
    )
    assert response.status_code == 200


@pytest.mark.parametrize("content_type", [None, JSON, "text/plain"])
def test_no_body_is_an_empty_one(table: Table, content_type: str | None) -> None:
    response = table.client.post(f"{table.path}/draw", content_type=content_type, headers=table.headers(0))
    assert response.status_code == 200


def test_a_body_has_64_kib_at_most(table: Table) -> None:
    space = b'{"card": "%s"}'
    assert code(send(table, "play", space % (b" " * (64 * KIB)))) == (413, "body_too_large")
    fits = space % (b" " * (64 * KIB - len(space) + 2))
    assert len(fits) == 64 * KIB
    assert code(send(table, "play", fits)) == (422, "validation_failed")


def test_a_body_without_a_length_has_64_kib_at_most(table: Table) -> None:
    def chunked(data: bytes) -> TestResponse:
        return table.client.post(
            f"{table.path}/play",
            input_stream=io.BytesIO(data),
            content_type=JSON,
            headers=table.headers(0, Transfer_Encoding="chunked"),
            environ_overrides={"wsgi.input_terminated": True},
        )

    assert code(chunked(b" " * (64 * KIB + 1))) == (413, "body_too_large")
    assert code(chunked(b"{")) == (400, "malformed_json")
    assert table.view()["version"] == 1
    assert chunked(b'{"card": "R1.1"}').status_code == 200


def test_a_body_that_ends_early_is_malformed(table: Table) -> None:
    response = table.client.post(
        f"{table.path}/play",
        input_stream=io.BytesIO(b"{}"),
        content_type=JSON,
        headers=table.headers(0),
        environ_overrides={"CONTENT_LENGTH": "10"},
    )
    assert code(response) == (400, "malformed_json")


class Broken(io.BytesIO):
    def read(self, _size: int | None = -1) -> bytes:
        raise ValueError("a chunk without a size")


def test_a_broken_transfer_is_malformed(table: Table) -> None:
    response = table.client.post(
        f"{table.path}/play",
        input_stream=Broken(),
        content_type=JSON,
        headers=table.headers(0, Transfer_Encoding="chunked"),
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert code(response) == (400, "malformed_json")
    assert table.view()["version"] == 1


@pytest.mark.parametrize("action", ACTIONS)
def test_what_players_do_needs_a_token(table: Table, action: str) -> None:
    response = table.post(None, action, {})
    if action == "players":
        assert code(response) == (422, "validation_failed")
    else:
        assert code(response) == (401, "token_required")
        assert response.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer uno_short",
        "Bearer uno_" + "A" * 43,
        "Bearer uno_" + "A" * 42 + "!",
        "Basic dXNlcjpwYXNz",
        "uno_" + "A" * 43,
        "",
        "Bearer \x00",
    ],
)
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/games/{id}"),
        ("GET", "/v1/games/{id}/score"),
        ("GET", "/v1/games/{id}/events"),
        ("POST", "/v1/games/{id}/draw"),
        ("POST", "/v1/games/{id}/players"),
        ("DELETE", "/v1/games/{id}"),
        ("POST", "/v1/games"),
        ("GET", "/v1/variants"),
        ("GET", "/v1/games/AAAAAAAAAAAAAAAAAAAAAA"),
    ],
)
def test_a_token_that_is_sent_is_checked(table: Table, method: str, path: str, header: str) -> None:
    response = table.client.open(
        path.replace("{id}", table.id), method=method, headers={"Authorization": header}, json={}
    )
    assert code(response) == (401, "token_invalid")
    assert response.headers["WWW-Authenticate"] == "Bearer"


def test_a_token_is_for_one_game(table: Table, new_table: Seat) -> None:
    other = new_table()
    stranger = Table(table.client, table.id, other.tokens)
    for response in (
        stranger.get(0),
        stranger.get(0, "/score"),
        stranger.post(0, "draw"),
        stranger.delete(0),
    ):
        assert code(response) == (401, "token_invalid")
    known = table.client.get("/v1/variants", headers=table.headers(0))
    assert known.status_code == 200


@pytest.mark.parametrize(
    "game_id", ["x", "A" * 22, "A" * 23, "a{b}c", "%00", "..", "%F0%9F%83%8F", "A" * 2000]
)
def test_unknown_games(client: FlaskClient, game_id: str) -> None:
    for rest in ("", "/score", "/events"):
        assert code(client.get(f"/v1/games/{game_id}{rest}")) == (404, "game_not_found")
    assert code(client.post(f"/v1/games/{game_id}/players", json={})) == (404, "game_not_found")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/v1",
        "/v2/games",
        "/v1/games/",
        "//v1/games",
        "/v1//games",
        "/v1/games/x/y/z",
        "/v1/games/x/jump",
        "/v1/variants/",
        "/docs/",
        "/%zz",
        "/v1/%FF",
        "/v1/games/a%2Fb",
        "/docs/assets/../../secrets",
        "/docs/assets/nothing.js",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_unknown_paths(client: FlaskClient, path: str, method: str) -> None:
    response = client.open(path, method=method)
    assert response.status_code in (404, 405)
    assert response.content_type == "application/problem+json"


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/v1/games", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("PATCH", "/v1/games/x", {"GET", "HEAD", "DELETE", "OPTIONS"}),
        ("GET", "/v1/games/x/play", {"POST", "OPTIONS"}),
        ("POST", "/v1/variants", {"GET", "HEAD", "OPTIONS"}),
        ("POST", "/healthz", {"GET", "HEAD", "OPTIONS"}),
        ("TRACE", "/v1/games/x/play", {"POST", "OPTIONS"}),
        ("BREW", "/v1/games", {"GET", "HEAD", "POST", "OPTIONS"}),
    ],
)
def test_wrong_methods(client: FlaskClient, method: str, path: str, allowed: set[str]) -> None:
    response = client.open(path, method=method)
    assert code(response) == (405, "method_not_allowed")
    assert set(response.headers["Allow"].split(", ")) == allowed


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/x/play", "/healthz", "/docs"])
def test_options_tells_the_methods(client: FlaskClient, path: str) -> None:
    response = client.options(path)
    assert (response.status_code, response.data) == (204, b"")
    assert "OPTIONS" in response.headers["Allow"]
    assert "Content-Type" not in response.headers


@pytest.mark.parametrize("accept", ["text/html", "text/event-stream", "application/json;q=0", "image/*", "x"])
def test_answers_are_json(table: Table, accept: str) -> None:
    for response in (table.get(0, "", Accept=accept), table.post(0, "draw", Accept=accept)):
        assert code(response) == (406, "not_acceptable")
    assert table.view()["version"] == 1


@pytest.mark.parametrize(
    "accept",
    [
        "",
        "*/*",
        "application/*",
        JSON,
        "application/problem+json",
        "text/html, */*;q=0.1",
        "text/html, application/json",
    ],
)
def test_json_is_acceptable(table: Table, accept: str) -> None:
    assert table.get(0, "", Accept=accept).status_code == 200


@pytest.mark.parametrize(
    ("path", "pointer"),
    [
        ("/events?after=x", "/after"),
        ("/events?after=-1", "/after"),
        ("/events?after=", "/after"),
        ("/events?after=1.0", "/after"),
        ("/events?after=%D9%A3", "/after"),
        ("/events?after=%00", "/after"),
        ("/events?after=1&after=2", "/after"),
        ("/events?after=99999999999999999999", "/after"),
        ("/events?limit=0", "/limit"),
        ("/events?limit=501", "/limit"),
        ("/events?limit=ten", "/limit"),
        ("/events?page=2", "/page"),
        ("/events?%FF=2", "/%FF"),
        ("/score?x=1", "/x"),
        ("?token=uno_x", "/token"),
        ("?x", "/x"),
    ],
)
def test_a_wrong_query_is_pointed_at(table: Table, path: str, pointer: str) -> None:
    response = table.get(0, path)
    assert code(response) == (422, "validation_failed")
    assert pointer in [fault["pointer"] for fault in as_json(response)["errors"]]


def test_a_query_is_refused_where_there_is_none(table: Table) -> None:
    assert code(table.post(0, "draw?x=1", {})) == (422, "validation_failed")
    assert code(table.delete(0, "?x=1")) == (422, "validation_failed")
    assert code(table.client.get("/v1/variants?x=1")) == (422, "validation_failed")
    assert table.view()["version"] == 1


def test_the_order_of_checks(table: Table) -> None:
    """401, 404, 403, 422, 412, then the game."""
    wrong: dict[str, object] = {"x": 1}
    unknown = Table(table.client, "A" * 22, table.tokens)
    assert code(unknown.post(0, "start", wrong)) == (401, "token_invalid")
    assert code(unknown.post(None, "players", wrong)) == (404, "game_not_found")
    assert code(table.post(1, "start", wrong, If_Match='"9"')) == (403, "not_host")
    assert code(table.post(0, "start", wrong, If_Match='"9"')) == (422, "validation_failed")
    assert code(table.post(0, "start", {}, If_Match='"9"')) == (412, "version_mismatch")
    assert code(table.post(0, "start", {}, If_Match='"1"')) == (409, "already_started")


@pytest.mark.parametrize(
    "headers", [{"Content-Type": JSON}, {"Content-Type": "text/plain"}, {"Accept": "text/html"}]
)
def test_a_wrong_token_goes_before_a_request_that_cannot_be_read(
    table: Table, headers: dict[str, str]
) -> None:
    wrong = {"Authorization": "Bearer uno_" + "A" * 43}
    response = table.client.post(f"/v1/games/{table.id}/draw", data="{", headers=headers | wrong)
    assert code(response) == (401, "token_invalid")
