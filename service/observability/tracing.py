"""Traces, where `UNO_TRACING` asks for them: a span for each request and, within it, for each round trip to the store.

The packages are those of the extra `tracing`. Where spans go, and which are kept, is said by OpenTelemetry's own
variables (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_TRACES_SAMPLER`, …). A span has the fields of the request's line in the
log and no others.
"""

import os
import time
from typing import Final

from flask import Flask, Response, g, request
from opentelemetry import context, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from service import __version__
from service.observability.metrics import Meter
from service.observability.requests import METHODS, note

NAME: Final = "uno-service"
DEFAULTS: Final = {"OTEL_SERVICE_NAME": NAME, "OTEL_EXPORTER_OTLP_TIMEOUT": "3"}
"""Our own defaults; the second, in seconds, is what a stop may wait for a collector that does not answer, twice."""
ATTRIBUTES: Final = {"game": "uno.game", "seat": "uno.seat", "version": "uno.version", "code": "uno.code"}
"""What a request's line notes, and how its span names it."""
_PROPAGATOR: Final = TraceContextTextMapPropagator()
_PARENT: Final = "traceparent"


def provider() -> TracerProvider:
    """Make what sends spans away in the background; to be called after a fork."""
    for variable, value in DEFAULTS.items():
        os.environ.setdefault(variable, value)
    made = TracerProvider()
    made.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return made


class Tracing(Meter):
    """A meter that also makes spans of what it is told of."""

    def __init__(self, spans: TracerProvider) -> None:
        self._tracer = spans.get_tracer(NAME, __version__)

    def install(self, app: Flask) -> None:
        """Make a span of each request to `app`; one that a client's `traceparent` leads to is its child."""
        app.before_request(self._begin)
        app.after_request(self._end)
        app.teardown_request(self._leave)

    def exchanged(self, seconds: float, *, answered: bool) -> None:
        """Make a span of a round trip that belongs to a request."""
        super().exchanged(seconds, answered=answered)
        if not trace.get_current_span().get_span_context().is_valid:
            return
        end = time.time_ns()
        span = self._tracer.start_span(
            "store",
            kind=SpanKind.CLIENT,
            start_time=end - round(seconds * 1e9),
            attributes={"db.system.name": "redis"},
        )
        if not answered:
            span.set_status(StatusCode.ERROR)
        span.end(end)

    def _begin(self) -> None:
        method = request.method if request.method in METHODS else "other"
        route = request.url_rule.rule if request.url_rule else ""
        span = self._tracer.start_span(
            f"{method} {route}".rstrip(),
            # Not `tracestate`: whatever stands there would go away with the span.
            context=_PROPAGATOR.extract({_PARENT: request.headers.get(_PARENT, "")}),
            kind=SpanKind.SERVER,
            attributes={"http.request.method": method, "http.route": route},
        )
        note(trace_id=trace.format_trace_id(span.get_span_context().trace_id))
        g.span, g.context = span, context.attach(trace.set_span_in_context(span))

    def _end(self, response: Response) -> Response:
        span: trace.Span = g.span
        span.set_attribute("http.response.status_code", response.status_code)
        for name, attribute in ATTRIBUTES.items():
            if (value := g.notes.get(name)) is not None:
                span.set_attribute(attribute, value)
        if response.status_code >= 500:
            span.set_status(StatusCode.ERROR)
        return response

    def _leave(self, _error: BaseException | None) -> None:
        context.detach(g.context)
        g.span.end()
