"""The judge of answers is strict."""

from typing import Any

import httpx
import pytest

from tests.declared import Declared
from tests.running import ROOT

WELL = b'{"status": "ok"}'
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def declared() -> Declared:
    return Declared((ROOT / "openapi" / "openapi.json").read_bytes())


def health(declared: Declared) -> dict[str, Any]:
    operation = declared.operation("GET", "/healthz")
    assert operation is not None
    return operation


def test_an_answer_that_is_declared_passes_and_is_remembered(declared: Declared) -> None:
    declared.check(health(declared), "GET", 200, httpx.Headers(JSON), WELL)
    assert ("checkHealth", 200) in declared.seen


@pytest.mark.parametrize(
    ("status", "headers", "body"),
    [
        (204, JSON, b""),
        (200, {"content-type": "text/html"}, WELL),
        (200, JSON, b'{"status": "ok", "mood": "fine"}'),
        (200, JSON, b"{}"),
        (200, JSON, b'{"status": null}'),
    ],
    ids=["status", "media type", "field too many", "field missing", "type"],
)
def test_what_is_not_declared_fails(
    declared: Declared, status: int, headers: dict[str, str], body: bytes
) -> None:
    with pytest.raises(AssertionError):
        declared.check(health(declared), "GET", status, httpx.Headers(headers), body)


def test_a_declared_header_must_come(declared: Declared) -> None:
    operation = declared.operation("GET", "/v1/variants")
    assert operation is not None
    with pytest.raises(AssertionError, match="ETag"):
        declared.check(operation, "GET", 304, httpx.Headers(), b"")


def test_paths_lead_to_their_operations(declared: Declared) -> None:
    found = declared.operation("POST", "/v1/games/abc/play")
    assert found is not None
    assert found["operationId"] == "playCard"
    assert declared.operation("POST", "/v1/nothing") is None
    assert declared.operation("PUT", "/v1/games") is None
