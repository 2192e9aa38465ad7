"""The service behind nginx: as it comes, with HTTP/1.1, and with connections that it keeps."""

import random
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.live.client import EventSource
from tests.live.play import Game
from tests.ops.nginx import DEFAULT, FORWARDED, KEEPALIVE, KEPT, SEVERE, Nginx
from tests.ops.repeating import Repeating
from tests.running import RunningService, running, until

SECONDS = 5
"""What is passed on at once is here by then, on a busy machine too; what is held back would wait for the end."""
EVENT_STREAM = {"Accept": "text/event-stream", "Accept-Encoding": "gzip"}
JSON = {"Content-Type": "application/json"}
ORIGIN = "https://play.example"
LOCATIONS = {
    "as it comes": {"location": DEFAULT},
    "with HTTP/1.1": {"location": "proxy_http_version 1.1;"},
    "keeping connections": {"upstream": KEPT, "location": KEEPALIVE},
}
PLAYERS, RENEWALS = 6, 2
HOP_BY_HOP = {"connection", "date", "keep-alive", "server", "transfer-encoding", "x-request-id"}


def address(service: RunningService) -> str:
    return service.url.removeprefix("http://")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    directory = tmp_path_factory.mktemp("service")
    with RunningService(directory, UNO_EMBEDDED_FSYNC="no", UNO_CORS_ORIGINS=ORIGIN) as service:
        yield service


@pytest.fixture(scope="module", autouse=True)
def silent(service: RunningService) -> Iterator[tuple[Game, EventSource]]:
    """A game and a stream of it, opened before all tests, behind a proxy that cuts what is silent for 20 seconds."""
    with (
        Nginx([address(service)], location="proxy_read_timeout 20s;") as nginx,
        httpx.Client(base_url=service.url) as client,
    ):
        game = Game(client)
        source = EventSource([nginx.url], game.path)
        yield game, source
        source.stop()


@pytest.fixture(scope="module", params=LOCATIONS)
def nginx(request: pytest.FixtureRequest, service: RunningService) -> Iterator[Nginx]:
    with Nginx([address(service)], **LOCATIONS[request.param]) as nginx:
        yield nginx


@pytest.fixture
def client(nginx: Nginx) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=nginx.url, timeout=30) as client:
        yield client


def test_a_stream_comes_through_event_by_event(nginx: Nginx, client: httpx.Client) -> None:
    rng = random.Random(1)
    game = Game(client)
    sources = [EventSource([nginx.url], game.path, token) for token in [*game.tokens, None]]
    for source in sources:
        source.wait(lambda source=source: source.messages, SECONDS)  # type: ignore[misc]
    for _ in range(10):
        last = game.move(rng)["game"]["last_event"]
        for source in sources:
            source.wait_for_event(last, SECONDS)
    for source in sources:
        assert source.connections == 1
        source.stop()


def test_a_stream_is_not_compressed_and_not_kept(client: httpx.Client) -> None:
    game = Game(client)
    view = client.get(game.path)
    assert view.headers["Content-Encoding"] == "gzip"  # nginx compresses what it may
    with client.stream("GET", f"{game.path}/events", headers=EVENT_STREAM) as stream:
        assert stream.status_code == 200
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert "Content-Encoding" not in stream.headers
        assert "no-cache" in stream.headers["Cache-Control"]
        assert next(stream.iter_raw()).startswith(b"retry: ")


def test_the_stream_itself_tells_proxies_to_hold_nothing_back(service: RunningService) -> None:
    with httpx.Client(base_url=service.url) as client:
        game = Game(client)
        with client.stream("GET", f"{game.path}/events", headers=EVENT_STREAM) as stream:
            assert stream.headers["X-Accel-Buffering"] == "no"


