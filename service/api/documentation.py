"""The OpenAPI side of an operation, derived from its declaration."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from service.api.codes import CODES
from service.api.headers import JSON, STREAM
from service.api.operation import Operation
from service.api.problems import MEDIA_TYPE, RETRYABLE
from service.api.schemas.answers import Problem, ValidationProblem
from service.api.schemas.base import Output
from service.games import Access

_PROBLEM: Final = Problem()
_VALIDATION_PROBLEM: Final = ValidationProblem()
_TOKEN: Final[dict[str, list[str]]] = {"playerToken": []}
_KEY: Final[dict[str, list[str]]] = {"apiKey": []}
_SECURITY: Final[dict[Access, list[dict[str, list[str]]]]] = {
    Access.ANYONE: [],  # a token would be checked but changes nothing: generated clients should not ask for one
    Access.LOOK: [{}, _TOKEN],
    Access.SEAT: [_TOKEN],
    Access.HOST: [_TOKEN],
}
_ACCESS_CODES: Final[dict[Access, tuple[str, ...]]] = {
    Access.ANYONE: (),
    Access.LOOK: ("spectators_closed",),
    Access.SEAT: ("token_required",),
    Access.HOST: ("token_required", "not_host"),
}
_PATH: Final = {
    "id": "The game's id.",
    "seat": "A seat of the game.",
    "variant": "A variant's id, as `GET /v1/variants` lists it.",
    "code": "A problem code.",
}
_STREAM: Final = (
    "Messages of `id`, `event` and `data`, as in the HTML standard's chapter on server-sent events."
)
_SUCCESSES: Final = {200: "Done.", 201: "Created.", 204: "Done; there is no body."}


def document(operation: Operation) -> dict[str, Any]:
    """Give what the OpenAPI document says of `operation`."""
    documented: dict[str, Any] = {
        "security": [{}, _KEY] if operation.creates else _SECURITY[operation.access],
        "parameters": list(_parameters(operation)),
        "responses": dict(_successes(operation)) | problem_responses(_codes(operation)),
    }
    if operation.writes:
        required = any(field.required for field in operation.body.fields.values())
        documented["requestBody"] = {"required": required, "content": {JSON: {"schema": operation.body}}}
    return documented


def document_plain(answer: Output, codes: Iterable[str]) -> dict[str, Any]:
    """Give what the OpenAPI document says of what anybody may ask."""
    success = {"description": _SUCCESSES[200], "content": {JSON: {"schema": answer}}}
    return {"security": [], "responses": {200: success} | problem_responses(["not_acceptable", *codes])}


def operation_id(name: str) -> str:
    """Turn the name of a function into an operationId: `play_card` is `playCard`."""
    first, *others = name.split("_")
    return first + "".join(other.title() for other in others)


def path_parameters(rule: str) -> list[dict[str, str]]:
    """Describe the parameters of the path `rule`."""
    return [
        {"in": "path", "name": name, "description": text}
        for name, text in _PATH.items()
        if f"{name}>" in rule
    ]


def problem_responses(codes: Iterable[str]) -> dict[int, dict[str, Any]]:
    """Document one answer for each status of `codes`, with what each code means."""
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(CODES[code].status, []).append(code)
    return {status: _problem_response(status, by_status[status]) for status in sorted(by_status)}


def _problem_response(status: int, codes: list[str]) -> dict[str, Any]:
    names = ["WWW-Authenticate"] if status == 401 else []
    if RETRYABLE.intersection(codes):
        names.append("Retry-After")
    return {
        "description": "\n".join(f"- `{code}`: {CODES[code].meaning}" for code in codes),
        "content": {MEDIA_TYPE: {"schema": _VALIDATION_PROBLEM if status == 422 else _PROBLEM}},
        **_headers(*names),
    }


def _headers(*names: str) -> dict[str, Any]:
    references = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    return {"headers": references} if references else {}


def _codes(operation: Operation) -> Iterator[str]:
    yield from ("token_invalid", "not_acceptable", "validation_failed", "rate_limited", "storage_unavailable")
    yield from _ACCESS_CODES[operation.access]
    if operation.creates:
        yield from ("api_key_required", "api_key_invalid")
    if operation.in_game:
        yield "game_not_found"
    if operation.writes:
        yield from ("malformed_json", "body_too_large", "unsupported_media_type")
    if operation.records:
        yield from ("idempotency_key_reused", "busy")
        if operation.in_game:
            yield "version_mismatch"
    yield from operation.codes


def _parameters(operation: Operation) -> Iterator[Any]:
    if operation.query.fields:
        yield {"in": "query", "schema": operation.query}
    if not operation.writes:
        yield "IfNoneMatch"
    if operation.streams:
        yield "LastEventID"
    if operation.records:
        yield "NewcomerKey" if "idempotency_key_weak" in operation.codes else "IdempotencyKey"
        if operation.in_game:
            yield "IfMatch"
    if operation.action:
        yield "Prefer"


def _successes(operation: Operation) -> Iterator[tuple[int, dict[str, Any]]]:
    headers = ["ETag"] if operation.records or not operation.writes else []
    if operation.records:
        headers.append("Idempotency-Replayed")
    if operation.status == 201 and not operation.in_game:
        headers.append("Location")
    success = {"description": _SUCCESSES[operation.status], **_headers(*headers)}
    if operation.answer is not None:
        success["content"] = {JSON: {"schema": operation.answer}}
    if operation.streams:
        success["content"] |= {STREAM: {"schema": {"type": "string", "description": _STREAM}}}
        yield 204, {"description": "Asked for a stream: the game is over, and nothing will follow."}
    yield operation.status, success
    if operation.action:
        empty = {"description": "Done, as `Prefer: return=minimal` asked for it; there is no body."}
        yield 204, empty | _headers(*headers, "Preference-Applied")
    if not operation.writes:
        yield 304, {"description": "You have it already: `If-None-Match` names it.", **_headers("ETag")}
