"""Repeats under an Idempotency-Key."""

from collections.abc import Mapping

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.conftest import Seat
from tests.api.table import Table, as_json, code

KEY = "a key of sixteen characters, and more"
GAME = {"variant": "classic", "players": [{"name": "Ana"}, {"name": "Bo"}], "open_seats": 1}


@pytest.fixture
def table(stacked: Seat) -> Table:
    return stacked([["R1.1", "R2.1"], ["G1.1", "R3.1"]], "R9.1", "B5.1", "B6.1", "B7.1", "B8.1")


def same(first: TestResponse, again: TestResponse) -> bool:
    """Whether `again` is the recorded answer of `first`."""
    kept = ("ETag", "Location", "Preference-Applied", "Cache-Control")
    return (
        (again.status_code, again.data) == (first.status_code, first.data)
        and [again.headers.get(name) for name in kept] == [first.headers.get(name) for name in kept]
        and "Idempotency-Replayed" not in first.headers
        and again.headers["Idempotency-Replayed"] == "true"
    )


def test_an_action_is_done_once(table: Table) -> None:
    first = table.post(0, "draw", Idempotency_Key="1")
    assert first.status_code == 200
    table.post(1, "draw")
    again = table.post(0, "draw", {}, Idempotency_Key="1")
    assert same(first, again)
    assert table.view()["version"] == 3


def test_the_body_counts_as_parsed(table: Table) -> None:
    first = table.post(0, "play", {"card": "R1.1", "uno": True}, Idempotency_Key="k")
    assert first.status_code == 200
    headers = table.headers(0, Idempotency_Key="k", Content_Type="application/json")
    again = table.client.post(
        f"{table.path}/play", data=b' {"uno" : true,\n"color": null, "card": "R1.\\u0031"}', headers=headers
    )
    assert same(first, again)


@pytest.mark.parametrize(
    ("action", "json"), [("play", {"card": "R2.1"}), ("draw", {}), ("play", {}), ("start", {})]
)
def test_a_key_is_for_one_request(table: Table, action: str, json: dict[str, str]) -> None:
    assert table.post(0, "play", {"card": "R1.1"}, Idempotency_Key="k").status_code == 200
    assert code(table.post(0, action, json, Idempotency_Key="k")) == (422, "idempotency_key_reused")
    assert code(table.delete(0, Idempotency_Key="k")) == (422, "idempotency_key_reused")
    assert table.view()["version"] == 2


def test_each_seat_has_its_own_keys(table: Table) -> None:
    assert table.post(0, "draw", Idempotency_Key="k").status_code == 200
    response = table.post(1, "play", {"card": "R3.1"}, Idempotency_Key="k")
    assert response.status_code == 200
    assert "Idempotency-Replayed" not in response.headers


def test_refusals_are_not_recorded(table: Table) -> None:
    assert code(table.post(1, "draw", Idempotency_Key="k")) == (409, "not_your_turn")
    table.post(0, "draw")
    response = table.post(1, "draw", Idempotency_Key="k")
    assert response.status_code == 200
    assert "Idempotency-Replayed" not in response.headers


def test_the_recorded_answer_comes_before_the_version(table: Table) -> None:
    first = table.post(0, "draw", Idempotency_Key="k", If_Match='"1"')
    assert same(first, table.post(0, "draw", Idempotency_Key="k", If_Match='"1"'))


def test_an_empty_answer_is_repeated_as_it_was(table: Table) -> None:
    first = table.post(0, "draw", Idempotency_Key="k", Prefer="return=minimal")
    assert same(first, table.post(0, "draw", Idempotency_Key="k"))


def test_abandoning_is_repeated(table: Table) -> None:
    first = table.delete(0, Idempotency_Key="k")
    assert first.status_code == 204
    assert same(first, table.delete(0, Idempotency_Key="k"))


def test_a_creation_gives_the_same_game_and_the_same_tokens(client: FlaskClient) -> None:
    first = client.post("/v1/games", json=GAME, headers={"Idempotency-Key": KEY})
    assert first.status_code == 201
    assert same(first, client.post("/v1/games", json=GAME, headers={"Idempotency-Key": KEY}))
    other = client.post("/v1/games", json=GAME | {"open_seats": 2}, headers={"Idempotency-Key": KEY})
    assert code(other) == (422, "idempotency_key_reused")
    body = as_json(first)
    table = Table(client, body["game"]["id"], [seat["token"] for seat in body["seats"]])
    assert table.view(1)["you"]["seat"] == 1


def test_a_joining_gives_the_same_seat_and_the_same_token(new_table: Seat, client: FlaskClient) -> None:
    table = new_table(["Ana"], open_seats=2)
    first = client.post(f"{table.path}/players", json={"name": "Bo"}, headers={"Idempotency-Key": KEY})
    assert first.status_code == 201
    assert same(
        first, client.post(f"{table.path}/players", json={"name": "Bo"}, headers={"Idempotency-Key": KEY})
    )
    other = client.post(f"{table.path}/players", json={"name": "Cy"}, headers={"Idempotency-Key": KEY})
    assert code(other) == (422, "idempotency_key_reused")
    assert table.view()["open_seats"] == 1
    table.tokens.append(as_json(first)["token"])
    assert table.view(1)["you"]["seat"] == 1


def test_a_key_for_creating_or_joining_is_long(new_table: Seat, client: FlaskClient) -> None:
    weak = {"Idempotency-Key": "123456789012345"}
    assert code(client.post("/v1/games", json=GAME, headers=weak)) == (422, "idempotency_key_weak")
    table = new_table(["Ana"], open_seats=2)
    response = client.post(f"{table.path}/players", json={"name": "Bo"}, headers=weak)
    assert code(response) == (422, "idempotency_key_weak")
    assert table.view()["version"] == 1


@pytest.mark.parametrize("key", ["", "x" * 256, "schlüssel", "tab\there"])
def test_a_key_is_short_printable_ascii(table: Table, key: str) -> None:
    response = table.post(0, "draw", Idempotency_Key=key)
    assert code(response) == (422, "validation_failed")
    assert [fault["pointer"] for fault in as_json(response)["errors"]] == ["/Idempotency-Key"]
    assert table.view()["version"] == 1


@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": KEY}])
def test_a_repeat_needs_the_token(table: Table, headers: Mapping[str, str]) -> None:
    assert table.post(0, "draw", Idempotency_Key=KEY).status_code == 200
    assert code(table.client.post(f"{table.path}/draw", headers=headers)) == (401, "token_required")


@pytest.mark.parametrize("body", ["null", "[]", "0", "false", '""'])
def test_no_other_empty_thing_is_an_empty_object(table: Table, body: str) -> None:
    table.post(0, "draw", {}, Idempotency_Key="k")
    headers = table.headers(0, Idempotency_Key="k") | {"Content-Type": "application/json"}
    response = table.client.post(f"/v1/games/{table.id}/draw", data=body, headers=headers)
    assert code(response) == (422, "idempotency_key_reused")
