"""What browsers are told with every answer: what they may do with it, and whose pages may read it (CORS).

flask-cors says the same with less precision: it leaves `Vary: Origin` out where a request names no origin, so that a
cache may give a page an answer that it must not read, and refuses what it should let a page ask and be refused.
"""

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Fields = list[tuple[str, str]]

ALWAYS: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),  # an address names a game
    ("Cross-Origin-Resource-Policy", "same-origin"),  # for what is embedded; CORS decides who may read
)
NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"
POLICIES: Final = {
    # The pictures of Swagger UI stand in its style sheet.
    "/docs": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}
"""Content security policies of paths; that of all others is `NOTHING`."""

METHODS: Final = "GET, HEAD, POST, DELETE, OPTIONS"
"""Those of all paths: a page is allowed to ask what it will be refused, so that it can read the refusal."""
REQUEST_HEADERS: Final = (
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, X-API-Key, "
    "X-Request-ID"
)
EXPOSED: Final = "Date, ETag, Location, Retry-After, Idempotency-Replayed, X-Request-ID"
MAX_AGE: Final = "7200"
"""Seconds for which a browser need not ask again; more than this none believes."""


def install(app: Flask, origins: Collection[str]) -> None:
    """Tell browsers with every answer of `app`; pages of `origins` may read it, those of all origins with `*`."""
    app.wsgi_app = _Headers(app.wsgi_app, origins)  # type: ignore[method-assign]  # Flask's own way of wrapping
    if origins:
        app.before_request(_answer_preflight)


def _answer_preflight() -> Response | None:
    """Answer what a browser asks before a page's request, whatever the path and before any other check."""
    if request.method != "OPTIONS" or "Access-Control-Request-Method" not in request.headers:
        return None
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


class _Headers:
    """Adds the header fields to whatever the application answers, its failures included."""

    def __init__(self, app: "WSGIApplication", origins: Collection[str]) -> None:
        self._app = app
        self._origins = frozenset(origins)
        self._anybody = "*" in self._origins

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""

        def start(status: str, fields: Fields, exc_info: object = None) -> object:
            fields.extend(ALWAYS)
            fields.append(("Content-Security-Policy", POLICIES.get(environ["PATH_INFO"], NOTHING)))
            if self._origins:
                self._add_cors(environ, fields)
            return start_response(status, fields, exc_info)  # type: ignore[arg-type]  # passed on as it came

        return self._app(environ, start)  # type: ignore[arg-type]  # what it returns is passed on as it came

    def _add_cors(self, environ: "WSGIEnvironment", fields: Fields) -> None:
        origin = "*" if self._anybody else environ.get("HTTP_ORIGIN")
        if not self._anybody:
            _vary(fields)
        if origin is None or origin not in self._origins:
            return
        fields += [("Access-Control-Allow-Origin", origin), ("Access-Control-Expose-Headers", EXPOSED)]
        if environ["REQUEST_METHOD"] == "OPTIONS":
            fields += [
                ("Access-Control-Allow-Methods", METHODS),
                ("Access-Control-Allow-Headers", REQUEST_HEADERS),
                ("Access-Control-Max-Age", MAX_AGE),
            ]


def _vary(fields: Fields) -> None:
    """Add the origin to what the answer depends on."""
    for place, (name, value) in enumerate(fields):
        if name.lower() == "vary":
            fields[place] = (name, f"{value}, Origin")
            return
    fields.append(("Vary", "Origin"))
