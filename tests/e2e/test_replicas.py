"""Two replicas on one store are one service: what is asked of one is known to the other.

`test_matches` plays its matches and races at them as well.
"""

import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.engine import VARIANTS
from tests.acceptance.driver import drive
from tests.e2e.match import Match
from tests.e2e.replicas import Scattered, connect
from tests.live.client import EventSource
from tests.live.play import Game
from tests.running import RunningService
from tests.store.servers import Server

KEY = "a key of sixteen characters, and more"
ORDER = {"variant": "classic", "players": [{"name": "Ana"}, {"name": "Bo"}]}
MOVES = 200
GAMES, TURNS, RACERS = 30, 15, 4
CALLS = 500
FOLLOWED = 80  # moves that streams are told of; where the round is not over by then it is given up


@pytest.fixture
def clients(replica_urls: list[str]) -> Iterator[list[httpx.Client]]:
    """A client of each replica."""
    with ExitStack() as stack:
        yield [stack.enter_context(httpx.Client(base_url=url, timeout=30)) for url in replica_urls]


@pytest.mark.parametrize("variant", VARIANTS)
def test_two_replicas_play_as_the_model_does(replica_urls: list[str], variant: str) -> None:
    moves = games = 0
    with connect(replica_urls) as http:
        while moves < MOVES:
            options = "random" if games % 2 else "default"
            seed = f"replicas.{variant}.{games}"
            taken, report = drive(http, seed, [variant], options, leave=True, moves=120)
            assert not report, report
            moves, games = moves + taken, games + 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_whoever_follows_at_either_replica_is_told_all(replica_urls: list[str], variant: str) -> None:
    rng = random.Random(variant)
    asked = Scattered(replica_urls)
    with httpx.Client(base_url="http://replicas", transport=asked, timeout=30) as client:
        seats = VARIANTS[variant].min_players
        game = Game(client, seats, variant, options={"goal": {"kind": "one_round"}})
        followed = [
            (viewer, EventSource([url], game.path, game.token(viewer), "?after=0"))
            for url in replica_urls
            for viewer in (0, 1, None)
        ]
        for _ in range(FOLLOWED):
            if game.move(rng)["game"]["status"] == "finished":
                break
        else:
            game.send(0, "DELETE")
        for viewer, source in followed:
            source.wait(lambda source=source: source.over)  # type: ignore[misc]
            assert source.events == game.events(viewer)
            source.stop()
    assert min(asked.counts.values()) > 10


@pytest.mark.parametrize("key", [{}, {"Idempotency-Key": KEY}], ids=["random tokens", "derived tokens"])
def test_a_game_of_one_replica_is_played_at_the_other(replica_urls: list[str], key: dict[str, str]) -> None:
    one, other = replica_urls
    match = Match(one, key)
    for number in range(20):
        match.url = (other, one)[number % 2]
        assert match.move() == number + 2


def test_a_ticket_of_one_replica_opens_the_events_at_the_other(clients: list[httpx.Client]) -> None:
    one, other = clients
    game = Game(one)
    ticket = game.send(0, "POST", "/tickets")["ticket"]
    source = EventSource([str(other.base_url)], game.path, query=f"?after=0&ticket={ticket}")
    source.wait_for_event(game.move(random.Random(1))["game"]["last_event"])
    assert source.events == game.events(0)
    source.stop()


def sent_twice(clients: list[httpx.Client], method: str, url: str, **request: Any) -> Any:
    """Send a request to one replica and repeat it at the other, which must know the answer; what the answer says."""
    first, again = (client.request(method, url, **request) for client in clients)
    assert first.is_success, first.text
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (again.status_code, again.content) == (first.status_code, first.content)
    for name in ("ETag", "Location"):
        assert again.headers.get(name) == first.headers.get(name)
    return first.json() if first.content else None


class RepeatedGame(Game):
    """A game in which each request of a seat is sent to both replicas, in turn to this one or that one first."""

    def __init__(self, clients: list[httpx.Client]) -> None:
        super().__init__(clients[0])
        self.clients, self.sent = clients, 0

    def send(self, seat: int, method: str, rest: str = "", **request: Any) -> Any:
        self.sent += 1
        self.clients.reverse()
        headers = self.headers(seat) | {"Idempotency-Key": str(self.sent)}
        return sent_twice(self.clients, method, self.path + rest, headers=headers, **request)


def test_a_repeat_at_the_other_replica_gets_the_recorded_answer(clients: list[httpx.Client]) -> None:
    key, rng = {"Idempotency-Key": f"{KEY}, again"}, random.Random(3)
    made = sent_twice(clients, "POST", "/v1/games", json=ORDER | {"open_seats": 2}, headers=key)
    url = f"/v1/games/{made['game']['id']}/players"
    assert sent_twice(clients, "POST", url, json={"name": "Cy"}, headers=key)["seat"] == 2
    game = RepeatedGame(clients)
    for version in range(2, 50):
        assert game.move(rng)["game"]["version"] == version
    game.send(0, "DELETE")
    assert game.view()["version"] == 50


