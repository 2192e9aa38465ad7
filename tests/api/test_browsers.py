"""What browsers are told: whose pages may read an answer, and what may be done with it."""

from collections.abc import Callable, Iterator

import pytest
import redis
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.settings import Settings
from tests.api.conftest import make_app
from tests.api.table import as_json

ORIGIN = "https://play.example"
OTHER = "https://evil.example"
HEADERS = (
    "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Prefer",
    "X-API-Key", "X-Request-ID",
)  # fmt: skip
EXPOSED = ("Date", "ETag", "Location", "Retry-After", "Idempotency-Replayed", "X-Request-ID")
NOBODY, BROKEN = "A" * 22, "B" * 22
PATHS = (
    "/v1/variants",
    "/v1/variants/classic",
    "/v1/games",
    "/v1/me",
    f"/v1/games/{NOBODY}",
    *(f"/v1/games/{NOBODY}/{rest}" for rest in ("players", "players/0", "start", "play", "events", "score")),
    "/problems/busy",
    "/healthz",
    "/readyz",
    "/openapi.json",
    "/docs",
    "/nowhere",
)
DEAD = "unix:///nowhere/store.sock"


@pytest.fixture
def page(store_url: str) -> Iterator[FlaskClient]:
    """Pages of two origins may use the service."""
    with make_app(store_url, cors_origins=(ORIGIN, "http://[::1]:5173")).test_client() as client:
        yield client


def items(response: TestResponse, name: str) -> set[str]:
    return {item.strip() for value in response.headers.getlist(name) for item in value.split(",")}


def preflight(client: FlaskClient, path: str, origin: str = ORIGIN) -> TestResponse:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    return client.options(path, headers={"Origin": origin, **asked})


@pytest.mark.parametrize("path", PATHS)
def test_a_page_may_ask_for_anything(page: FlaskClient, path: str) -> None:
    response = preflight(page, path)
    assert response.status_code == 204
    assert not response.data
    assert "Content-Type" not in response.headers
    assert response.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert items(response, "Access-Control-Allow-Methods") >= {"GET", "POST", "DELETE"}
    assert items(response, "Access-Control-Allow-Headers") == set(HEADERS)
    assert int(response.headers["Access-Control-Max-Age"]) > 0
    assert "Origin" in items(response, "Vary")


ANSWERS: dict[int, Callable[[FlaskClient, dict[str, str]], TestResponse]] = {
    200: lambda page, headers: page.get("/v1/variants", headers=headers),
    400: lambda page, headers: page.post(
        "/v1/games", data=b"{", headers=headers, content_type="application/json"
    ),
    401: lambda page, headers: page.get("/v1/me", headers=headers),
    404: lambda page, headers: page.get("/nowhere", headers=headers),
    405: lambda page, headers: page.delete("/v1/me", headers=headers),
    406: lambda page, headers: page.get("/v1/variants", headers={**headers, "Accept": "text/html"}),
    413: lambda page, headers: page.post("/v1/games", data=b" " * 70_000, headers=headers),
    415: lambda page, headers: page.post("/v1/games", data=b"{}", headers=headers),
    422: lambda page, headers: page.post("/v1/games", json={}, headers=headers),
}


@pytest.mark.parametrize("status", ANSWERS)
def test_a_page_may_read_every_answer(page: FlaskClient, status: int) -> None:
    response = ANSWERS[status](page, {"Origin": ORIGIN})
    assert response.status_code == status
    assert response.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert items(response, "Access-Control-Expose-Headers") == set(EXPOSED)
    assert "Origin" in items(response, "Vary")
    assert "Access-Control-Allow-Credentials" not in response.headers


def test_a_page_may_read_that_nothing_has_changed(page: FlaskClient) -> None:
    etag = page.get("/v1/variants").headers["ETag"]
    response = page.get("/v1/variants", headers={"Origin": ORIGIN, "If-None-Match": etag})
    assert response.status_code == 304
    assert response.headers["Access-Control-Allow-Origin"] == ORIGIN


