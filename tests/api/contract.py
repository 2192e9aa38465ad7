"""The OpenAPI document as a judge: every answer of the suite is declared, and has no field more or less."""

import copy
import json
import re
from typing import Any

from flask import Flask
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

ROOT = "contract.json"
STREAM = "text/event-stream"
BODILESS = (204, 304)


class Contract:
    """Checks answers of `app` against its own document."""

    def __init__(self, app: Flask, document: bytes) -> None:
        self.document: dict[str, Any] = json.loads(document)
        self.seen: set[tuple[str, int]] = set()
        self._routes = app.url_map.bind("localhost")
        resource = Resource.from_contents(_closed(self.document), default_specification=DRAFT202012)
        self._registry: Registry[Any] = Registry().with_resource(ROOT, resource)

    def check(self, response: TestResponse) -> None:
        """Fail unless `response` is what the document says of its operation."""
        request = response.request
        method = "GET" if request.method == "HEAD" else request.method
        if method == "OPTIONS":
            return
        try:
            rule, _ = self._routes.match(request.path, method, return_rule=True)
        except HTTPException:
            self._check_body(response, {"$ref": "#/components/schemas/Problem"}, "application/problem+json")
            return
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        operation = self.document["paths"].get(path, {}).get(method.lower())
        if operation is None:
            assert path in ("/docs", "/docs/start.js", "/docs/assets/{name}", "/openapi.json"), path
            return
        self.seen.add((operation["operationId"], response.status_code))
        declared = operation["responses"].get(str(response.status_code))
        assert declared is not None, f"{operation['operationId']} does not declare {response.status_code}"
        if response.content_type == STREAM:
            assert STREAM in declared["content"]
            return
        self._check_headers(response, declared)
        if response.status_code in BODILESS:
            assert not response.data
            assert "content" not in declared
        elif request.method != "HEAD":
            (media_type, content), *streams = declared["content"].items()
            assert not streams or [other for other, _ in streams] == [STREAM]
            self._check_body(response, content["schema"], media_type)

    def _check_headers(self, response: TestResponse, declared: dict[str, Any]) -> None:
        missing = {
            name
            for name in declared.get("headers", {})
            if name not in ("Idempotency-Replayed", "Retry-After") and name not in response.headers
        }
        assert not missing, f"{missing} declared but not sent"

    def _check_body(self, response: TestResponse, schema: dict[str, Any], media_type: str) -> None:
        if response.request.method == "HEAD":
            return
        assert response.content_type == media_type
        errors = [f"{error.json_path}: {error.message}" for error in self.errors(schema, response.json)]
        assert not errors, "\n".join(errors)

    def errors(self, schema: dict[str, Any], value: Any) -> Any:
        """What of `value` breaks `schema`, whose references are those of the document."""
        reference = {"$ref": f"{ROOT}{schema['$ref']}"}
        return Draft202012Validator(reference, registry=self._registry).iter_errors(value)


def _closed(document: dict[str, Any]) -> dict[str, Any]:
    """The document with every object closed that says nothing of further fields."""
    closed = copy.deepcopy(document)
    for schema in closed["components"]["schemas"].values():
        if schema["type"] == "object":
            schema.setdefault("additionalProperties", False)
    return closed
