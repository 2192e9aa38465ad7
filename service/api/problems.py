"""Every refusal as ``application/problem+json`` (RFC 9457), whoever raised it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

import orjson
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from service.api.codes import CODES
from service.api.rates import RateLimited, count_refusal
from service.games import Fault, Invalid, Refusal, StorageUnavailable
from service.logs import TOKEN
from service.observability import note
from service.observability.metrics import REFUSALS

MEDIA_TYPE: Final = "application/problem+json"
RETRYABLE: Final = frozenset(
    {"busy", "rate_limited", "shutting_down", "storage_unavailable", "too_many_streams"}
)
RETRY_AFTER_SECONDS: Final = "1"
_PATH_CHARACTERS: Final = "/~!$&'()*+,;=:@-._"
_FRAMEWORK_CODES: Final = {
    404: ("not_found", "There is nothing at this path."),
    405: ("method_not_allowed", "This path does not know this method; the Allow header names those it does."),
}
_INTERNAL: Final = ("internal_error", "The server met a fault of its own; it has been logged.")


def answer(
    code: str, detail: str, faults: Sequence[Fault] = (), headers: Mapping[str, str] | None = None
) -> Response:
    """Make the answer that tells the client of a problem."""
    note(code=code)
    status, title, *_ = CODES[code]
    body: dict[str, Any] = {
        "type": f"/problems/{code}",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        "instance": quote(TOKEN.sub("uno_", request.path), safe=_PATH_CHARACTERS),
    }
    if status == 422:
        body["errors"] = faults
    response = Response(orjson.dumps(body), status, headers, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if code in RETRYABLE:
        response.headers.setdefault("Retry-After", RETRY_AFTER_SECONDS)
    return response


def install(app: Flask) -> None:
    """Answer every refusal and every error of `app` with a problem; each code is counted from 0 on."""
    for code in CODES:
        REFUSALS.labels(code)
    app.register_error_handler(Refusal, _refuse)
    app.register_error_handler(StorageUnavailable, _be_unavailable)
    app.register_error_handler(HTTPException, _translate)


def _refuse(refusal: Refusal) -> Response:
    if isinstance(refusal, Invalid) and refusal.errors:
        first, *others = refusal.errors
        more = f" ({len(others)} more in 'errors')" if others else ""
        return answer(
            refusal.code, f"{first['pointer'] or 'The body'}: {first['detail']}{more}", refusal.errors
        )
    refusal = count_refusal(refusal)
    wait = {"Retry-After": str(refusal.retry_after)} if isinstance(refusal, RateLimited) else None
    return answer(refusal.code, refusal.detail, headers=wait)


def _be_unavailable(error: StorageUnavailable) -> Response:
    note(cause=str(error))
    detail = (
        "The store does not answer; whether the request took effect is unknown. Repeat it with the same key."
    )
    return answer("storage_unavailable", detail)


def _translate(error: HTTPException) -> Response:
    """Answer for what Flask refuses by itself; an unknown exception comes here as a 500 that Flask has logged."""
    code, detail = _FRAMEWORK_CODES.get(error.code or 500, _INTERNAL)
    kept = {name: value for name, value in error.get_headers() if name == "Allow"}
    return answer(code, detail, headers=kept)
