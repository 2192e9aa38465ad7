"""The OpenAPI document as a judge: every answer of the suite is declared, and has no field more or less."""

import copy
import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema_rs
from werkzeug.datastructures import Headers

PROBLEM = {"$ref": "#/components/schemas/Problem"}
PROBLEMS = "application/problem+json"
STREAM = "text/event-stream"
BODILESS = (204, 304)
SOMETIMES = ("Idempotency-Replayed", "Retry-After")
"""Headers that an answer may have."""


class Declared:
    """Checks answers against a document."""

    def __init__(self, document: bytes) -> None:
        self.document: dict[str, Any] = json.loads(document)
        self.seen: set[tuple[str, int]] = set()
        self._components = _closed(self.document)
        self._paths = {
            re.compile(re.sub(r"\{\w+\}", "[^/]+", path)): methods
            for path, methods in sorted(self.document["paths"].items(), key=lambda item: item[0].count("{"))
        }
        self._validator = cache(self._compile)

    def operation(self, method: str, path: str) -> dict[str, Any] | None:
        """What is declared of a method of a path."""
        for pattern, methods in self._paths.items():
            if pattern.fullmatch(path):
                found: dict[str, Any] | None = methods.get("get" if method == "HEAD" else method.lower())
                return found
        return None

    def check(
        self,
        operation: dict[str, Any],
        method: str,
        status: int,
        headers: Mapping[str, str] | Headers,
        body: bytes,
    ) -> None:
        """Fail unless an answer is what is declared of its operation; the body of a stream is not looked at."""
        self.seen.add((operation["operationId"], status))
        declared = operation["responses"].get(str(status))
        assert declared is not None, f"{operation['operationId']} does not declare {status}"
        media_type = headers.get("Content-Type")
        if media_type == STREAM:
            assert STREAM in declared["content"]
            return
        missing = declared.get("headers", {}).keys() - set(SOMETIMES)
        missing = {name for name in missing if name not in headers}
        assert not missing, f"{missing} declared but not sent"
        if status in BODILESS:
            assert "content" not in declared
            assert not body
        elif method != "HEAD":
            assert media_type in declared["content"], media_type
            self.check_body(declared["content"][media_type]["schema"], body)

    def check_body(self, schema: dict[str, Any], body: bytes) -> None:
        """Fail unless a body keeps to `schema`."""
        errors = self.errors(schema, json.loads(body))
        assert not errors, "\n".join(errors)

    def errors(self, schema: dict[str, Any], value: Any) -> list[str]:
        """What of `value` breaks `schema`, which refers to a component of the document."""
        found = self._validator(schema["$ref"]).iter_errors(value)
        return [f"{'/'.join(map(str, error.instance_path))}: {error.message}" for error in found]

    def _compile(self, reference: str) -> jsonschema_rs.Draft202012Validator:
        schema = {"$ref": reference, "components": self._components}
        return jsonschema_rs.Draft202012Validator(schema, validate_formats=True)


def _closed(document: dict[str, Any]) -> dict[str, Any]:
    """The components of the document with every object closed that says nothing of further fields."""
    closed: dict[str, Any] = copy.deepcopy(document["components"])
    for schema in closed["schemas"].values():
        if schema["type"] == "object":
            schema.setdefault("additionalProperties", False)
    return closed
