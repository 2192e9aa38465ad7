"""Reading a request's JSON body: size, media type, syntax, and nulls."""

import json
from typing import Any, Final

import orjson
from flask import Request

from service.games import Refusal

MAX_BYTES: Final = 64 * 1024
MAX_DEPTH: Final = 32


def read_body(request: Request) -> Any:
    """Give the body with no nulls left in its objects; no body at all is an empty object.

    Raises 413, 415 and 400 for a body that cannot be read.
    """
    raw = request.get_data()
    if not raw:
        return {}
    if len(raw) > MAX_BYTES:
        raise Refusal("body_too_large", "The body is larger than 64 KiB: send less.")
    if request.mimetype != "application/json":
        raise Refusal("unsupported_media_type", "Send the body with 'Content-Type: application/json'.")
    return _without_nulls(_parse(raw), MAX_DEPTH)


def _parse(raw: bytes) -> Any:
    try:
        value = orjson.loads(raw)
        # A flat object whose colons are as many as its fields names none of them twice; the rest is looked at.
        if not isinstance(value, dict) or raw.count(b":") != len(value):
            _refuse_duplicates(raw)
    except RecursionError:
        raise Refusal("malformed_json", f"The body is nested deeper than {MAX_DEPTH}.") from None
    except ValueError as error:
        raise Refusal("malformed_json", f"The body is not valid JSON: {error}.") from None
    return value


def _refuse_duplicates(raw: bytes) -> None:
    def pairs(fields: list[tuple[str, Any]]) -> None:
        names = {name for name, _ in fields}
        if len(names) != len(fields):
            raise ValueError("an object names a field twice")

    json.loads(raw, object_pairs_hook=pairs)


def _without_nulls(value: Any, depth: int) -> Any:
    if depth == 0:
        raise Refusal("malformed_json", f"The body is nested deeper than {MAX_DEPTH}.")
    if isinstance(value, dict):
        return {name: _without_nulls(item, depth - 1) for name, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_without_nulls(item, depth - 1) for item in value]
    return value
