"""Following over HTTP: what is asked for and how, and the headers of the answers."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.blueprint import LIVE
from service.live import live
from tests.api.conftest import make_app
from tests.api.table import Table, as_json, code
from tests.live.reading import Message, parse

STREAM = "text/event-stream"


@pytest.fixture(scope="session")
def app(store_url: str) -> Flask:
    return make_app(store_url)


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client
    assert app.extensions[LIVE].streams.taken == 0
    assert app.extensions[LIVE].polls.taken == 0


def new_table(client: FlaskClient, names: tuple[str, ...] = ("Ana", "Bo"), **fields: Any) -> Table:
    body = {"variant": "classic", "players": [{"name": name} for name in names]} | fields
    created = as_json(client.post("/v1/games", json=body))
    return Table(client, created["game"]["id"], [seat["token"] for seat in created["seats"]])


@pytest.fixture
def table(client: FlaskClient) -> Table:
    return new_table(client)


@pytest.fixture
def over(table: Table) -> Table:
    """A game that is over: its streams end by themselves."""
    assert table.delete(0).status_code == 204
    return table


def stream(table: Table, seat: int | None = None, query: str = "", **headers: str) -> TestResponse:
    return table.get(seat, f"/events{query}", **{"Accept": STREAM} | headers)


def messages(response: TestResponse) -> list[Message]:
    """All messages of a stream that ends."""
    assert response.status_code == 200
    return parse(response.data)


def test_headers_keep_everybody_from_holding_events_back(over: Table) -> None:
    for response in (stream(over), over.client.head(f"{over.path}/events", headers={"Accept": STREAM})):
        assert response.headers["Content-Type"] == STREAM
        assert "no-cache" in response.headers["Cache-Control"]
        assert "no-store" in response.headers["Cache-Control"]
        assert "no-transform" in response.headers["Cache-Control"]
        assert response.headers["X-Accel-Buffering"] == "no"
        assert response.headers["Vary"] == "Authorization, Accept"
        assert "Content-Length" not in response.headers or response.request.method == "HEAD"
        response.close()


def test_the_first_words_come_before_there_is_any_news(table: Table) -> None:
    response = stream(table, 0)
    first = next(iter(response.response))
    assert isinstance(first, bytes)
    assert first.startswith(b"retry: ")
    assert parse(first)[0].data == table.view(0)
    response.close()


def test_the_last_event_goes_before_after(over: Table) -> None:
    last = over.view()["last_event"]
    everything = over.events()
    assert [message.data for message in messages(stream(over, None, "?after=0"))] == everything
    behind = messages(stream(over, None, "?after=0", Last_Event_ID=str(last - 1)))
    assert [message.data for message in behind] == everything[-1:]
    assert messages(stream(over, None, "?after=0", Last_Event_ID=""))[0].id == 1


@pytest.mark.parametrize("sent", ["x", "-1", "1.5", "٣", "9" * 40, "9" * 14])
def test_an_id_that_is_no_event_of_the_game_begins_afresh(over: Table, sent: str) -> None:
    [snapshot] = messages(stream(over, None, "", Last_Event_ID=sent))
    assert (snapshot.event, snapshot.data) == ("snapshot", over.view())


def test_behind_the_end_there_is_nothing(over: Table) -> None:
    response = stream(over, None, f"?after={over.view()['last_event']}")
    assert (response.status_code, response.data) == (204, b"")
    assert "Content-Type" not in response.headers


def test_views_are_asked_for(over: Table) -> None:
    told = messages(stream(over, 1, "?after=0&include=view"))
    assert told[-1].event == "view"
    assert told[-1].data == over.view(1)


@pytest.mark.parametrize(
    ("query", "pointer"),
    [("?include=hands", "/include"), ("?after=-1", "/after"), ("?wait=1", "/wait"), ("?limit=0", "/limit")],
)
def test_a_wrong_query_is_a_fault(table: Table, query: str, pointer: str) -> None:
    response = stream(table, None, query)
    assert code(response) == (422, "validation_failed")
    assert as_json(response)["errors"][0]["pointer"] == pointer


@pytest.mark.parametrize(
    ("accept", "streams"),
    [
        ("text/event-stream", True),
        ("Text/Event-Stream", True),
        ("text/event-stream, */*;q=0.1", True),
        ("application/json;q=0.5, text/event-stream", True),
        ("application/json, text/event-stream;q=0.5", False),
        ("text/event-stream;q=0, */*", False),
        ("*/*", False),
        ("text/*", True),
    ],
)
def test_whoever_prefers_a_stream_gets_one(over: Table, accept: str, streams: bool) -> None:
    response = stream(over, None, "", Accept=accept)
    assert response.status_code == (406 if accept == "text/*" else 200)
    assert (response.content_type == STREAM) == (streams and accept != "text/*")


def test_other_operations_do_not_stream(table: Table) -> None:
    assert code(table.get(None, "", Accept=STREAM)) == (406, "not_acceptable")


@pytest.mark.parametrize("accept", ["application/json", STREAM])
def test_refusals_are_problems(client: FlaskClient, accept: str) -> None:
    table = new_table(client, options={"spectators": False})
    assert code(stream(table, None, Accept=accept)) == (403, "spectators_closed")
    assert code(stream(table, None, "?ticket=x", Accept=accept)) == (401, "ticket_invalid")
    assert code(client.get("/v1/games/x/events", headers={"Accept": accept})) == (404, "game_not_found")
    table.tokens[0] = "uno_" + "A" * 43
    assert code(stream(table, 0, Accept=accept)) == (401, "token_invalid")


def test_a_ticket_opens_the_events_and_nothing_else(client: FlaskClient) -> None:
    table = new_table(client, options={"spectators": False})
    made = table.post(1, "tickets")
    assert made.status_code == 201
    assert made.headers["Cache-Control"] == "no-store"
    assert "ETag" not in made.headers
    ticket = as_json(made)["ticket"]
    assert as_json(table.get(None, f"/events?ticket={ticket}"))["events"] == table.events(1)
    response = stream(table, None, f"?ticket={ticket}")
    assert parse(next(iter(response.response)))[0].data == table.view(1)  # type: ignore[arg-type]
    response.close()
    for path in ("", "/score"):
        assert table.get(None, f"{path}?ticket={ticket}").status_code in (403, 422)
    bearer = {"Authorization": f"Bearer {ticket}"}
    assert code(client.post(f"{table.path}/draw", headers=bearer)) == (401, "token_invalid")


def test_tickets_are_never_replayed(table: Table) -> None:
    key = "a key of more than sixteen"
    first, second = (table.post(0, "tickets", Idempotency_Key=key) for _ in range(2))
    assert as_json(first)["ticket"] != as_json(second)["ticket"]
    assert "Idempotency-Replayed" not in second.headers
    assert table.post(0, "tickets", Idempotency_Key="\t", If_Match="garbage").status_code == 201


def test_who_may_have_a_ticket(table: Table) -> None:
    assert code(table.post(None, "tickets")) == (401, "token_required")
    assert code(table.post(0, "tickets", {"seat": 1})) == (422, "validation_failed")
    assert table.post(0, "tickets", {}).status_code == 201


def test_more_streams_than_there_are_places(store_url: str) -> None:
    app = make_app(store_url, max_streams=1)
    with app.test_client() as client:
        table = new_table(client)
        first = stream(table)
        refused = stream(table, 0)
        assert code(refused) == (503, "too_many_streams")
        assert int(refused.headers["Retry-After"]) >= 1
        assert table.get(0, "/events").status_code == 200
        first.close()
        stream(table).close()


def test_more_questions_wait_than_may(app: Flask, table: Table) -> None:
    polls = app.extensions[LIVE].polls
    for _ in range(live.MOST_POLLS):
        polls.take()
    refused = table.get(0, "?wait=5&since=1")
    for _ in range(live.MOST_POLLS):
        polls.free()
    assert code(refused) == (503, "too_many_streams")
    assert "Retry-After" in refused.headers


def test_waiting_for_a_version(table: Table) -> None:
    etag = table.get(0).headers["ETag"]
    assert etag == '"1.0"'
    for query, headers, status in (
        ("?wait=0&since=1", {}, 200),
        ("?wait=1&since=1", {"If_None_Match": etag}, 304),
        ("?wait=0", {"If_None_Match": etag}, 304),
        ("?wait=0", {"If_None_Match": 'W/"1.0"'}, 304),
        ("?wait=25&since=0", {}, 200),
        ("?wait=25&since=7", {}, 200),
        ("?wait=25", {"If_None_Match": '"7.0"'}, 200),
        ("?since=1", {}, 200),
        ("?since=1", {"If_None_Match": etag}, 304),
    ):
        response = table.get(0, query, **headers)
        assert (query, response.status_code) == (query, status)
        assert response.headers["ETag"] == etag


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("?wait=5", "/since"),
        ("?wait=26&since=1", "/wait"),
        ("?wait=-1&since=1", "/wait"),
        ("?wait=1.5&since=1", "/wait"),
        ("?wait=1&since=x", "/since"),
        ("?wait=1&since=1&wait=2", "/wait"),
    ],
)
def test_a_wrong_wish_to_wait_is_a_fault(table: Table, query: str, pointer: str) -> None:
    response = table.get(0, query)
    assert code(response) == (422, "validation_failed")
    assert as_json(response)["errors"][0]["pointer"] == pointer


def test_garbage_in_if_none_match_names_no_version(table: Table) -> None:
    assert code(table.get(0, "?wait=5", If_None_Match="garbage")) == (422, "validation_failed")
    assert code(table.get(0, "?wait=5", If_None_Match="*")) == (422, "validation_failed")
