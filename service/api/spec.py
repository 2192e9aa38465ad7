"""The OpenAPI document: what the operations' declarations do not say by themselves."""

import inspect
import json
from typing import Any, Final

import flask_smorest
import marshmallow as ma
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask

from service import __version__
from service.api.completion import add_examples, add_links
from service.api.schemas.base import COMPONENTS, ClosedEnum, Input

_DESCRIPTION: Final = """\
A referee for games of UNO: it knows the rules, keeps the games and gives nothing away.

- **Tokens.** Creating or joining a game gives a token for a seat. Send it as `Authorization: Bearer uno_...`; a token
  that is sent is always checked (what is outside `/v1` looks at no token and at no query).
- **Requests.** Bodies are JSON in UTF-8. Unknown fields of a body or a query are refused, `null` means the same as
  leaving a field out, types are strict: `"5"` is no integer, `"yes"` no boolean. Actions without fields take `{}` or
  no body.
- **Retrying.** Send an `Idempotency-Key` with whatever changes something and repeat it with the same key until there
  is an answer; or send `If-Match` with the `ETag` of the view that you decided by.
- **Growth.** Answers may gain fields, and what is a plain string here may gain values: ignore what you do not know.
  Only colour, card kind and item are closed.
- **Errors** are problems (RFC 9457): branch on `code`; `GET /problems/{code}` explains each. Of several things wrong
  the first is told: 401, a body that cannot be read, 404, 403, 422, 412, then what the rules say (409). What is not
  HTTP, or is too long for it, is `malformed_request` with 400, 414, 417 or 431, whatever the path.
- **Limits.** Who asks too often gets a 429 before anything else is looked at: come back after `Retry-After` seconds.
  To see moves at once use a stream or `wait`.
- **Tracing.** Every answer carries an `X-Request-ID`: yours, if you send one of up to 64 letters, digits, dots, hyphens
  and underscores, or a new one.

This is an independent project, not affiliated with or endorsed by Mattel; UNO is a trademark of Mattel, Inc."""

_TAG: Final = r'(W/)?"[0-9]{1,18}(\.(s|[0-9]{1,3}))?"'
_PARAMETERS: Final[dict[str, tuple[str, str, dict[str, Any]]]] = {
    "IdempotencyKey": (
        "Idempotency-Key",
        (
            "Makes a repeat safe: the same caller, method, path and body with the same key get the recorded answer. "
            "A seat's keys live 24 hours or until 16 newer ones were used."
        ),
        {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$"},
    ),
    "NewcomerKey": (
        "Idempotency-Key",
        (
            "Makes a repeat safe: the same method, path and body with the same key get the recorded answer, tokens "
            "included. As there is no token yet, it stands for you: take a random UUID. It lives one hour."
        ),
        {"type": "string", "minLength": 16, "maxLength": 255, "pattern": "^[ -~]+$"},
    ),
    "IfMatch": (
        "If-Match",
        (
            'The version that the game must be at, as an ETag: `"17"`, `"17.0"`, `W/"17.0"` or `*`; if it has moved '
            "on, nothing happens and the answer is a 412."
        ),
        {"type": "string", "pattern": rf"^(\*|{_TAG}( *, *{_TAG})*)$"},
    ),
    "IfNoneMatch": (
        "If-None-Match",
        "An `ETag` that you have; if it is still right, the answer is a 304 without a body.",
        {"type": "string"},
    ),
    "LastEventID": (
        "Last-Event-ID",
        "In a stream: the `id` of the last message received; it goes before `after`.",
        {"type": "string"},
    ),
    "Prefer": ("Prefer", "`return=minimal` asks for a 204 with the `ETag` alone.", {"type": "string"}),
}
_HEADERS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "ETag": (
        'The version of the game and the viewer: `"17.0"`, with `s` for one without a seat.',
        {"type": "string"},
    ),
    "Location": ("The path of what was created.", {"type": "string", "format": "uri-reference"}),
    "Retry-After": ("Seconds to wait before repeating the request.", {"type": "integer"}),
    "WWW-Authenticate": ("`Bearer`.", {"type": "string"}),
    "Idempotency-Replayed": (
        "`true` if this is the recorded answer to an earlier request.",
        {"type": "string"},
    ),
    "Preference-Applied": ("`return=minimal`.", {"type": "string"}),
}


