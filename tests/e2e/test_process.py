"""The service as an operator meets it: real processes, signals, kills and restarts."""

import json
import os
import signal
import socket
import time
from pathlib import Path

import httpx
import pytest

from service.store.embedded import EmbeddedStore
from tests.e2e.match import Match
from tests.running import RunningService, running, until


def refused(service: RunningService) -> str:
    """Start what must not start: the sentence that it ends with."""
    service.launch()
    assert service.wait() == 2
    return service.lines[-1]


@pytest.mark.parametrize(
    ("variable", "text", "sentence"),
    [
        ("UNO_SANDBOX", "yes", "UNO_SANDBOX must be 0 or 1, not 'yes'."),
        (
            "PORT",
            "tcp://10.0.0.1:80",
            "PORT must be a whole number from 0 to 65535, not 'tcp://10.0.0.1:80'.",
        ),
        (
            "UNO_EMBEDDED",
            "0",
            "UNO_REDIS_URL is not set and UNO_EMBEDDED is 0: name a Redis, or set it to 1.",
        ),
        (
            "HOST",
            "127.0.0.1:80",
            "HOST and PORT are no address to listen on: [Errno -2] Name or service not known.",
        ),
        (
            "HOST",
            "192.0.2.1",
            "HOST and PORT are no address to listen on: [Errno 99] Cannot assign requested address.",
        ),
        (
            "UNO_DATA_DIR",
            "/dev/null",
            "The data directory /dev/null cannot be used: [Errno 17] File exists: '/dev/null'.",
        ),
    ],
)
def test_a_setting_that_makes_no_sense_stops_the_start(
    short_dir: Path, variable: str, text: str, sentence: str
) -> None:
    assert (
        refused(RunningService(short_dir, **{variable: text})) == f"The service did not start: {sentence}\n"
    )


def test_a_second_service_on_the_same_data_is_refused(short_dir: Path) -> None:
    with RunningService(short_dir) as service:
        sentence = refused(RunningService(short_dir))
        assert f"is in use by another instance (process {service.process.pid})" in sentence
        assert httpx.get(f"{service.url}/readyz").status_code == 200


def test_unknown_variables_and_an_open_sandbox_are_logged(short_dir: Path) -> None:
    with RunningService(short_dir, UNO_PORT="tcp://10.0.0.1:80") as service:
        messages = [json.loads(line)["message"] for line in service.lines]
    assert "UNO_PORT is not a setting of this service and is ignored" in messages
    assert "UNO_SANDBOX is 1: anyone may create games with a stacked deck" in messages


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_finishes_running_requests_and_leaves_nothing(short_dir: Path, number: signal.Signals) -> None:
    with RunningService(short_dir) as service, httpx.Client(base_url=service.url) as idle:
        assert idle.get("/healthz").status_code == 200  # a connection kept open does not delay the stop
        processes = service.processes()
        body = b'{"variant": "classic", "players": [{"name": "Ana"}, {"name": "Bo"}]}'
        url = httpx.URL(service.url)
        with socket.create_connection((url.host, url.port or 80), timeout=15) as client:
            head = f"POST /v1/games HTTP/1.1\r\nHost: {url.host}\r\nContent-Type: application/json\r\n"
            client.sendall(f"{head}Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n".encode())
            assert client.recv(1_000).startswith(b"HTTP/1.1 100")  # a worker has the request
            asked = time.monotonic()
            service.process.send_signal(number)
            service.wait_for(lambda line: "Handling signal: term" in line)
            client.sendall(body)
            assert client.recv(1_000).startswith(b"HTTP/1.1 201")
        assert service.wait() == 0
        assert time.monotonic() - asked < 10
        assert processes.gone()
        assert not Path(service.url).exists()


def test_hup_renews_the_workers_and_no_request_fails(short_dir: Path) -> None:
    with RunningService(short_dir) as service:
        match = Match(service.url)
        before = service.processes()
        service.process.send_signal(signal.SIGHUP)
        until(lambda: match.move() > 0 and not any(running(worker) for worker in before.workers))
        assert service.processes().store == before.store
        match.move()


