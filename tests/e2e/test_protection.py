"""Protection as an operator meets it: the real service with its workers, and what it writes."""

import json
import select
import socket
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.e2e.match import Match
from tests.running import RunningService, until

KEY = "correct-horse-battery-staple"
BODY = {"variant": "classic", "players": [{"name": "Ana"}, {"name": "Bo"}]}


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("UNO_RATE_LIMITS", "0/second"),
        ("UNO_RATE_LIMITS", "join:5/minute"),
        ("UNO_CORS_ORIGINS", "play.example"),
        ("UNO_API_KEYS", KEY),
        ("UNO_TRUSTED_PROXIES", "yes"),
    ],
)
def test_a_setting_that_makes_no_sense_stops_the_start(short_dir: Path, variable: str, text: str) -> None:
    service = RunningService(short_dir, **{variable: text})
    service.launch()
    assert service.wait() == 2
    assert f"The service did not start: {variable} must " in service.lines[-1]


def test_workers_count_together(short_dir: Path) -> None:
    with RunningService(short_dir, UNO_RATE_LIMITS="40/hour", UNO_TRUSTED_PROXIES="1") as service:
        found = []
        for number in range(60):  # each on a connection of its own, which either worker may take
            headers = {"X-Forwarded-For": f"203.0.113.{number}, 192.0.2.1"}
            found.append(httpx.get(f"{service.url}/v1/variants", headers=headers).status_code)
        assert found == [200] * 40 + [429] * 20
        assert httpx.get(f"{service.url}/healthz").status_code == 200
        other = {"X-Forwarded-For": "192.0.2.2"}
        assert httpx.get(f"{service.url}/v1/variants", headers=other).status_code == 200


def test_a_page_may_follow_a_game(short_dir: Path) -> None:
    with RunningService(short_dir, UNO_CORS_ORIGINS="https://play.example") as service:
        game = httpx.post(f"{service.url}/v1/games", json=BODY).json()["game"]["id"]
        headers = {"Accept": "text/event-stream", "Origin": "https://play.example"}
        with httpx.stream("GET", f"{service.url}/v1/games/{game}/events", headers=headers) as stream:
            assert stream.status_code == 200
            assert stream.headers["Content-Type"].startswith("text/event-stream")
            assert stream.headers["Access-Control-Allow-Origin"] == "https://play.example"
            assert "Retry-After" in stream.headers["Access-Control-Expose-Headers"]
            assert "Origin" in stream.headers["Vary"]
            assert stream.headers["X-Content-Type-Options"] == "nosniff"


def test_nothing_secret_is_written(short_dir: Path) -> None:
    """Neither of a whole match, nor of requests that carry a secret where it does not belong."""
    with RunningService(short_dir, UNO_CORS_ORIGINS="*") as service:
        match = Match(service.url)
        for _ in range(10):
            match.move()
        token, game = match.tokens[0], match.path.rpartition("/")[2]
        hands = [card["id"] for seat in (0, 1) for card in match.view(seat)["you"]["hand"]]
        json_type = {"Content-Type": "application/json"}
        with httpx.Client(base_url=service.url) as client:
            for sent in (
                client.get(match.path, params={"token": token}),
                client.get(f"{match.path}/events", params={"ticket": token}),
                client.get(f"/v1/{token}"),
                client.get("/v1/me", headers={"Authorization": f"Bearer {token}x"}),
                client.get("/v1/me", headers={"Authorization": f"Bearer {token}", "X-Request-ID": token}),
                client.post("/v1/games", content=f'{{"{token}": "{KEY}"', headers=json_type),
                client.post("/v1/games", json=BODY | {"variant": token}, headers={"X-API-Key": KEY}),
            ):
                assert sent.status_code < 500
    written = "".join(service.lines)
    assert written.count('"route"') > 25
    for secret in (*match.tokens, KEY, *(f'"{card}"' for card in hands)):
        assert secret not in written
    # The game is named as what a request was about, and nowhere else.
    assert written.count(game) == written.count(f'"game":"{game}"') > 25


def test_connections_that_ask_nothing_keep_nobody_out(short_dir: Path) -> None:
    """Those that have waited longest make room, and one that is in use stays."""
    args = "--worker-connections 20"
    with (
        RunningService(short_dir, GUNICORN_CMD_ARGS=args, WEB_CONCURRENCY="1") as service,
        ExitStack() as stack,
    ):
        address = urlsplit(service.url)
        match = Match(service.url)
        headers = {"Accept": "text/event-stream"}
        events = stack.enter_context(
            httpx.stream("GET", f"{service.url}{match.path}/events", headers=headers)
        ).iter_lines()
        for _ in range(50):
            stack.enter_context(socket.create_connection((address.hostname, address.port or 80)))
        for _ in range(30):
            assert httpx.get(f"{service.url}/healthz", timeout=10).status_code == 200
        version = match.move()
        until(lambda: f'"version":{version}' in next(events))


def test_connections_that_were_in_use_make_room_too(short_dir: Path) -> None:
    """Nobody is idle when the last place is taken, so nobody can make room then."""
    body = json.dumps(BODY).encode()
    head = (
        f"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    ).encode()
    args = "--worker-connections 8"
    with (
        RunningService(short_dir, GUNICORN_CMD_ARGS=args, WEB_CONCURRENCY="1") as service,
        ExitStack() as stack,
    ):
        address = urlsplit(service.url)
        place = (address.hostname, address.port or 80)
        taken = [stack.enter_context(socket.create_connection(place)) for _ in range(8)]
        for connection in taken:
            connection.sendall(head)
        for connection in taken:
            assert connection.recv(100).startswith(b"HTTP/1.1 100")
        for connection in taken:
            connection.sendall(body)
        for connection in taken:
            assert connection.recv(12) == b"HTTP/1.1 201"
        assert httpx.get(f"{service.url}/healthz", timeout=10).status_code == 200


def test_a_body_must_come_in_time(short_dir: Path) -> None:
    """However often a byte of it comes: what keeps a request waiting is bounded."""
    args = {"GUNICORN_CMD_ARGS": "--worker-class tests.live.impatient.Worker", "WEB_CONCURRENCY": "1"}
    with RunningService(short_dir, **args) as service:
        address = urlsplit(service.url)
        with socket.create_connection((address.hostname, address.port or 80)) as connection:
            connection.sendall(
                b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                b"Content-Length: 60000\r\n\r\n{"
            )
            sent = 0
            while not select.select([connection], [], [], 0.05)[0]:
                connection.sendall(b" ")
                sent += 1
                assert sent < 400
            answer = b""
            while b"malformed_json" not in answer:
                received = connection.recv(65_536)
                assert received, answer
                answer += received
        assert answer.startswith(b"HTTP/1.1 400")
        assert httpx.post(f"{service.url}/v1/games", json=BODY).status_code == 201
