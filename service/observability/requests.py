"""What each request leaves behind: an id in its answer, one line in the log, and its share of the metrics.

The line is made of the few fields below and those that are noted, and of nothing else: no path, query or header.
"""

import logging
import re
import secrets
import time
from typing import Any, Final

from flask import Flask, Response, g, request

from service.logs import TOKEN
from service.observability.metrics import REFUSALS, REQUESTS

LOG: Final = logging.getLogger("service.request")
REQUEST_ID: Final = "X-Request-ID"
SANE_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
METHODS: Final = frozenset({"GET", "HEAD", "POST", "DELETE", "OPTIONS"})
UNMATCHED: Final = "unmatched"
WAITING: Final = " (wait)"
"""What is added to the route of a request that waits for a change: its time says nothing about the service."""


def install(app: Flask) -> None:
    """Give each request an id, which its answer carries too, and a line in the log once it is answered."""
    app.before_request(_begin)
    app.after_request(_end)


def note(**fields: str | float | None) -> None:
    """Have the present request's line say more.

    `game`, `seat`, `version`, `code`, the `cause` of an outage, or the seconds that it `waits`.
    """
    g.notes |= fields


def log_fault(exc_info: Any) -> None:
    """Write a fault of ours, with its traceback, under the id that the request's line and its answer have."""
    fields = {
        "request_id": g.request_id,
        "route": request.url_rule.rule if request.url_rule else None,
        **g.notes,
    }
    LOG.error("a request met a fault of the service", exc_info=exc_info, extra={"fields": fields})


def log_malformed(status: int, code: str, request_id: str) -> None:
    """Write the line of a request that could not be read, and so came to no route, and count that it was refused."""
    REFUSALS.labels(code).inc()
    fields = {"method": None, "route": None, "status": status, "request_id": request_id, "code": code}
    LOG.info("request", extra={"fields": fields})


def _begin() -> None:
    g.began = time.perf_counter()
    g.notes = {}
    sent = request.headers.get(REQUEST_ID, "")
    sane = SANE_ID.fullmatch(sent) and not TOKEN.search(sent)
    g.request_id = sent if sane else secrets.token_hex(8)


def _end(response: Response) -> Response:
    response.headers[REQUEST_ID] = g.request_id
    began, route = g.began, request.url_rule.rule if request.url_rule else None
    fields: dict[str, Any] = {
        "method": request.method,
        "route": route,
        "status": response.status_code,
        "request_id": g.request_id,
        **g.notes,
    }
    _measure(fields, time.perf_counter() - began)

    def write() -> None:
        milliseconds = round((time.perf_counter() - began) * 1_000, 3)
        LOG.info("request", extra={"fields": {**fields, "duration_ms": milliseconds}})

    response.call_on_close(write)
    return response


def _measure(fields: dict[str, Any], seconds: float) -> None:
    method = fields["method"] if fields["method"] in METHODS else "other"
    route = fields["route"] or UNMATCHED
    if "waits" in fields:
        route += WAITING
    REQUESTS.labels(method, route, fields["status"]).observe(seconds)
    if "code" in fields:
        REFUSALS.labels(fields["code"]).inc()
