"""Traces: spans of a request arrive at a collector, in the protocol that all of them speak."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.e2e.match import Match
from tests.running import RunningService, until

TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


class Collector:
    """Takes spans over HTTP as OpenTelemetry's collectors do."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                outer.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Write nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def spans(self) -> list[Any]:
        """All spans that have come; the service's name with each."""
        found = []
        for body in self.bodies:
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                [name] = [
                    item.value.string_value
                    for item in resource.resource.attributes
                    if item.key == "service.name"
                ]
                assert name == "uno-service"
                found += [span for scope in resource.scope_spans for span in scope.spans]
        return found


@pytest.fixture
def collector() -> Iterator[Collector]:
    collector = Collector()
    yield collector
    collector.close()


def attributes(span: Any) -> dict[str, Any]:
    return {item.key: getattr(item.value, item.value.WhichOneof("value")) for item in span.attributes}


def test_a_move_is_a_span_with_its_round_trips_in_the_clients_trace(
    short_dir: Path, collector: Collector
) -> None:
    with RunningService(short_dir, UNO_TRACING="1", OTEL_EXPORTER_OTLP_ENDPOINT=collector.url) as service:
        match = Match(service.url)
        request = match.next_request()
        request["headers"] |= {"traceparent": f"00-{TRACE}-{PARENT}-01", "tracestate": f"x={match.tokens[0]}"}
        moved = httpx.request(**request)
        assert moved.status_code == 200
        httpx.get(f"{service.url}{match.path}/events?ticket={match.tokens[1]}")
        service.wait_for(lambda line: TRACE in line and f'"status":{moved.status_code}' in line)
    # The stop sends away what is left.
    spans = collector.spans()
    [move] = [span for span in spans if span.parent_span_id.hex() == PARENT]
    action = request["url"].rpartition("/")[2]
    assert move.trace_id.hex() == TRACE
    assert move.name == f"POST /v1/games/<id>/{action}"
    assert attributes(move) == {
        "http.request.method": "POST",
        "http.route": f"/v1/games/<id>/{action}",
        "http.response.status_code": 200,
        "uno.game": match.path.rpartition("/")[2],
        "uno.seat": moved.json()["events"][0]["seat"],
        "uno.version": 2,
    }
    assert [span.name for span in spans if span.parent_span_id == move.span_id] == ["store", "store"]
    [refused] = [span for span in spans if attributes(span).get("uno.code") == "ticket_invalid"]
    assert attributes(refused)["http.response.status_code"] == 401
    sent = b"".join(collector.bodies)
    assert not any(token[4:].encode() in sent for token in match.tokens)


def test_a_collector_that_is_gone_disturbs_nobody(short_dir: Path, collector: Collector) -> None:
    collector.close()
    with RunningService(short_dir, UNO_TRACING="1", OTEL_EXPORTER_OTLP_ENDPOINT=collector.url) as service:
        match = Match(service.url)
        assert [match.move() for _ in range(5)] == [2, 3, 4, 5, 6]
        until(lambda: httpx.get(f"{service.url}/readyz").status_code == 200)
