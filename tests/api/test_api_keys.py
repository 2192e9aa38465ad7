"""Creating games where the operator gave keys out."""

from collections.abc import Iterator
from hashlib import sha256

import pytest
from flask.testing import FlaskClient

from tests.api.conftest import make_app
from tests.api.table import Table, as_json, code

KEYS = ("correct horse battery staple", "schlüssel")
BODY = {"variant": "classic", "players": [{"name": "Ana"}], "open_seats": 1}
FRESH = {"Idempotency-Key": "a key for one game"}


@pytest.fixture
def client(redis_url: str) -> Iterator[FlaskClient]:
    hashes = tuple(sha256(key.encode()).hexdigest() for key in KEYS)
    with make_app(redis_url, sandbox=True, api_keys=hashes).test_client() as client:
        yield client


@pytest.mark.parametrize("key", KEYS)
def test_a_holder_of_a_key_creates_games(client: FlaskClient, key: str) -> None:
    headers = {"X-API-Key": key.encode().decode("latin-1")}
    response = client.post("/v1/games", json=BODY, headers=headers)
    assert response.status_code == 201
    assert key not in response.text


@pytest.mark.parametrize(
    "key", ["", "wrong", KEYS[0].upper(), f"{KEYS[0]}.", f"{KEYS[0]},{KEYS[1]}", "\xff" * 500]
)
def test_another_key_creates_none(client: FlaskClient, key: str) -> None:
    response = client.post("/v1/games", json=BODY, headers={"X-API-Key": key})
    assert code(response) == (401, "api_key_invalid")


def test_the_hash_is_no_key(client: FlaskClient) -> None:
    headers = {"X-API-Key": sha256(KEYS[0].encode()).hexdigest()}
    assert code(client.post("/v1/games", json=BODY, headers=headers)) == (401, "api_key_invalid")


@pytest.mark.parametrize("body", [BODY, {}, {"deck": ["R1.1"]}])
def test_no_key_creates_none_whatever_else_is_wrong(client: FlaskClient, body: object) -> None:
    response = client.post("/v1/games", json=body)
    assert code(response) == (401, "api_key_required")
    assert response.headers["WWW-Authenticate"] == "Bearer"


def test_a_repeat_needs_the_key_too(client: FlaskClient) -> None:
    headers = {**FRESH, "X-API-Key": KEYS[0]}
    first = client.post("/v1/games", json=BODY, headers=headers)
    assert code(client.post("/v1/games", json=BODY, headers=FRESH)) == (401, "api_key_required")
    again = client.post("/v1/games", json=BODY, headers=headers)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.data == first.data


def test_a_seats_token_is_no_key_and_all_else_needs_none(client: FlaskClient) -> None:
    created = as_json(client.post("/v1/games", json=BODY, headers={"X-API-Key": KEYS[0]}))
    table = Table(client, created["game"]["id"], [created["seats"][0]["token"]])
    response = client.post("/v1/games", json=BODY, headers=table.headers(0))
    assert code(response) == (401, "api_key_required")
    assert client.get("/v1/games").status_code == 200
    assert client.post(f"{table.path}/players", json={"name": "Bo"}).status_code == 201
    assert table.view(0)["status"] == "playing"


def test_without_keys_none_is_asked_for(redis_url: str) -> None:
    client = make_app(redis_url).test_client()
    for headers in ({}, {"X-API-Key": "whatever"}):
        assert client.post("/v1/games", json=BODY, headers=headers).status_code == 201
