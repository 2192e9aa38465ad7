"""Rate limits: who is counted, what is counted, and what a client is told that asks too often."""

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from typing import Any

import pytest
import redis
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api import rates
from service.api.api_keys import ApiKeys
from service.settings import Settings
from service.store.counters import Counters
from service.store.store import RedisStore
from tests.api.conftest import make_app
from tests.api.table import Table, as_json, code
from tests.store.servers import Server

BODY = {"variant": "classic", "players": [{"name": "Ana"}, {"name": "Bo"}]}
UNKNOWN = {"Authorization": "Bearer uno_" + "A" * 43}
NOBODY = "/v1/games/" + "A" * 22
LIMITED = (429, "rate_limited")
Make = Callable[..., FlaskClient]


@pytest.fixture
def limited(redis_url: str) -> Make:
    """A function that makes a client of a service with limits."""
    return lambda limits, **settings: make_app(redis_url, rate_limits=limits, **settings).test_client()


def table_of(client: FlaskClient) -> Table:
    created = as_json(client.post("/v1/games", json=BODY))
    return Table(client, created["game"]["id"], [seat["token"] for seat in created["seats"]])


def statuses(responses: Iterator[TestResponse]) -> list[int]:
    return [response.status_code for response in responses]


def test_who_asks_too_often_is_told_when_to_come_back(limited: Make) -> None:
    client = limited("3/minute")
    assert statuses(client.get("/v1/variants") for _ in range(3)) == [200] * 3
    for method, path in (
        ("GET", "/v1/variants"),
        ("POST", "/v1/games"),
        ("GET", NOBODY),
        ("GET", "/v1/nowhere"),
    ):
        response = client.open(path, method=method)
        assert code(response) == LIMITED
        assert response.content_type == "application/problem+json"
        assert 1 <= int(response.headers["Retry-After"]) <= 60
        assert response.headers["X-Request-ID"]


def test_two_services_on_one_store_count_together(limited: Make) -> None:
    first, second = limited("4/minute"), limited("4/minute")
    found = [client.get("/v1/variants").status_code for client in (first, second) * 4]
    assert found == [200] * 4 + [429] * 4


def test_a_refused_move_changes_nothing(limited: Make) -> None:
    client = limited("6/minute")
    table = table_of(client)
    turn = table.view(0)["turn"]["seat"]
    before = table.view()
    assert statuses(table.get(turn) for _ in range(6)).count(200) >= 5
    assert code(table.post(turn, "draw")) == LIMITED
    assert table.view() == before


def test_each_token_is_counted_by_itself(limited: Make) -> None:
    client = limited("3/minute")
    table = table_of(client)
    for seat in (0, 1):
        assert statuses(table.get(seat) for _ in range(4)) == [200, 200, 200, 429]
    assert statuses(table.get(None) for _ in range(3)) == [200, 200, 429]  # creating was the first


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Basic x"}, {"X-API-Key": "made up"}])
def test_what_proves_nothing_is_counted_for_the_address(limited: Make, headers: dict[str, str]) -> None:
    client = limited("2/minute")
    client.get("/v1/variants")
    client.get("/v1/variants", headers=headers)
    assert code(client.get("/v1/variants")) == LIMITED


def test_holders_of_an_api_key_are_counted_by_it(limited: Make) -> None:
    client = limited("2/minute", api_keys=(sha256(b"one").hexdigest(), sha256(b"two").hexdigest()))
    for key in ("one", "two"):
        keyed = {"X-API-Key": key}
        assert statuses(client.get("/v1/variants", headers=keyed) for _ in range(3)) == [200, 200, 429]
    assert statuses(client.get("/v1/variants", headers={"X-API-Key": "three"}) for _ in range(3)) == [
        200,
        200,
        429,
    ]


def test_creating_has_limits_of_its_own(limited: Make) -> None:
    client = limited("100/minute;create:2/minute")
    made = statuses(client.post("/v1/games", json=body) for body in (BODY, {}, BODY))
    assert made == [201, 422, 429]
    assert client.get("/v1/games").status_code == 200


@pytest.mark.parametrize("limits", ["100/minute, wrong:3/minute", "3/minute"])
def test_guesses_are_counted_for_the_address(limited: Make, limits: str) -> None:
    client = limited(limits)

    def guess(number: int) -> dict[str, str]:
        return {"Authorization": f"Bearer uno_{number:043d}"}

    found = [client.get("/v1/me", headers=guess(number)) for number in range(5)]
    assert [code(response) for response in found] == [(401, "token_invalid")] * 3 + [LIMITED] * 2
    assert "Retry-After" in found[-1].headers
    assert "WWW-Authenticate" not in found[-1].headers


