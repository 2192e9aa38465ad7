"""Replicas behind nginx are replaced while games are played through it."""

import random
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

import httpx
import pytest

from tests.live.client import EventSource
from tests.live.play import Game
from tests.ops.nginx import DEFAULT, KEEPALIVE, KEPT, SEVERE, Nginx
from tests.ops.repeating import Repeating
from tests.running import RunningService, until
from tests.store.servers import Server, free_port

DRAIN, GRACE = 2, 25
TABLES = 3
VIEWERS = (0, 1, None)
POLL_SECONDS = 0.1
# nginx closes what its clients keep open when it is told to reload: that is nothing of ours
LIMITS = httpx.Limits(max_keepalive_connections=0)


class Controller:
    """Has nginx stand before those replicas that say that they are ready, as one of a cluster would."""

    def __init__(self, nginx: Nginx, replicas: list[RunningService]) -> None:
        self.ready = [address(replica) for replica in replicas]
        self._nginx = nginx
        self._replicas = replicas
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()

    def _watch(self) -> None:
        with httpx.Client(timeout=5) as client:
            while not self._stopped.wait(POLL_SECONDS):
                ready = [address(replica) for replica in tuple(self._replicas) if is_ready(client, replica)]
                if ready and ready != self.ready:
                    self._nginx.stand_before(ready)
                    self.ready = ready


def address(replica: RunningService) -> str:
    return replica.url.removeprefix("http://")


def is_ready(client: httpx.Client, replica: RunningService) -> bool:
    with suppress(httpx.TransportError):
        return client.get(f"{replica.url}/readyz").status_code == 200
    return False


class Table:
    """Games that are played one after the other in a thread, without a pause; each is followed by its viewers."""

    def __init__(self, url: str, number: int, transport: httpx.BaseTransport) -> None:
        self.moves = 0
        self.failure: Exception | None = None
        self.followed: list[EventSource] = []
        self._client = httpx.Client(base_url=url, transport=transport, timeout=30)
        self._rng = random.Random(number)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._play)
        self._thread.start()

    def stop(self) -> None:
        """End the game and play no other."""
        self._stopped.set()
        self._thread.join()
        self._client.close()

    def _play(self) -> None:
        try:
            while not self._stopped.is_set():
                self._play_game(Game(self._client, len(VIEWERS) - 1, options={"goal": {"kind": "one_round"}}))
        except (httpx.HTTPError, AssertionError) as error:
            self.failure = error

    def _play_game(self, game: Game) -> None:
        url, view = str(self._client.base_url), game.view()
        sources = [EventSource([url], game.path, game.token(viewer), "?after=0") for viewer in VIEWERS]
        self.followed += sources
        while view["status"] != "finished" and not self._stopped.is_set():
            version = view["version"]
            view = game.move(self._rng)["game"]
            assert view["version"] == version + 1
            self.moves += 1
        if view["status"] != "finished":
            game.send(0, "DELETE")
        for viewer, source in zip(VIEWERS, sources, strict=True):
            source.wait(lambda source=source: source.over)  # type: ignore[misc]
            source.stop()
            assert source.events == game.events(viewer)


@contextmanager
def played(url: str, transports: list[httpx.HTTPTransport]) -> Iterator[list[Table]]:
    """Tables at which is played while the block runs; each move is answered, and each event told once."""
    tables = [Table(url, number, transport) for number, transport in enumerate(transports)]
    try:
        yield tables
    finally:
        for table in tables:
            table.stop()
    assert [table.failure for table in tables] == [None] * len(tables)
    assert all(table.moves for table in tables)


@contextmanager
def deployed(data_dir: Path, number: int, **env: str) -> Iterator[list[RunningService]]:
    """So many replicas on one store; those in the list at the end are stopped."""
    with Server() as store, ThreadPoolExecutor(number) as threads:
        settings = {"UNO_REDIS_URL": store.url, "UNO_DRAIN_SECONDS": str(DRAIN), **env}
        replicas = [RunningService(data_dir, **settings | {"PORT": str(free_port())}) for _ in range(number)]
        list(threads.map(RunningService.start, replicas))
        yield replicas
        for replica in replicas:
            replica.process.send_signal(signal.SIGINT)  # which drains nothing
        assert [replica.wait() for replica in replicas] == [0] * number


def end(replica: RunningService) -> None:
    """Wait for the end of a replica that was told to: in time, and with 0."""
    assert replica.wait(DRAIN + GRACE) == 0


@pytest.mark.parametrize(
    ("number", "rounds", "upstream", "location"),
    [(2, 2, KEPT, KEEPALIVE), (3, 1, "", DEFAULT)],
    ids=["two replicas, twice, with kept connections", "three replicas, with nginx as it comes"],
)
def test_no_client_notices_that_replicas_are_replaced(
    short_dir: Path, number: int, rounds: int, upstream: str, location: str
) -> None:
    with (
        deployed(short_dir, number) as replicas,
        Nginx(list(map(address, replicas)), upstream=upstream, location=location) as nginx,
        Controller(nginx, replicas) as controller,
    ):
        with played(nginx.url, [httpx.HTTPTransport(limits=LIMITS) for _ in range(TABLES)]) as tables:
            for _ in range(number * rounds):
                replicas[0].process.send_signal(signal.SIGTERM)
                replicas.append(RunningService(short_dir, **replicas[0].env | {"PORT": str(free_port())}))
                replicas[-1].start()
                end(replicas.pop(0))
                until(lambda: sorted(controller.ready) == sorted(map(address, replicas)))
        for source in (source for table in tables for source in table.followed):
            byes = sum(message.event == "bye" for message in source.messages)
            assert source.statuses == [200] * (source.connections - 1) + [204]
            assert source.connections - byes in (1, 2)  # it ended with the game, or by a bye just then
        assert not [line for line in nginx.errors.splitlines() if SEVERE.search(line)]


def test_whoever_repeats_loses_nothing_when_the_proxy_is_told_nothing(short_dir: Path) -> None:
    """It finds out by itself who is gone, and takes who is back after a second; what it answers by 502 is repeated."""
    transports = [Repeating(LIMITS) for _ in range(TABLES)]
    with (
        deployed(short_dir, 2) as replicas,
        Nginx(list(map(address, replicas)), server="fail_timeout=1s") as nginx,
    ):
        with played(nginx.url, [*transports]):
            replicas[0].process.send_signal(signal.SIGTERM)
            end(replicas[0])
            seen = len(replicas[0].lines)
            replicas[0].start()
            replicas[0].wait_for(lambda line: '"/v1/games/<id>/' in line, after=seen)
        assert "refused" in nginx.errors
        assert sum((transport.seen for transport in transports), Counter()).keys() <= {"GET 502", "POST 502"}