class _Converter(OpenAPIConverter):
    """Writes schemas with their docstrings, and says of every request schema that it is closed."""

    def schema2jsonschema(self, schema: ma.Schema) -> dict[str, Any]:
        """Turn `schema` into JSON Schema."""
        written: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]  # not typed
        written["description"] = inspect.cleandoc(type(schema).__doc__ or "")
        if isinstance(schema, Input):
            written["additionalProperties"] = False
            # Some generators make a field with a default one that must be sent: the descriptions tell of defaults.
            for field in written["properties"].values():
                field.pop("default", None)
        return written


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


def _refer_to_enum(_converter: object, field: ma.fields.Field[Any], ret: dict[str, Any]) -> dict[str, Any]:
    """Replace a closed enum by a reference to its component, null standing beside it."""
    if not isinstance(field, ClosedEnum):
        return {}
    for keyword in ("type", "enum"):
        ret.pop(keyword, None)
    reference = {"$ref": f"#/components/schemas/{field.component}"}
    return {"anyOf": [reference, {"type": "null"}]} if field.allow_none else reference


class Api(flask_smorest.Api):  # type: ignore[misc]  # flask-smorest carries no types
    """The flask-smorest API of an app: it collects the document, and leaves errors and pages to us."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """Leave them to `problems.install`."""

    def _register_responses(self) -> None:
        """Define no default answers: each operation names its own.

        Their names would also differ between Python's versions, and so would the document.
        """

    def _register_etag_headers(self) -> None:
        """Leave them out: `_HEADERS` and `_PARAMETERS` have ours."""

    def _register_pagination_header(self) -> None:
        """Leave it out: pages are told in bodies."""

    def document(self) -> bytes:
        """Write the document: the same bytes for the same code, on every Python."""
        contract = self.spec.to_dict()
        add_links(contract)
        add_examples(contract)
        ordered = {"openapi": contract.pop("openapi"), **contract}
        return (json.dumps(ordered, indent=2, ensure_ascii=False) + "\n").encode()


def make_api(app: Flask) -> Api:
    """Make the API of `app` and what its document shares between operations."""
    app.config |= {"API_TITLE": "UNO", "API_VERSION": __version__, "OPENAPI_VERSION": "3.1.0"}
    api = Api(app, spec_kwargs={"marshmallow_plugin": _Plugin(), **_ROOT})
    api.ma_plugin.converter.add_attribute_function(_refer_to_enum)
    components = api.spec.components
    for name, schema in COMPONENTS.items():
        components.schema(name, component=schema)
    for name, (header, description, schema) in _PARAMETERS.items():
        components.parameter(name, "header", {"name": header, "description": description, "schema": schema})
    for name, (description, schema) in _HEADERS.items():
        components.header(name, {"description": description, "schema": schema})
    components.security_scheme(
        "playerToken",
        {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of a seat, from creating or joining a game.",
        },
    )
    components.security_scheme(
        "apiKey",
        {
            "type": "apiKey",
            "in": "header",
            "name": "X-API-Key",
            "description": "Needed to create games where the operator gave keys out (`UNO_API_KEYS`).",
        },
    )
    return api


_ROOT: Final[dict[str, Any]] = {
    "info": {
        "description": _DESCRIPTION,
        "contact": {"name": "Issues of this project"},
        "license": {"name": "MIT", "identifier": "MIT"},
    },
    "servers": [{"url": "/"}],
    "security": [],
}