def requests(game: Game) -> list[dict[str, Any]]:
    """Requests that change nothing, with answers of all kinds."""
    path, bearer = game.path, game.headers(0)
    view = game.client.get(path, headers=bearer)
    return [
        {"method": "GET", "url": path, "headers": bearer},
        {"method": "HEAD", "url": path, "headers": bearer},
        {"method": "GET", "url": path, "headers": bearer | {"If-None-Match": view.headers["ETag"]}},
        {"method": "GET", "url": path, "headers": bearer | {"Origin": ORIGIN}},
        {"method": "GET", "url": path, "headers": {"Origin": "https://elsewhere.example"}},
        {"method": "GET", "url": path, "headers": {"Authorization": "Bearer uno_wrong"}},
        {"method": "GET", "url": f"{path}/events?after=x"},
        {"method": "GET", "url": "/v1/games/none", "headers": {"Origin": ORIGIN}},
        {"method": "GET", "url": path, "headers": {"Accept": "text/html"}},
        {"method": "POST", "url": f"{path}/play", "headers": bearer, "json": {"card": "none"}},
        {"method": "POST", "url": f"{path}/play", "headers": bearer | JSON, "content": b"{"},
        {"method": "POST", "url": f"{path}/next-round", "headers": bearer},
        {"method": "PUT", "url": path},
        {
            "method": "OPTIONS",
            "url": f"{path}/play",
            "headers": {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"},
        },
    ]


def test_answers_pass_through_unchanged(service: RunningService, client: httpx.Client) -> None:
    plain = {"Accept-Encoding": "identity"}
    statuses = set()
    with httpx.Client(base_url=service.url) as straight:
        for request in requests(Game(straight)):
            sent = request | {"headers": request.get("headers", {}) | plain}
            expected, answer = straight.request(**sent), client.request(**sent)
            assert (answer.status_code, answer.content) == (expected.status_code, expected.content), request
            assert end_to_end(answer) == end_to_end(expected), request
            statuses.add(answer.status_code)
    assert statuses == {200, 204, 304, 400, 401, 404, 405, 406, 409, 422}


def end_to_end(answer: httpx.Response) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in HOP_BY_HOP}


def test_versions_still_match_where_the_proxy_compresses(client: httpx.Client) -> None:
    """What it compresses gets a weak ETag."""
    game = Game(client)
    tag = client.get(game.path, headers=game.headers(0)).headers["ETag"]
    assert tag.startswith("W/")
    headers = game.headers(0) | {"If-None-Match": tag}
    assert client.get(game.path, headers=headers).status_code == 304
    headers = game.headers(0) | {"If-Match": tag}
    assert client.delete(game.path, headers=headers).status_code == 204
    assert client.delete(game.path, headers=headers).status_code in (409, 412)


def test_clients_behind_a_trusted_proxy_are_told_apart(short_dir: Path) -> None:
    """By what the proxy adds to X-Forwarded-For, not by what they write into it themselves."""
    settings = {"UNO_TRUSTED_PROXIES": "1", "UNO_RATE_LIMITS": "5/hour", "WEB_CONCURRENCY": "1"}
    with (
        RunningService(short_dir, **settings) as service,
        Nginx([address(service)], location=FORWARDED) as nginx,
        ExitStack() as stack,
    ):
        for place in ("127.0.0.1", "127.0.0.2"):
            transport = httpx.HTTPTransport(local_address=place)
            client = stack.enter_context(httpx.Client(base_url=nginx.url, transport=transport))
            answers = [
                client.get("/v1/variants", headers={"X-Forwarded-For": f"192.0.2.{number}"})
                for number in range(6)
            ]
            assert [answer.status_code for answer in answers] == [200] * 5 + [429]
            assert int(answers[-1].headers["Retry-After"]) > 0


def test_kept_connections_survive_that_workers_are_renewed(short_dir: Path) -> None:
    with (
        RunningService(short_dir, UNO_EMBEDDED_FSYNC="no") as service,
        Nginx([address(service)], upstream=KEPT, location=KEEPALIVE) as nginx,
        ThreadPoolExecutor(PLAYERS) as threads,
    ):
        renewed = threading.Event()
        transports = [Repeating() for _ in range(PLAYERS)]

        def play(number: int) -> int:
            rng, moves = random.Random(number), 0
            with httpx.Client(base_url=nginx.url, transport=transports[number], timeout=30) as client:
                game = Game(client, options={"goal": {"kind": "rounds", "value": 100}})
                while not renewed.is_set():
                    game.move(rng)
                    moves += 1
            return moves

        played = [threads.submit(play, number) for number in range(PLAYERS)]
        try:
            for _ in range(RENEWALS):
                seen, before = len(service.lines), service.processes()
                service.wait_for(lambda line: '"POST"' in line, after=seen)
                service.process.send_signal(signal.SIGHUP)
                until(lambda before=before: not any(map(running, before.workers)), 30)  # type: ignore[misc]
                service.wait_for(lambda line: '"POST"' in line, after=len(service.lines))
        finally:
            renewed.set()
        assert all(player.result() for player in played)
        # a machine that is busy with the start of workers may take too long to ask the store
        assert {why for transport in transports for why in transport.seen} <= {"GET 503", "POST 503"}
        assert not [line for line in nginx.errors.splitlines() if SEVERE.search(line)]


def test_a_silent_stream_is_kept_open_by_comments(silent: tuple[Game, EventSource]) -> None:
    """Last of all, because it takes a quarter of a minute for a comment to come."""
    game, source = silent
    source.wait(lambda: source.raw.endswith(b"\n\n:\n\n"))
    source.wait_for_event(game.move(random.Random(2))["game"]["last_event"], SECONDS)
    assert source.connections == 1