GUESSES: dict[str, tuple[int, Callable[[FlaskClient], TestResponse]]] = {
    "a game": (404, lambda client: client.get(NOBODY)),
    "a game's token": (401, lambda client: client.get(NOBODY, headers=UNKNOWN)),
    "no token": (401, lambda client: client.get("/v1/variants", headers={"Authorization": "x"})),
    "a key": (401, lambda client: client.post("/v1/games", json=BODY, headers={"X-API-Key": "guess"})),
}


@pytest.mark.parametrize("guess", GUESSES)
def test_what_is_a_guess(limited: Make, guess: str) -> None:
    client = limited("100/minute;wrong:2/minute", api_keys=(sha256(b"key").hexdigest(),))
    refused, send = GUESSES[guess]
    assert statuses(send(client) for _ in range(3)) == [refused, refused, 429]
    assert client.get("/v1/variants").status_code == 200


def test_a_guesser_does_not_lock_out_those_who_share_its_address(limited: Make) -> None:
    client = limited("1000/minute;wrong:2/minute")
    table = table_of(client)
    assert statuses(client.get("/v1/me", headers=UNKNOWN) for _ in range(4)) == [401, 401, 429, 429]
    assert table.get(0).status_code == 200


def test_health_documents_and_preflights_are_never_limited(limited: Make) -> None:
    client = limited("1/minute", cors_origins=("*",))
    client.get("/v1/variants")
    assert code(client.get("/v1/variants")) == LIMITED
    for path in ("/healthz", "/readyz", "/openapi.json", "/docs", "/problems/rate_limited"):
        assert statuses(client.get(path) for _ in range(3)) == [200] * 3
    asked = {"Origin": "https://a.example", "Access-Control-Request-Method": "GET"}
    assert client.options("/v1/variants", headers=asked).status_code == 204
    assert client.get("/v1/variants").headers["Access-Control-Allow-Origin"] == "*"


def test_off_is_off_and_on_is_generous(limited: Make) -> None:
    for limits, number in (("off", 700), ("on", 100)):
        client = limited(limits)
        assert set(statuses(client.get("/v1/variants") for _ in range(number))) == {200}


def test_the_limits_that_are_on(store_url: str) -> None:
    limits = rates.Rates("on", ApiKeys(()), partial(Counters, RedisStore.at(store_url)))._limits
    written = {kind: [str(item) for item, _ in items] for kind, items in limits.items()}
    assert written == {
        "every": ["600 per 10 second"],
        "create": ["60 per 1 minute", "600 per 1 hour"],
        "wrong": ["60 per 1 minute"],
    }


# ------------------------------------------------------------------------------------------------ addresses


def ask(client: FlaskClient, address: str, forwarded: str | None = None) -> int:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    return client.get("/v1/variants", headers=headers, environ_base={"REMOTE_ADDR": address}).status_code


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("", "", True),
        ("gateway", "gatehouse", False),
    ],
)
def test_addresses(limited: Make, one: str, other: str, same: bool) -> None:
    client = limited("1/minute")
    assert [ask(client, address) for address in (one, other)] == [200, 429 if same else 200]


@pytest.mark.parametrize(
    ("proxies", "forwarded", "others", "same"),
    [
        (0, "192.0.2.1", "192.0.2.2", True),  # nobody is believed: it is the peer's address that counts
        (1, "192.0.2.1", "192.0.2.2", False),
        (1, "192.0.2.1, 192.0.2.3", "192.0.2.2, 192.0.2.3", True),  # what stands before was made up
        (2, "192.0.2.1, 192.0.2.3", "192.0.2.2, 192.0.2.3", False),
        (2, "192.0.2.1", "192.0.2.2", True),  # one hop too few: somebody came around a proxy
    ],
)
def test_proxies(limited: Make, proxies: int, forwarded: str, others: str, same: bool) -> None:
    client = limited("1/minute", trusted_proxies=proxies)
    found = [ask(client, "10.0.0.1", given) for given in (forwarded, others)]
    assert found == [200, 429 if same else 200]


# ------------------------------------------------------------------------------------------------ the store


