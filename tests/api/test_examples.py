"""The examples of the OpenAPI document: the service really said them, and they keep to their schemas."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from service.api.completion import RECORDED
from tests.api.contract import Contract
from tests.api.recording import record


@pytest.fixture(scope="module")
def contract(app: Flask) -> Contract:
    found = app.extensions["contract"]
    assert isinstance(found, Contract)
    return found


def operations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in document["paths"].values():
        yield from (operation for method, operation in methods.items() if method != "parameters")


def test_the_kept_examples_are_what_the_service_says_today(redis_url: str) -> None:
    kept = {file.name: file.read_bytes() for file in RECORDED.iterdir()}
    recorded = record(redis_url)
    assert kept.keys() == recorded.keys(), "run 'make openapi' and commit the result"
    for name, content in recorded.items():
        assert kept[name].decode() == content.decode(), "run 'make openapi' and commit the result"


def test_every_answer_with_a_body_has_an_example_of_success(contract: Contract) -> None:
    for operation in operations(contract.document):
        for status, response in operation["responses"].items():
            if status.startswith("2") and "content" in response:
                assert response["content"]["application/json"]["examples"], operation["operationId"]


def test_every_request_with_fields_has_an_example(contract: Contract) -> None:
    for operation in operations(contract.document):
        for content in operation.get("requestBody", {"content": {}})["content"].values():
            if not content["schema"]["$ref"].endswith("/NoFields"):
                assert content["examples"], operation["operationId"]


def test_examples_keep_to_their_schemas(contract: Contract) -> None:
    for operation in operations(contract.document):
        for part in (operation.get("requestBody", {}), *operation["responses"].values()):
            for content in part.get("content", {}).values():
                for example in content.get("examples", {}).values():
                    assert not contract.errors(content["schema"], example["value"])


def test_examples_carry_no_moment_and_no_chance_of_their_recording(contract: Contract) -> None:
    text = json.dumps(contract.document)
    assert "2026-11-30T20:15:00.000Z" in text
    years = {part[:4] for part in text.split('_at": "')[1:]}
    assert years == {"2026"}
