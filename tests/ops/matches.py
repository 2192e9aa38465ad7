"""Matches under load, while something happens to the store: what was acknowledged is what there is in the end."""

import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from types import TracebackType
from typing import Any, NamedTuple, Self

import httpx

from tests.live.client import EventSource
from tests.running import until

FILLED_IN = {"color": "red", "keep": True}
LONG = {"goal": {"kind": "rounds", "value": 100}}
PATIENCE = 60.0
"""Seconds after which a request that is repeated again and again counts as never answered."""
PAUSE = 0.05


class Told(NamedTuple):
    """A move that was acknowledged: when, to whom, and with which events."""

    at: float
    seat: int
    version: int
    events: list[Any]


class Match:
    """A two-handed match in which two clients race for each move, with keys of their own.

    Each repeats its request under its key until it is told what has become of it, which neither 503 nor `busy` tells.
    `told` is what was acknowledged, `failures` counts requests that were not, `odd` is whatever else came but
    one move made and one refused.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.told: list[Told] = []
        self.failures = 0
        self.odd: list[str] = []
        self._client = httpx.Client(base_url=url, timeout=10)
        self._racers = ThreadPoolExecutor(2)
        self._pause = threading.Event()
        body = {"variant": "classic", "players": [{"name": "Ana"}, {"name": "Bo"}], "options": LONG}
        made = self.ask("POST", "/v1/games", json=body, headers={"Idempotency-Key": uuid.uuid4().hex})
        assert made.status_code == 201, made.text
        self.id: str = made.json()["game"]["id"]
        self.path = f"/v1/games/{self.id}"
        self.tokens: list[str] = [seat["token"] for seat in made.json()["seats"]]

    def ask(self, method: str, path: str, **request: Any) -> httpx.Response:
        """Send a request until it is answered."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                answer = self._client.request(method, path, **request)
            except httpx.TransportError:
                answer = None
            if answer and answer.status_code not in (409, 503):
                return answer
            if answer:
                if (code := answer.json()["code"]) not in ("storage_unavailable", "busy"):
                    return answer
                assert answer.status_code == {"storage_unavailable": 503, "busy": 409}[code]
                assert int(answer.headers["Retry-After"]) >= 1
            self.failures += 1
            self._pause.wait(PAUSE)
        raise AssertionError(f"{method} {path} was not answered in {PATIENCE} seconds")

    def view(self, seat: int) -> Any:
        """What a seat sees."""
        return self.ask("GET", self.path, headers=self._headers(seat)).raise_for_status().json()

    def events(self, seat: int) -> list[Any]:
        """All events, as a seat sees them."""
        found: list[Any] = []
        while True:
            page = self.ask(
                "GET", f"{self.path}/events?limit=500&after={len(found)}", headers=self._headers(seat)
            ).json()
            found += page["events"]
            if not page["has_more"]:
                return found

    def _headers(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    def move(self) -> None:
        """Have two clients make the first move that is listed."""
        seat = (self.view(0)["turn"] or {"seat": 0})["seat"]
        view = self.view(seat)
        actions = view["you"]["legal_actions"]
        if not actions:  # the store has gone back behind the first view
            return
        entry = actions[0]
        needs, action = entry.pop("needs", []), entry.pop("action")
        body = {**entry, **{name: FILLED_IN[name] for name in needs}}
        headers = self._headers(seat) | {"If-Match": f'"{view["version"]}"'}

        def race(_number: int) -> httpx.Response:
            key = {"Idempotency-Key": uuid.uuid4().hex}
            return self.ask(
                "POST", f"{self.path}/{action.replace('_', '-')}", json=body, headers=headers | key
            )

        answers = list(self._racers.map(race, range(2)))
        for answer in answers:
            if answer.status_code == 200:
                content = answer.json()
                told = Told(time.monotonic(), seat, content["game"]["version"], content["events"])
                self.told.append(told)
        if sorted(answer.status_code for answer in answers) != [200, 412]:
            self.odd.append(" ".join(f"{answer.status_code} {answer.text}" for answer in answers))

    def lost(self) -> list[Told]:
        """What was acknowledged and is not there."""
        events = [self.events(seat) for seat in range(2)]
        return [
            told
            for told in self.told
            if told.events != [event for event in events[told.seat] if event["version"] == told.version]
        ]

    def check_whole(self) -> None:
        """Fail unless view and events agree, without a gap; there need not be all that was acknowledged."""
        view, events = self.view(0), self.events(0)
        assert [event["id"] for event in events] == list(range(1, view["last_event"] + 1))
        versions = [event["version"] for event in events]
        assert versions == sorted(versions)
        assert set(versions) == set(range(1, view["version"] + 1))

    def check_all(self) -> None:
        """Fail unless there is exactly what was acknowledged, each move once."""
        self.check_whole()
        assert self.odd == [], self.odd
        assert [told.version for told in self.told] == list(range(2, self.view(0)["version"] + 1))
        assert self.lost() == []

    def close(self) -> None:
        self._racers.shutdown()
        self._client.close()


class Matches:
    """Matches that are played at the same time, each in its thread, and followed by a stream each."""

    def __init__(self, url: str, number: int = 4) -> None:
        self.all = [Match(url) for _ in range(number)]
        self.streams = [EventSource([url], match.path, match.tokens[0], "?after=0") for match in self.all]
        self._stopped = threading.Event()
        self._threads = ThreadPoolExecutor(number)

    def __enter__(self) -> Self:
        self._playing = [self._threads.submit(self._play, match) for match in self.all]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pause()
        self._threads.shutdown()
        for stream in self.streams:
            stream.stop()
        for match in self.all:
            match.close()

    def _play(self, match: Match) -> None:
        while not self._stopped.is_set():
            match.move()

    def pause(self) -> None:
        """Make no more moves; returns when those that were begun are answered."""
        self._stopped.set()
        for playing in self._playing:
            playing.result()

    def resume(self) -> None:
        """Go on after a pause."""
        self._stopped.clear()
        self._playing = [self._threads.submit(self._play, match) for match in self.all]

    def play(self, moves: int, seconds: float = PATIENCE) -> None:
        """Wait until each match has had so many moves more acknowledged."""
        before = [len(match.told) for match in self.all]

        def played() -> bool:
            return all(len(match.told) >= told + moves for match, told in zip(self.all, before, strict=True))

        self.wait(played, seconds)

    def fail(self, requests: int, seconds: float = PATIENCE) -> None:
        """Wait until so many more requests have not been answered."""
        before = self.failures
        self.wait(lambda: self.failures >= before + requests, seconds)

    def wait(self, happened: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait for something while the matches go on."""
        until(lambda: happened() or any(playing.done() for playing in self._playing), seconds)
        if not happened():
            self.pause()  # it raises what has ended a match
            raise AssertionError("the matches have ended")

    @property
    def failures(self) -> int:
        """How many requests were not answered."""
        return sum(match.failures for match in self.all)

    def outage(self, since: float) -> float:
        """The longest time from a moment on, in seconds, in which no move of some match was acknowledged."""
        gaps = [0.0]
        for match in self.all:
            times = [since, *(told.at for told in match.told if told.at > since)]
            gaps += [later - earlier for earlier, later in pairwise(times)]
        return max(gaps)

    def check_streams(self) -> None:
        """Fail unless each stream has told of every event once, and of nothing else.

        Where the store has lost what it told of, it has begun afresh, from the first event.
        """
        for match, stream in zip(self.all, self.streams, strict=True):
            events = match.events(0)
            stream.wait_for_event(events[-1]["id"])
            differing = [pair for pair in zip(stream.events, events, strict=False) if pair[0] != pair[1]]
            assert differing[:2] == []
            assert len(stream.events) == len(events)

    def check_all(self) -> None:
        """Stop, and fail unless there is exactly what was acknowledged, and the streams have told of it."""
        self.pause()
        for match in self.all:
            match.check_all()
        self.check_streams()