def test_counters_hold_no_token_and_end(limited: Make, redis_url: str) -> None:
    client = limited("100/minute;create:100/hour;wrong:100/minute")
    table = table_of(client)
    table.get(0)
    client.get("/v1/me", headers=UNKNOWN)
    server = redis.Redis.from_url(redis_url)
    names = [name.decode() for name in server.scan_iter("uno:rate:*")]
    assert len(names) == 5
    assert not any(token in name for token in table.tokens for name in names)
    client.post(
        "/v1/games", json=BODY | {"public": True, "open_seats": 1}, headers={"Idempotency-Key": "k" * 16}
    )
    assert len(list(server.scan_iter("uno:{listing}:*"))) == 2
    assert all(server.ttl(name) > 0 for name in server.scan_iter())


def test_a_full_store_refuses_moves_and_shows_games() -> None:
    with Server() as server:
        client = make_app(server.url, rate_limits="1000/minute;create:50/minute", sandbox=True).test_client()
        table = table_of(client)
        turn = table.view(0)["turn"]["seat"]
        server.client.config_set("maxmemory", 1)
        for response in (client.post("/v1/games", json=BODY), table.post(turn, "draw")):
            assert code(response) == (503, "storage_unavailable")
            assert int(response.headers["Retry-After"]) > 0
        assert table.view()["version"] == 1
        assert client.get("/readyz").status_code == 200
        server.client.config_set("maxmemory", 0)
        assert table.post(turn, "draw").status_code == 200
        assert client.post("/v1/games", json=BODY).status_code == 201


def test_a_store_that_is_gone_limits_nobody() -> None:
    client = make_app("unix:///nowhere/store.sock", rate_limits="2/minute").test_client()
    assert statuses(client.get("/v1/variants") for _ in range(4)) == [200] * 4
    assert code(client.get(NOBODY)) == (503, "storage_unavailable")


def test_a_store_that_says_nothing_is_not_waited_for_twice() -> None:
    with Server() as server:
        client = make_app(server.url, rate_limits="9/minute").test_client()
        client.get(NOBODY)
        with server.silent():
            assert code(client.get(NOBODY)) == (503, "storage_unavailable")
            assert code(client.get("/v1/me", headers={"Authorization": "x"})) == (503, "storage_unavailable")


def test_a_guess_that_cannot_be_counted_is_refused_as_what_it_is() -> None:
    with Server() as server:
        client = make_app(server.url, rate_limits="wrong:2/minute").test_client()
        client.get(NOBODY)
        with server.silent():
            malformed = client.get("/v1/me", headers={"Authorization": "x"})
        assert code(malformed) == (401, "token_invalid")


def test_every_operation_but_the_unlimited_tells_of_it(app: Flask) -> None:
    contract: Any = app.extensions["contract"]
    for path, methods in contract.document["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                assert ("429" in operation["responses"]) == path.startswith("/v1/"), path


def test_an_ordinary_move_asks_the_store_nothing_more(limited: Make, redis_url: str) -> None:
    client = limited("on", sandbox=True)
    table = table_of(client)
    turn = table.view(0)["turn"]["seat"]
    server = redis.Redis.from_url(redis_url)
    before: dict[str, Any] = server.info("commandstats")
    assert table.post(turn, "draw").status_code == 200
    after: dict[str, Any] = server.info("commandstats")
    calls = {name: after[name]["calls"] - before.get(name, {"calls": 0})["calls"] for name in after}
    inside = {"cmdstat_getrange", "cmdstat_set", "cmdstat_xadd", "cmdstat_expire", "cmdstat_publish"}
    asked = {name: number for name, number in calls.items() if number and name not in inside}
    assert asked == {"cmdstat_get": 1, "cmdstat_evalsha": 1, "cmdstat_info": 1}


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        (" 10 /second ", {"every": ["10 per 1 second"], "wrong": ["10 per 1 second"]}),
        (
            "10per5minutes,1/day;wrong :2/day",
            {"every": ["10 per 5 minute", "1 per 1 day"], "wrong": ["2 per 1 day"]},
        ),
        ("create : 1 per 2 hours", {"create": ["1 per 2 hour"]}),
        ("off", {}),
    ],
)
def test_how_limits_are_written(store_url: str, text: str, limits: dict[str, list[str]]) -> None:
    settings = Settings.from_environ({"UNO_RATE_LIMITS": text, "UNO_REDIS_URL": store_url})
    made = rates.Rates(settings.rate_limits, ApiKeys(()), partial(Counters, RedisStore.at(store_url)))
    assert {kind: [str(item) for item, _ in items] for kind, items in made._limits.items()} == limits
