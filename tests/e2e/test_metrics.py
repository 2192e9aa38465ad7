"""What Prometheus reads of the service: the sum over its workers, whatever becomes of them, and nothing secret."""

import json
import os
import re
import shutil
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.e2e.match import Match
from tests.e2e.raw import send
from tests.running import RunningService, running, until
from tests.store.servers import free_port


class Metrics:
    """The metrics of a service."""

    def __init__(self, service: RunningService) -> None:
        self.url = f"http://127.0.0.1:{service.env['UNO_METRICS_PORT']}/metrics"

    def text(self) -> str:
        """All of them as they are shown."""
        answer = httpx.get(self.url)
        assert answer.status_code == 200
        return answer.text

    def sum(self, name: str, **labels: str) -> float:
        """The sum of a metric's samples that have these labels."""
        return sum(
            sample.value
            for family in text_string_to_metric_families(self.text())
            for sample in family.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )


@pytest.fixture
def service(short_dir: Path) -> Iterator[RunningService]:
    with RunningService(short_dir, UNO_METRICS_PORT=str(free_port()), UNO_RATE_LIMITS="on") as service:
        yield service


@pytest.fixture
def metrics(service: RunningService) -> Metrics:
    return Metrics(service)


def test_what_happens_is_counted_once_whichever_worker_it_came_to(
    service: RunningService, metrics: Metrics
) -> None:
    match = Match(service.url)
    for _ in range(5):  # so few do not end the round
        match.move()
    refused = httpx.post(f"{service.url}{match.path}/play", json={}, headers=match.headers(0))
    assert refused.status_code == 422
    assert httpx.get(f"{service.url}/v1/games/{'x' * 22}").status_code == 404
    assert httpx.request("MADEUP", f"{service.url}/somewhere").status_code == 404
    repeated = {**match.next_request()}
    repeated["headers"] |= {"Idempotency-Key": "the-same"}
    assert [httpx.request(**repeated).status_code for _ in range(3)] == [200] * 3

    assert metrics.sum("uno_moves_total", variant="classic") == 6
    assert metrics.sum("uno_commits_total", outcome="stored") == 7  # the creation too
    assert metrics.sum("uno_commits_total", outcome="conflict") == 0
    assert metrics.sum("uno_games_total", variant="classic", status="playing") == 1
    assert metrics.sum("uno_refusals_total", code="validation_failed") == 1
    assert metrics.sum("uno_refusals_total", code="game_not_found") == 1
    requests = "uno_http_request_duration_seconds_count"
    assert metrics.sum(requests, method="POST", route="/v1/games", status="201") == 1
    assert metrics.sum(requests, method="GET", route="/v1/games/<id>", status="200") == 12
    assert metrics.sum(requests, method="other", route="unmatched", status="404") == 1
    assert metrics.sum("uno_store_duration_seconds_count", outcome="ok") >= 7 * 2
    assert metrics.sum("uno_build_info") == 1
    # A counter that is not there before its first count would not have increased by it.
    assert 'uno_refusals_total{code="internal_error"} 0.0' in metrics.text()


def test_the_end_of_a_worker_takes_its_streams_and_none_of_its_counts(
    service: RunningService, metrics: Metrics
) -> None:
    match = Match(service.url)
    accept = {"Accept": "text/event-stream"}
    with (
        httpx.stream("GET", f"{service.url}{match.path}/events", headers=accept) as first,
        httpx.stream("GET", f"{service.url}{match.path}/events", headers=accept) as second,
    ):
        assert [stream.status_code for stream in (first, second)] == [200, 200]
        assert metrics.sum("uno_streams_open") == 2
        [match.move() for _ in range(3)]
        workers = service.processes().workers
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        until(lambda: not any(map(running, workers)))
        until(lambda: metrics.sum("uno_streams_open") == 0)
    match.move()
    assert metrics.sum("uno_moves_total") == 4


def test_metrics_survive_the_loss_of_their_directory(service: RunningService, metrics: Metrics) -> None:
    """What cleans temporary directories up takes counts, and never the service."""
    shutil.rmtree(metrics_directory(service))
    before = service.processes().workers
    os.kill(before[0], signal.SIGKILL)
    until(lambda: len(service.processes().workers) == 2 and before[0] not in service.processes().workers)
    match = Match(service.url)
    until(lambda: metrics.sum("uno_moves_total") > 0 or not match.move())
    assert service.process.poll() is None


def metrics_directory(service: RunningService) -> str:
    environment = Path(f"/proc/{service.processes().master}/environ").read_text().split("\0")
    return dict(variable.split("=", 1) for variable in environment if variable)["PROMETHEUS_MULTIPROC_DIR"]


def test_the_directory_of_another_programs_metrics_is_no_matter(short_dir: Path) -> None:
    foreign = str(short_dir / "no" / "where")
    with RunningService(short_dir, PROMETHEUS_MULTIPROC_DIR=foreign) as service:
        assert httpx.get(f"{service.url}/readyz").status_code == 200


def test_what_is_no_http_is_counted_and_has_a_line(service: RunningService, metrics: Metrics) -> None:
    status, headers, _ = send(service.url, b"GARBAGE secret\r\n\r\n")
    assert status == 400
    line = json.loads(service.wait_for(lambda line: headers["X-Request-ID"] in line))
    assert line.items() >= {"status": 400, "code": "malformed_request", "route": None}.items()
    assert metrics.sum("uno_refusals_total", code="malformed_request") == 1
    assert "secret" not in "".join(service.lines)


def test_who_waits_is_counted_and_measured_apart(service: RunningService, metrics: Metrics) -> None:
    match = Match(service.url)
    address = f"{service.url}{match.path}?wait=1&since=1"
    assert httpx.get(address, timeout=10).status_code == 200
    requests = "uno_http_request_duration_seconds_count"
    assert metrics.sum(requests, route="/v1/games/<id> (wait)") == 1
    assert metrics.sum(requests, route="/v1/games/<id>") == 0
    assert metrics.sum("uno_polls_open") == 0


def test_metrics_hold_no_secret_and_are_nowhere_else(service: RunningService, metrics: Metrics) -> None:
    match = Match(service.url)
    match.move()
    hands = [match.view(seat)["you"]["hand"] for seat in (0, 1)]
    httpx.get(f"{service.url}{match.path}/events?ticket={match.tokens[0]}")
    text = metrics.text()
    for secret in (
        *match.tokens,
        match.path.rpartition("/")[2],
        *(card["id"] for hand in hands for card in hand),
    ):
        assert secret not in text
    assert not re.search(r"[0-9a-f]{64}", text)
    assert httpx.get(f"{service.url}/metrics").status_code == 404


def test_a_port_that_is_taken_stops_the_start(short_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        service = RunningService(short_dir, UNO_METRICS_PORT=str(taken.getsockname()[1]))
        service.launch()
        assert service.wait() == 2
    assert "UNO_METRICS_PORT cannot be used: " in service.lines[-1]