def test_a_page_may_read_that_the_store_is_gone() -> None:
    page = make_app(DEAD, cors_origins=(ORIGIN,)).test_client()
    response = page.get("/readyz", headers={"Origin": ORIGIN})
    assert response.status_code == 503
    assert response.headers["Access-Control-Allow-Origin"] == ORIGIN


def test_a_page_may_read_of_our_own_faults(store_url: str) -> None:
    redis.Redis.from_url(store_url).set(f"uno:{{{BROKEN}}}:game", '{"version":1,"schema":1,', ex=50)
    page = create_app(Settings(redis_url=store_url, cors_origins=(ORIGIN,))).test_client()
    response = page.get(f"/v1/games/{BROKEN}", headers={"Origin": ORIGIN})
    assert response.status_code == 500
    assert response.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "origin",
    [
        OTHER,
        "null",
        "http://play.example",
        f"{ORIGIN}:8443",
        f"{ORIGIN}.evil.example",
        ORIGIN.upper(),
        "*",
        "",
    ],
)
def test_other_pages_may_not(page: FlaskClient, origin: str) -> None:
    for response in (
        page.get("/v1/variants", headers={"Origin": origin}),
        preflight(page, "/v1/games", origin),
    ):
        assert response.status_code in (200, 204)
        assert not [name for name, _ in response.headers if name.startswith("Access-Control")]
        assert "Origin" in items(response, "Vary")  # a cache must not give one page the answer to another


def test_who_names_no_origin_gets_an_answer_that_depends_on_it(page: FlaskClient) -> None:
    response = page.get("/v1/variants")
    assert items(response, "Vary") == {"Authorization", "Accept", "Origin"}
    assert "Access-Control-Allow-Origin" not in response.headers


def test_all_pages_may_where_a_star_stands(store_url: str) -> None:
    page = make_app(store_url, cors_origins=("*",)).test_client()
    for response in (
        page.get("/v1/variants", headers={"Origin": OTHER}),
        preflight(page, "/v1/games", OTHER),
    ):
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "Origin" not in items(response, "Vary")
        assert "Access-Control-Allow-Credentials" not in response.headers
    assert items(page.get("/nowhere"), "Access-Control-Expose-Headers") == set(EXPOSED)


def test_no_page_may_by_default(client: FlaskClient) -> None:
    response = client.get("/v1/variants", headers={"Origin": ORIGIN})
    assert items(response, "Vary") == {"Authorization", "Accept"}
    answer = preflight(client, "/v1/games")
    assert answer.status_code == 204
    for each in (response, answer):
        assert not [name for name, _ in each.headers if name.startswith("Access-Control")]


def test_options_without_a_page_name_the_methods_of_the_path(page: FlaskClient) -> None:
    response = page.options("/v1/me")
    assert response.status_code == 204
    assert items(response, "Allow") == {"GET", "HEAD", "OPTIONS"}
    assert page.options("/nowhere").status_code == 404


@pytest.mark.parametrize(
    "path", ["/v1/variants", "/v1/me", "/nowhere", "/healthz", "/openapi.json", "/docs/start.js"]
)
def test_nothing_is_sniffed_framed_or_run(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert response.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"


def test_the_page_of_the_contract_may_load_its_own_files_alone(client: FlaskClient) -> None:
    policy = client.get("/docs").headers["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == rules["frame-ancestors"] == "'none'"
    assert rules["script-src"] == rules["connect-src"] == "'self'"
    assert "http" not in policy
    assert "unsafe" not in policy


def test_names_with_markup_stay_data(client: FlaskClient) -> None:
    body = {"variant": "classic", "players": [{"name": "<script>"}, {"name": "Bo"}]}
    response = client.post("/v1/games", json=body)
    assert as_json(response)["seats"][0]["name"] == "<script>"
    assert response.content_type == "application/json"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
