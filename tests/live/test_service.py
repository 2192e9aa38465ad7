"""Streams of the real service: cut off, killed, moved to another replica, without a store, and at a shutdown."""

import ctypes
import itertools
import os
import random
import signal
import socket
import struct
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from service.store.embedded import EmbeddedStore
from tests.live.client import EventSource, budgets
from tests.live.play import Game
from tests.running import RunningService, children, until
from tests.store.servers import kill

SO_ATTACH_FILTER = 26
CUTS = 1_000
TABLES = 4
VIEWERS = (0, 1, 2, None, None)


@pytest.fixture
def client(service_url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=service_url) as client:
        yield client


def test_a_thousand_cuts_lose_and_double_nothing(service_url: str, client: httpx.Client) -> None:
    rng = random.Random(4)
    games = [Game(client) for _ in range(TABLES)]
    each = CUTS // (TABLES * len(VIEWERS))
    followed = [
        (
            game,
            viewer,
            EventSource([service_url], game.path, game.token(viewer), "?after=0", budgets(number, each)),
        )
        for number, (game, viewer) in enumerate(itertools.product(games, VIEWERS))
    ]
    for number in range(400):
        game = games[number % TABLES]
        if game.view()["status"] != "finished":
            game.move(rng)
        followed[rng.randrange(len(followed))][2].cut()
        if all(source.connections > each for *_, source in followed):
            break
    for game in games:
        if game.view()["status"] != "finished":
            game.send(0, "DELETE")
    for game, viewer, source in followed:
        source.wait(lambda source=source: source.over)  # type: ignore[misc]
        assert source.events == game.events(viewer)
        source.stop()
    assert sum(source.connections - 1 for *_, source in followed) >= CUTS


def test_the_end_of_a_worker_and_another_replica_lose_and_double_nothing(short_dir: Path) -> None:
    rng = random.Random(5)
    with (
        EmbeddedStore(short_dir, fsync="no") as store,
        RunningService(short_dir, UNO_REDIS_URL=store.url, WEB_CONCURRENCY="1") as one,
        RunningService(short_dir, UNO_REDIS_URL=store.url, WEB_CONCURRENCY="1") as other,
        httpx.Client(base_url=other.url) as client,
    ):
        game = Game(client)
        sources = [
            (viewer, EventSource([one.url, other.url], game.path, token, "?after=0"))
            for viewer, token in [(0, game.tokens[0]), (2, game.tokens[2]), (None, None)]
        ]
        for _ in range(3):
            for _, source in sources:
                source.wait(lambda source=source: source.messages)  # type: ignore[misc]
            for _ in range(5):
                game.move(rng)
            [worker] = workers(one)
            os.kill(worker, signal.SIGKILL)
            for _ in range(5):
                game.move(rng)
            until(lambda worker=worker: workers(one) not in ([], [worker]))  # type: ignore[misc]
            for _, source in sources:
                source.cut()
        game.send(0, "DELETE")
        for viewer, source in sources:
            source.wait(lambda source=source: source.over)  # type: ignore[misc]
            assert source.events == game.events(viewer)
            assert source.connections >= 4
            source.stop()


def workers(service: RunningService) -> list[int]:
    """The workers of a service with no store of its own."""
    [master] = children(service.process.pid)
    return children(master)


def test_streams_outlive_their_store(short_dir: Path) -> None:
    rng = random.Random(6)
    with (
        EmbeddedStore(short_dir) as store,
        RunningService(short_dir, UNO_REDIS_URL=store.url) as service,
        httpx.Client(base_url=service.url) as client,
    ):
        game = Game(client)
        sources = [EventSource([service.url], game.path, token, "?after=0") for token in [*game.tokens, None]]
        last = game.move(rng)["game"]["last_event"]
        for _ in range(2):
            for source in sources:
                source.wait_for_event(last)
            kill(store)
            assert client.get(game.path).status_code == 503
            assert (
                client.get(game.path + "/events", headers={"Accept": "text/event-stream"}).status_code == 503
            )
            store.revive()
            last = game.move(rng)["game"]["last_event"]
            began = time.monotonic()
            for source in sources:
                source.wait_for_event(last)
            assert time.monotonic() - began < 5
        for viewer, source in zip((0, 1, 2, None), sources, strict=True):
            assert source.events == game.events(viewer)
            assert source.connections == 1
            source.stop()


def test_a_shutdown_says_bye_and_ends_streams_cleanly(short_dir: Path) -> None:
    with RunningService(short_dir) as service, httpx.Client(base_url=service.url) as client:
        game = Game(client)
        with client.stream("GET", game.path + "/events", headers={"Accept": "text/event-stream"}) as followed:
            chunks = followed.iter_bytes()
            assert next(chunks).startswith(b"retry:")
            began = time.monotonic()
            service.process.send_signal(signal.SIGTERM)
            rest = b"".join(chunks)  # it would raise if the last chunk were missing
            assert rest.endswith(b"event: bye\ndata: {}\n\n")
            assert time.monotonic() - began < 5
        assert service.wait() == 0


IMPATIENT = {"GUNICORN_CMD_ARGS": "--worker-class tests.live.impatient.Worker", "WEB_CONCURRENCY": "1"}
DROP_ALL = struct.pack("HBBI", 0x06, 0, 0, 0)
"""A socket filter that lets nothing in: to its peer it is as if the machine were gone."""


@pytest.mark.parametrize("dead", [False, True], ids=["takes nothing", "is gone without a word"])
def test_a_client_that_is_no_longer_there_is_dropped(short_dir: Path, dead: bool) -> None:
    """By a worker that has less patience than usual; nobody else is kept waiting."""
    rng = random.Random(7)
    with (
        RunningService(short_dir, **IMPATIENT) as service,
        httpx.Client(base_url=service.url) as client,
        socket.socket() as slow,
    ):
        game = Game(client, options={"goal": {"kind": "rounds", "value": 100}})
        query = "" if dead else "?after=0&include=view"
        quick = EventSource([service.url], game.path, game.tokens[0], query)
        address = httpx.URL(service.url)
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        slow.connect((address.host, address.port))
        slow.sendall(
            f"GET {game.path}/events{query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {game.tokens[0]}\r\n"
            "Accept: text/event-stream\r\nX-Request-ID: slow-reader\r\n\r\n".encode()
        )
        assert slow.recv(100)
        if dead:
            program = ctypes.create_string_buffer(DROP_ALL)
            filters = struct.pack("HL", 1, ctypes.addressof(program))
            slow.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, filters)
        last = 0
        while not any("slow-reader" in line for line in service.lines):
            last = game.move(rng)["game"]["last_event"]
            assert last < 3_000
        quick.wait_for_event(last)
        assert quick.connections == 1
        quick.stop()
        assert not any("exception" in line for line in service.lines)


def test_processes_are_told_of_each_others_commits_and_of_their_own(service_url: str) -> None:
    rng = random.Random(8)
    with httpx.Client(base_url=service_url) as client:
        game = Game(client)
        sources = [EventSource([service_url], game.path) for _ in range(8)]
        for source in sources:
            source.wait(lambda source=source: source.messages)  # type: ignore[misc]
        for _ in range(5):
            last = game.move(rng)["game"]["last_event"]
            for source in sources:
                source.wait_for_event(last, 5)
        for source in sources:
            source.stop()
