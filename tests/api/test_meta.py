"""Variants, health, the contract and its page."""

import re

import pytest
from flask.testing import FlaskClient

from service import engine
from service.app import create_app
from service.settings import Settings, SettingsError
from tests.api.conftest import make_app
from tests.api.table import as_json, code

DEAD = "unix:///nowhere/store.sock"


def test_variants_are_listed(client: FlaskClient) -> None:
    response = client.get("/v1/variants")
    listed = as_json(response)["variants"]
    assert [variant["id"] for variant in listed] == list(engine.VARIANTS)
    classic = listed[0]
    assert (classic["min_players"], classic["max_players"], classic["card_count"]) == (2, 10, 108)
    assert classic["options"]["properties"]["starting_hand"]["default"] == 7
    assert classic["options"]["additionalProperties"] is False
    etag = response.headers["ETag"]
    assert client.get("/v1/variants", headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("variant", engine.VARIANTS)
def test_a_variant_has_its_deck_and_its_rules(client: FlaskClient, variant: str) -> None:
    body = as_json(client.get(f"/v1/variants/{variant}"))
    assert [card["id"] for card in body["deck"]] == list(engine.VARIANTS[variant].deck.ids)
    assert body["card_count"] == len(body["deck"])
    assert body["rules"].startswith("#")


def test_an_unknown_variant(client: FlaskClient) -> None:
    assert code(client.get("/v1/variants/chess")) == (404, "variant_not_found")


def test_an_app_needs_a_store() -> None:
    with pytest.raises(SettingsError, match="UNO_REDIS_URL"):
        create_app(Settings())


@pytest.mark.parametrize(("sandbox", "status"), [("1", 201), ("0", 403)])
def test_settings_come_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, redis_url: str, sandbox: str, status: int
) -> None:
    monkeypatch.setenv("UNO_REDIS_URL", redis_url)
    monkeypatch.setenv("UNO_SANDBOX", sandbox)
    order = {"variant": "classic", "players": [{"name": "Ana"}, {"name": "Bo"}], "dealer": 0}
    assert create_app().test_client().post("/v1/games", json=order).status_code == status


def test_a_service_without_a_store_lives_but_is_not_ready() -> None:
    client = make_app(DEAD).test_client()
    assert client.get("/healthz").status_code == 200
    assert client.get("/v1/variants").status_code == 200
    for response in (
        client.get("/readyz"),
        client.get("/v1/games/" + "A" * 22),
        client.post("/v1/games", json={"variant": "classic", "players": [{"name": "Ana"}, {"name": "Bo"}]}),
        client.get("/v1/variants", headers={"Authorization": "Bearer uno_" + "A" * 43}),
    ):
        assert code(response) == (503, "storage_unavailable")
        assert int(response.headers["Retry-After"]) > 0


def test_a_service_with_a_store_is_ready(client: FlaskClient) -> None:
    assert as_json(client.get("/healthz")) == {"status": "ok"}
    assert as_json(client.get("/readyz")) == {"status": "ok"}


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/problems/busy"])
def test_these_are_json_too(client: FlaskClient, path: str) -> None:
    assert code(client.get(path, headers={"Accept": "text/html"})) == (406, "not_acceptable")


def test_the_contract_is_served(client: FlaskClient) -> None:
    response = client.get("/openapi.json")
    assert as_json(response)["openapi"] == "3.1.0"
    again = client.get("/openapi.json", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


def test_its_page_asks_no_other_server(client: FlaskClient) -> None:
    page = client.get("/docs")
    assert page.content_type == "text/html; charset=utf-8"
    named = re.findall(r'(?:href|src)="([^"]+)"', page.text)
    assert len(named) == 4
    for path in named:
        answer = client.get(f"/{path}")
        assert answer.status_code == 200, path
        answer.close()
    script = client.get("/docs/start.js")
    assert "openapi.json" in script.text
    assert "://" not in page.text + script.text