def test_killing_the_launcher_leaves_no_orphan_and_loses_nothing(short_dir: Path) -> None:
    with RunningService(short_dir) as service:
        match = Match(service.url)
        version = [match.move() for _ in range(5)][-1]
        views = [match.view(0), match.view(1)]
        processes = service.processes()
        service.kill()
        until(processes.gone)
    with RunningService(short_dir) as service:
        match.url = service.url
        assert [match.view(0), match.view(1)] == views
        assert match.move() == version + 1


def test_games_survive_an_orderly_restart(short_dir: Path) -> None:
    with RunningService(short_dir) as service:
        match = Match(service.url)
        version = match.move()
    with RunningService(short_dir) as service:
        match.url = service.url
        assert match.move() == version + 1


def test_killing_the_store_in_mid_match_loses_no_acknowledged_move(short_dir: Path) -> None:
    with RunningService(short_dir) as service:
        match = Match(service.url)
        for _ in range(3):
            version = [match.move() for _ in range(5)][-1]
            killed = service.processes().store
            seen = len(service.lines)
            os.kill(killed, signal.SIGKILL)
            service.wait_for(
                lambda line: "the embedded store had ended and was started again" in line, after=seen
            )
            assert match.view(0)["version"] == version
            assert match.move() == version + 1


def test_killing_a_worker_loses_nothing(short_dir: Path) -> None:
    with RunningService(short_dir) as service:
        match = Match(service.url)
        version = match.move()
        processes = service.processes()
        os.kill(processes.workers[0], signal.SIGKILL)
        until(lambda: not running(processes.workers[0]))
        until(lambda: len(service.processes().workers) == 2)
        assert match.view(0)["version"] == version
        match.move()


def test_killing_gunicorn_ends_the_service_for_whoever_watches_it(short_dir: Path) -> None:
    with RunningService(short_dir) as service:
        processes = service.processes()
        os.kill(processes.master, signal.SIGKILL)
        assert service.wait() == 1
        until(processes.gone)


def test_a_redis_that_is_gone_is_said_at_once_and_needs_no_restart_when_it_is_back(short_dir: Path) -> None:
    with (
        EmbeddedStore(short_dir) as store,
        RunningService(short_dir, UNO_REDIS_URL=store.url) as service,
        httpx.Client(base_url=service.url) as client,
    ):
        match = Match(service.url)
        version = match.move()
        request = match.next_request()
        assert store.pid is not None
        os.kill(store.pid, signal.SIGKILL)
        until(lambda: store.pid is None)

        asked = time.monotonic()
        refusal = client.request(**request)
        assert time.monotonic() - asked < 4  # the promise is 2 seconds; this machine may be busy
        assert (refusal.status_code, refusal.json()["code"]) == (503, "storage_unavailable")
        assert int(refusal.headers["Retry-After"]) >= 1
        assert client.get("/healthz").status_code == 200
        assert client.get("/readyz").status_code == 503

        assert store.revive()
        assert client.get("/readyz").status_code == 200
        assert client.request(**request).json()["game"]["version"] == version + 1


def test_logs_are_json_and_hold_no_secret(short_dir: Path) -> None:
    with RunningService(short_dir) as service:
        match = Match(service.url)
        match.move()
        sent = {**match.headers(0), "X-Request-ID": "from-a-client.1"}
        answer = httpx.get(f"{service.url}{match.path}?ticket={match.tokens[1]}", headers=sent)
        assert answer.headers["X-Request-ID"] == "from-a-client.1"
        line = json.loads(service.wait_for(lambda line: "from-a-client.1" in line))
        assert {name: line[name] for name in ("method", "route", "status", "level")} == {
            "method": "GET",
            "route": "/v1/games/<id>",
            "status": answer.status_code,
            "level": "info",
        }
        assert line["duration_ms"] > 0
    for written in service.lines:
        assert json.loads(written)["time"]
        assert not any(token in written for token in match.tokens)
        assert "ticket" not in written
        assert match.path not in written
