"""The OpenAPI document: committed, complete, and made so that client generators make good clients."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from service.api import openapi
from service.api.codes import CODES
from service.api.resources.docs import CONTRACT
from service.engine import COLORS

OPERATIONS = {
    "listVariants": ("GET", "/v1/variants"),
    "getVariant": ("GET", "/v1/variants/{variant}"),
    "createGame": ("POST", "/v1/games"),
    "listGames": ("GET", "/v1/games"),
    "getGame": ("GET", "/v1/games/{id}"),
    "abandonGame": ("DELETE", "/v1/games/{id}"),
    "whoAmI": ("GET", "/v1/me"),
    "joinGame": ("POST", "/v1/games/{id}/players"),
    "leaveGame": ("DELETE", "/v1/games/{id}/players/{seat}"),
    "startGame": ("POST", "/v1/games/{id}/start"),
    "draftCard": ("POST", "/v1/games/{id}/draft"),
    "playCard": ("POST", "/v1/games/{id}/play"),
    "drawCards": ("POST", "/v1/games/{id}/draw"),
    "passTurn": ("POST", "/v1/games/{id}/pass"),
    "challengeWildDrawFour": ("POST", "/v1/games/{id}/challenge"),
    "choose": ("POST", "/v1/games/{id}/choose"),
    "callUno": ("POST", "/v1/games/{id}/uno"),
    "catchUno": ("POST", "/v1/games/{id}/catch"),
    "nextRound": ("POST", "/v1/games/{id}/next-round"),
    "getScore": ("GET", "/v1/games/{id}/score"),
    "listEvents": ("GET", "/v1/games/{id}/events"),
    "createTicket": ("POST", "/v1/games/{id}/tickets"),
    "getProblem": ("GET", "/problems/{code}"),
    "checkHealth": ("GET", "/healthz"),
    "checkReadiness": ("GET", "/readyz"),
}
"""As clients know them: none of these may change."""
SECURITY: tuple[list[dict[str, list[str]]], ...] = (
    [],
    [{}, {"playerToken": []}],
    [{"playerToken": []}],
    [{}, {"apiKey": []}],
)


@pytest.fixture(scope="module")
def document(app: Flask) -> dict[str, Any]:
    contract: dict[str, Any] = json.loads(app.config[CONTRACT])
    return contract


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                yield method.upper(), path, operation


def nodes(node: Any) -> Iterator[dict[str, Any]]:
    """Every object of the document but those of the examples."""
    if isinstance(node, dict):
        yield node
        for key, child in node.items():
            if key != "examples":
                yield from nodes(child)
    elif isinstance(node, list):
        for child in node:
            yield from nodes(child)


def test_the_committed_document_is_the_generated_one(app: Flask) -> None:
    assert openapi.DOCUMENT.read_bytes() == app.config[CONTRACT], "run 'make openapi' and commit the result"
    assert openapi.main(["--check"]) == 0


def test_drift_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(openapi, "DOCUMENT", tmp_path / "openapi" / "openapi.json")
    assert openapi.main(["--check"]) == 1
    assert "make openapi" in capsys.readouterr().err
    assert openapi.main([]) == 0
    assert openapi.main(["--check"]) == 0


def test_operation_ids_are_those_that_clients_know(document: dict[str, Any]) -> None:
    found = {operation["operationId"]: (method, path) for method, path, operation in operations(document)}
    assert found == OPERATIONS


def test_operations_say_what_they_do(document: dict[str, Any]) -> None:
    for _, _, operation in operations(document):
        assert operation["summary"]
        assert operation["description"]
        assert operation["security"] in SECURITY
        assert any(status.startswith("2") for status in operation["responses"])


def test_parameters_and_fields_are_described(document: dict[str, Any]) -> None:
    for methods in document["paths"].values():
        assert all(parameter["description"] for parameter in methods.get("parameters", []))
    for name, schema in document["components"]["schemas"].items():
        assert schema["description"], name
        for field, described in schema.get("properties", {}).items():
            assert described["description"], f"{name}.{field}"


def test_nothing_is_beyond_the_standard(document: dict[str, Any]) -> None:
    for node in nodes(document):
        assert not [key for key in node if key.startswith("x-")]


def test_only_color_kind_and_item_are_closed(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    closed = {name: schema["enum"] for name, schema in schemas.items() if "enum" in schema}
    assert closed.keys() == {"Color", "CardKind", "Item"}
    assert closed["Color"] == list(COLORS)
    assert all(value.isidentifier() for values in closed.values() for value in values)
    assert sum("enum" in node for node in nodes(document)) == 3
    assert schemas["Card"]["properties"]["color"]["anyOf"] == [
        {"$ref": "#/components/schemas/Color"},
        {"type": "null"},
    ]
    assert schemas["Card"]["properties"]["kind"]["$ref"] == "#/components/schemas/CardKind"


def test_alternatives_are_a_reference_or_null(document: dict[str, Any]) -> None:
    for node in nodes(document):
        assert "oneOf" not in node
        if "anyOf" in node:
            reference, null = node["anyOf"]
            assert (list(reference), null) == (["$ref"], {"type": "null"})


def test_requests_are_closed_and_answers_open(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    asked = {
        content["schema"]["$ref"].rpartition("/")[2]
        for _, _, operation in operations(document)
        for content in operation.get("requestBody", {"content": {}})["content"].values()
    } | {"NewPlayer"}
    for name, schema in schemas.items():
        if schema["type"] == "object":
            assert (schema.get("additionalProperties") is False) == (name in asked), name


def test_optional_fields_of_requests_need_not_be_sent_by_generated_clients(document: dict[str, Any]) -> None:
    """Some generators take a field with a default for one that is always there."""
    for name, schema in document["components"]["schemas"].items():
        if schema.get("additionalProperties") is False:
            assert not [field for field in schema["properties"].values() if "default" in field], name


def test_references_lead_somewhere_and_nothing_is_unused(document: dict[str, Any]) -> None:
    used = {node["$ref"] for node in nodes(document) if "$ref" in node}
    there = {
        f"#/components/{kind}/{name}"
        for kind, components in document["components"].items()
        if kind != "securitySchemes"
        for name in components
    }
    assert used == there


def test_every_refusal_is_a_problem_that_is_explained(document: dict[str, Any]) -> None:
    told = set()
    for _, _, operation in operations(document):
        for status, response in operation["responses"].items():
            if status < "400":
                continue
            assert list(response["content"]) == ["application/problem+json"]
            codes = [line.split("`")[1] for line in response["description"].splitlines()]
            assert all(CODES[code].status == int(status) for code in codes)
            told.update(codes)
    # What belongs to no operation: what is no HTTP, wrong paths and methods, and our own faults.
    assert set(CODES) - told == {"malformed_request", "method_not_allowed", "internal_error"}


def test_the_document_does_not_depend_on_this_python(document: dict[str, Any]) -> None:
    """Python 3.13 renamed the status 422, and takes the indentation out of docstrings by itself."""
    text = json.dumps(document)
    assert "unprocessable" not in text.lower()
    assert "\\n    " not in text
