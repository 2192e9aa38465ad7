"""How every operation is run: the order of checks, the use case, and the headers of the answer."""

from collections.abc import Callable
from functools import cache, update_wrapper
from typing import TYPE_CHECKING, Any, Final

import flask_smorest
import orjson
from flask import Response, current_app, request

from service.api import headers, streaming, telling
from service.api.api_keys import HEADER, ApiKeys
from service.api.body import read_body
from service.api.documentation import document, document_plain, operation_id, path_parameters
from service.api.operation import NO_FIELDS, Call, Operation, View
from service.api.rates import count_creation
from service.api.schemas.base import Input, Output
from service.api.validation import load, load_query
from service.games import Access, Answer, Fault, Games, Invalid, Refusal, Request
from service.live import Stream

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

EXTENSION: Final = "uno"
"""The name under which an app keeps its `Games`."""
LIVE: Final = "uno_live"
"""The name under which an app keeps its `Live`."""
API_KEYS: Final = "uno_api_keys"
"""The name under which an app keeps its `ApiKeys`."""


PlainView = Callable[..., dict[str, Any]]
"""A function of what its path names."""


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # flask-smorest carries no types
    """A flask-smorest blueprint whose operations all pass the same checks in the same order."""

    def operation(self, rule: str, operation: Operation) -> Callable[[View], View]:
        """Register a function as `operation` at `rule`; its name and its docstring document it."""

        def register(view: View) -> View:
            def endpoint(**path: str) -> Response:
                environ = request.environ
                answer = _run(operation, view, path, environ)
                if isinstance(answer, Stream):
                    return streaming.respond(answer)
                return _respond(operation, answer, environ)

            self._add(rule, operation.method, view, endpoint, document(operation))
            return view

        return register

    def plain(self, rule: str, answer: Output, *codes: str) -> Callable[[PlainView], PlainView]:
        """Register a function that is asked by GET, whoever asks, and gives what `answer` describes."""

        def register(view: PlainView) -> PlainView:
            def endpoint(**path: str) -> Response:
                _check_accept(request.environ.get("HTTP_ACCEPT"))
                return Response(orjson.dumps(view(**path)), content_type=headers.JSON)

            self._add(rule, "GET", view, endpoint, document_plain(answer, codes))
            return view

        return register

    def _add(
        self,
        rule: str,
        method: str,
        view: Callable[..., object],
        endpoint: Callable[..., Response],
        documented: dict[str, Any],
    ) -> None:
        # The endpoint takes over name, docstring and documentation; it is not wrapped, which each request would pay.
        update_wrapper(endpoint, self.doc(operationId=operation_id(view.__name__), **documented)(view))
        parameters = path_parameters(f"{self.url_prefix or ''}{rule}")
        self.add_url_rule(rule, view_func=endpoint, parameters=parameters, methods=[method])


def _check_accept(accept: str | None, *, streams: bool = False) -> None:
    if not (headers.accepts_json(accept) or (streams and headers.wants_stream(accept))):
        raise Refusal("not_acceptable", "Answers are JSON: accept application/json.")


def _run(
    operation: Operation, view: View, path: dict[str, str], environ: "WSGIEnvironment"
) -> Answer | Stream:
    """Check in the contract's order: 401, what body and headers are, a recorded answer, 404, 403, 422."""
    game_id = path.pop("id", None)
    telling.asked(game_id)
    token = headers.bearer_token(environ.get("HTTP_AUTHORIZATION"))
    if token is None and operation.needs_token:
        raise Refusal("token_required", "Send the seat's token as 'Authorization: Bearer uno_...'.")
    if operation.creates:
        keys: ApiKeys = current_app.extensions[API_KEYS]
        keys.check(environ.get(HEADER))
        count_creation(environ)
    faults: list[Fault] = []
    games: Games = current_app.extensions[EXTENSION]
    try:
        _check_accept(environ.get("HTTP_ACCEPT"), streams=operation.streams)
        asked = _request(operation, game_id, token, environ, faults)
    except Refusal:
        if token is not None:  # a wrong one goes before a request that cannot be read
            games.open(Request(method="GET", path=request.path, game_id=game_id, token=token), Access.ANYONE)
        raise
    found = games.open(asked, operation.access)
    telling.opened(found)
    if found.replay is not None:
        return found.replay
    if operation.guard is not None:
        operation.guard(asked.body)
    fields = _fields(operation, asked.body, environ, faults)
    variant = found.game.variant if found.game else ""
    answer = view(Call(games, current_app.extensions[LIVE], found, fields, environ), **path)
    if isinstance(answer, Answer):
        telling.answered(answer)
        if operation.action and not answer.replayed:
            telling.moved(variant, operation.action)
    return answer


def _request(
    operation: Operation,
    game_id: str | None,
    token: str | None,
    environ: "WSGIEnvironment",
    faults: list[Fault],
) -> Request:
    if not operation.writes:
        ticket = request.args.get("ticket") if operation.streams else None
        return Request(method="GET", path=request.path, game_id=game_id, token=token, ticket=ticket)
    if not operation.records:
        return Request(
            method=operation.method,
            path=request.path,
            game_id=game_id,
            token=token,
            body=read_body(environ),
        )
    return Request(
        method=operation.method,
        path=request.path,
        game_id=game_id,
        token=token,
        key=headers.idempotency_key(environ.get("HTTP_IDEMPOTENCY_KEY"), faults),
        body=read_body(environ),
        if_match=headers.if_match(environ.get("HTTP_IF_MATCH"), faults),
        minimal=operation.action is not None and headers.wants_minimal(environ.get("HTTP_PREFER")),
    )


@cache
def _defaults(query: Input) -> dict[str, Any]:
    return load(query, {}, [])


def _fields(
    operation: Operation, body: Any, environ: "WSGIEnvironment", faults: list[Fault]
) -> dict[str, Any]:
    fields = dict(_defaults(operation.query))
    if environ.get("QUERY_STRING"):
        fields = load_query(operation.query, request.args.to_dict(flat=False), faults)
    if operation.writes and (operation.body is not NO_FIELDS or body != {}):
        fields = load(operation.body, body, faults)
    if faults:
        raise Invalid(faults)
    return fields


def _respond(operation: Operation, answer: Answer, environ: "WSGIEnvironment") -> Response:
    status, body = answer.status, answer.body
    fields = [
        ("Content-Type", headers.JSON),
        ("Vary", "Authorization, Accept"),
        (
            "Cache-Control",
            "no-store" if status == 201 else "private, no-cache",
        ),  # what is created carries tokens
    ]
    if answer.etag is not None:
        fields.append(("ETag", f'"{answer.etag}"'))
        if not operation.writes and headers.has_already(environ.get("HTTP_IF_NONE_MATCH"), fields[-1][1]):
            status, body = 304, b""
    if answer.location is not None:
        fields.append(("Location", answer.location))
    if answer.replayed:
        fields.append(("Idempotency-Replayed", "true"))
    if status == 204 and operation.action:
        fields.append(("Preference-Applied", "return=minimal"))
    response = Response(body, status, fields)
    if not body:
        del response.headers["Content-Type"]
    return response