class Racers:
    """Clients that send at the same moment, each on a connection that stands before the start, half to each replica."""

    def __init__(self, stack: ExitStack, urls: list[str]) -> None:
        bases = urls * (RACERS // len(urls))
        self._clients = [stack.enter_context(httpx.Client(base_url=base, timeout=10)) for base in bases]
        self._threads = stack.enter_context(ThreadPoolExecutor(RACERS))
        self._together = threading.Barrier(RACERS)

    def send(self, requests: list[dict[str, Any]]) -> list[httpx.Response]:
        """Send one request from each."""

        def race(client: httpx.Client, request: dict[str, Any]) -> httpx.Response:
            built = client.build_request(**request)
            self._together.wait()
            return client.send(built)

        return list(self._threads.map(race, self._clients, requests))


class RacedGame(Game):
    """A game in which all racers send each request of a seat; one of them succeeds, for the others it is too late."""

    def __init__(self, client: httpx.Client, racers: Racers) -> None:
        super().__init__(client, seats=1, open_seats=RACERS + 1)
        self.racers = racers

    def send(self, seat: int, method: str, rest: str = "", **request: Any) -> Any:
        sent = {"method": method, "url": self.path + rest, "headers": self.headers(seat), **request}
        answers = self.racers.send([sent] * RACERS)
        winners = [answer for answer in answers if answer.is_success]
        assert len(winners) == 1, [answer.text for answer in answers]
        assert sorted(answer.status_code for answer in answers)[1:] == [409] * (RACERS - 1)
        return winners[0].json()

    def join_together(self) -> None:
        """All racers take a seat."""
        url = f"{self.path}/players"
        bodies = [{"name": f"P{number}"} for number in range(RACERS)]
        answers = self.racers.send([{"method": "POST", "url": url, "json": body} for body in bodies])
        seated = sorted((answer.json()["seat"], answer.json()["token"]) for answer in answers)
        assert [seat for seat, _ in seated] == list(range(1, RACERS + 1))
        self.tokens += [token for _, token in seated]

    def leave_together(self) -> None:
        """All but the host leave."""
        seats = range(1, RACERS + 1)
        urls = [f"{self.path}/players/{seat}" for seat in seats]
        answers = self.racers.send(
            [
                {"method": "DELETE", "url": url, "headers": self.headers(seat)}
                for seat, url in zip(seats, urls, strict=True)
            ]
        )
        assert [answer.status_code for answer in answers] == [200] * RACERS


def test_hundreds_of_races_each_have_one_winner_and_no_change_is_lost(replica_urls: list[str]) -> None:
    """Of equal requests one succeeds; of those that do not exclude each other all do."""
    rng = random.Random(9)
    with ExitStack() as stack, connect(replica_urls) as client:
        racers = Racers(stack, replica_urls)
        for _ in range(GAMES):
            game = RacedGame(client, racers)
            game.join_together()
            assert game.send(0, "POST", "/start")["game"]["version"] == RACERS + 2
            for turn in range(1, TURNS + 1):
                assert game.move(rng)["game"]["version"] == RACERS + 2 + turn
            game.leave_together()
            view = game.view()
            assert (view["status"], view["winners"]) == ("finished", [0])
            assert view["version"] == RACERS + 2 + TURNS + RACERS
            assert [event["id"] for event in game.events()] == list(range(1, view["last_event"] + 1))


def test_a_token_is_good_at_every_worker_and_after_restarts(short_dir: Path) -> None:
    with Server() as store:
        with RunningService(short_dir, UNO_REDIS_URL=store.url) as first:
            match = Match(first.url, {"Idempotency-Key": KEY})
        for _ in range(2):
            with (
                RunningService(short_dir, UNO_REDIS_URL=store.url) as one,
                RunningService(short_dir, UNO_REDIS_URL=store.url) as other,
                connect([one.url, other.url]) as client,
            ):
                for number in range(CALLS // 2):
                    # each on a connection of its own, which either worker may take
                    headers = match.headers(number % 2) | {"Connection": "close"}
                    assert client.get("/v1/me", headers=headers).json()["seat"] == number % 2


def test_replicas_count_together(short_dir: Path) -> None:
    settings = {"UNO_RATE_LIMITS": "40/hour", "WEB_CONCURRENCY": "1"}
    with (
        Server() as store,
        RunningService(short_dir, UNO_REDIS_URL=store.url, **settings) as one,
        RunningService(short_dir, UNO_REDIS_URL=store.url, **settings) as other,
        connect([one.url, other.url]) as client,
    ):
        found = [client.get("/v1/variants").status_code for _ in range(60)]
        assert found == [200] * 40 + [429] * 20
        assert client.get("/healthz").status_code == 200
