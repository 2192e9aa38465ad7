"""What each request leaves behind: an id in its answer and one line in the log.

The line is made of the few fields below and nothing else: no path with a game's id, no query string, no header.
"""

import logging
import re
import secrets
import time

from flask import Flask, Response, g, request

from service.logs import TOKEN

REQUESTS = logging.getLogger("service.request")
REQUEST_ID = "X-Request-ID"
SANE_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


def init_observability(app: Flask) -> None:
    """Give each request an id, which its answer carries too, and a line in the log once it is answered."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    g.began = time.perf_counter()
    sent = request.headers.get(REQUEST_ID, "")
    sane = SANE_ID.fullmatch(sent) and not TOKEN.search(sent)
    g.request_id = sent if sane else secrets.token_hex(8)


def _end(response: Response) -> Response:
    response.headers[REQUEST_ID] = g.request_id
    fields = {
        "method": request.method,
        "route": request.url_rule.rule if request.url_rule else None,
        "status": response.status_code,
        "request_id": g.request_id,
    }
    began = g.began

    def write() -> None:
        milliseconds = round((time.perf_counter() - began) * 1_000, 3)
        REQUESTS.info("request", extra={"fields": {**fields, "duration_ms": milliseconds}})

    response.call_on_close(write)
    return response
