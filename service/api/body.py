"""Reading a request's JSON body: size, media type, syntax, and nulls."""

import json
from typing import TYPE_CHECKING, Any, Final

import orjson

from service.api.headers import JSON
from service.games import Refusal

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

MAX_BYTES: Final = 64 * 1024
MAX_DEPTH: Final = 32
_TOO_LARGE: Final = "The body is larger than 64 KiB: send less."


def read_body(environ: "WSGIEnvironment") -> Any:
    """Give the body with no nulls left in its objects; no body at all is an empty object.

    Raises 413, 415 and 400 for a body that cannot be read.
    """
    raw = _receive(environ)
    if not raw:
        return {}
    media_type = environ.get("CONTENT_TYPE", "")
    if media_type != JSON and media_type.partition(";")[0].strip().lower() != JSON:
        raise Refusal("unsupported_media_type", "Send the body with 'Content-Type: application/json'.")
    return _without_nulls(_parse(raw), MAX_DEPTH)


def _receive(environ: "WSGIEnvironment") -> bytes:
    """Read what was sent, without werkzeug's stream: that costs more, and cuts a long chunked body without a word."""
    chunked = "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower()
    length = MAX_BYTES + 1 if chunked else int(environ.get("CONTENT_LENGTH") or 0)
    if not length:
        return b""
    if length > MAX_BYTES and not chunked:
        raise Refusal("body_too_large", _TOO_LARGE)
    try:
        raw: bytes = environ["wsgi.input"].read(length)
    except Exception as error:  # each server has errors of its own for a broken transfer
        raise Refusal("malformed_json", "The body could not be read: its transfer was broken.") from error
    if chunked and len(raw) > MAX_BYTES:
        raise Refusal("body_too_large", _TOO_LARGE)
    if not chunked and len(raw) < length:
        raise Refusal("malformed_json", "The body ended before its announced length.")
    return raw


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
