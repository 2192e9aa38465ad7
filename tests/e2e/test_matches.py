"""Whole matches by many clients at once, and races for one move: over HTTP against two workers, and two replicas."""

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.e2e.replicas import connect

MATCHES, AT_ONCE = 200, 8
SCATTERED_MATCHES = 40  # of two replicas
LONG_MATCHES = 10  # that go to 500 points; the others end at 100
RACERS = 20
COLORS = ("red", "yellow", "green", "blue")


class Table:
    """A game at the service, and the tokens of all of its seats."""

    def __init__(self, client: httpx.Client, names: str, **order: Any) -> None:
        self.client = client
        players = [{"name": name} for name in names.split()]
        made = self.send("POST", "/v1/games", json={"variant": "classic", "players": players, **order})
        self.path = f"/v1/games/{made['game']['id']}"
        self.tokens = [seat["token"] for seat in made["seats"]]

    def send(self, method: str, path: str, seat: int | None = None, **more: Any) -> Any:
        """Send what must succeed; the answer's content."""
        headers = {} if seat is None else self.headers(seat)
        return self.client.request(method, path, headers=headers, **more).raise_for_status().json()

    def headers(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    def view(self, seat: int) -> Any:
        return self.send("GET", self.path, seat)

    def post(self, seat: int, action: str, body: dict[str, Any]) -> Any:
        return self.send("POST", f"{self.path}/{action.replace('_', '-')}", seat, json=body)

    def events(self) -> list[dict[str, Any]]:
        """All events, page by page."""
        found: list[dict[str, Any]] = []
        while True:
            after = found[-1]["id"] if found else 0
            page = self.send("GET", f"{self.path}/events?limit=500&after={after}")
            found += page["events"]
            if not page["has_more"]:
                return found


def play_to_the_end(urls: Sequence[str], number: int) -> None:
    """Play a match by listed actions, a play where there is one, and check its books."""
    rng = random.Random(number)
    goal = {"kind": "points", "value": 500 if number < LONG_MATCHES else 100}
    with connect(urls) as client:
        table = Table(client, "Ana Bo Cy Di Ed", options={"goal": goal})
        view, accepted = table.view(0), 1
        while view["status"] != "finished":
            seat = view["turn"]["seat"] if view["turn"] else rng.randrange(5)
            entry = table.view(seat)["you"]["legal_actions"][0]
            body = {key: value for key, value in entry.items() if key not in ("action", "needs")}
            if "needs" in entry:
                body["color"] = rng.choice(COLORS)
            view, accepted = table.post(seat, entry["action"], body)["game"], accepted + 1
        sheet, events = table.send("GET", f"{table.path}/score"), table.events()
    totals = [sum(points) for points in zip(*(each["points"] for each in sheet["rounds"]), strict=True)]
    assert view["version"] == accepted
    assert [event["id"] for event in events] == list(range(1, view["last_event"] + 1))
    assert sorted({event["version"] for event in events}) == list(range(1, accepted + 1))
    assert [total["points"] for total in sheet["totals"]] == totals
    assert view["winners"] == [totals.index(max(totals))]
    assert max(totals) >= goal["value"]


def test_whole_matches_of_many_at_once(urls: list[str]) -> None:
    matches = MATCHES if len(urls) == 1 else SCATTERED_MATCHES
    with ThreadPoolExecutor(AT_ONCE) as clients:
        list(clients.map(lambda number: play_to_the_end(urls, number), range(matches)))


def codes(urls: Sequence[str], request: Callable[[httpx.Client, int], httpx.Response]) -> Counter[str]:
    """Send the requests of all racers together, to each address as many.

    How often each outcome came: a 2xx status, or a problem's code.
    """
    together = threading.Barrier(RACERS)

    def race(number: int) -> str:
        with httpx.Client(base_url=urls[number // 2 % len(urls)], timeout=30) as client:
            client.get("/healthz")  # the connection stands before the start
            together.wait()
            answer = request(client, number)
        return str(answer.status_code) if answer.is_success else answer.json()["code"]

    with ThreadPoolExecutor(RACERS) as racers:
        return Counter(racers.map(race, range(RACERS)))


@pytest.fixture
def client(urls: list[str]) -> Iterator[httpx.Client]:
    with connect(urls) as client:
        yield client


@pytest.fixture
def stacked(client: httpx.Client) -> Table:
    """Ana is to move and holds two red cards; a play of the last one ends the round."""
    deck = ["R1.1", "G1.1", "R2.1", "G2.1", "R9.1"]
    options = {"starting_hand": 2}
    return Table(client, "Ana Bo", options=options, deck=deck)


def test_one_of_equal_plays_wins(urls: list[str], stacked: Table) -> None:
    url, headers = f"{stacked.path}/play", stacked.headers(0)
    found = codes(urls, lambda client, _: client.post(url, headers=headers, json={"card": "R1.1"}))
    assert found["200"] == 1, found
    assert set(found) <= {"200", "not_your_turn", "busy"}
    assert stacked.view(0)["version"] == 2


def test_one_of_equal_draws_wins(urls: list[str], stacked: Table) -> None:
    url, headers = f"{stacked.path}/draw", stacked.headers(0)
    found = codes(urls, lambda client, _: client.post(url, headers=headers))
    assert found["200"] == 1, found
    assert set(found) <= {"200", "not_your_turn", "wrong_phase", "busy"}
    assert stacked.view(0)["players"][0]["cards"] == 3


def test_one_next_round_is_dealt(urls: list[str], stacked: Table) -> None:
    stacked.post(0, "play", {"card": "R1.1", "uno": True})
    stacked.post(1, "draw", {})
    if stacked.view(1)["turn"]["seat"] == 1:
        stacked.post(1, "pass", {})
    stacked.post(0, "play", {"card": "R2.1"})
    assert stacked.view(0)["status"] == "round_over"
    url = f"{stacked.path}/next-round"
    found = codes(urls, lambda client, number: client.post(url, headers=stacked.headers(number % 2)))
    assert found["200"] == 1, found
    assert set(found) <= {"200", "round_not_over", "busy"}
    assert stacked.view(0)["round"] == 2


def test_an_open_seat_is_taken_once(urls: list[str], client: httpx.Client) -> None:
    table = Table(client, "Ana", open_seats=1)
    url = f"{table.path}/players"
    found = codes(urls, lambda client, number: client.post(url, json={"name": f"P{number}"}))
    assert found["201"] == 1, found
    assert set(found) <= {"201", "already_started", "busy"}
    assert len(table.view(0)["players"]) == 2


def test_a_game_starts_once(urls: list[str], client: httpx.Client) -> None:
    table = Table(client, "Ana Bo", open_seats=3)
    url, headers = f"{table.path}/start", table.headers(0)
    found = codes(urls, lambda client, _: client.post(url, headers=headers))
    assert found["200"] == 1, found
    assert set(found) <= {"200", "already_started", "busy"}
    assert table.view(0)["version"] == 2


def test_a_call_or_a_catch_wins(urls: list[str], stacked: Table) -> None:
    stacked.post(0, "play", {"card": "R1.1"})

    def request(client: httpx.Client, number: int) -> httpx.Response:
        if number % 2:
            return client.post(f"{stacked.path}/uno", headers=stacked.headers(0))
        return client.post(f"{stacked.path}/catch", headers=stacked.headers(1), json={"seat": 0})

    found = codes(urls, request)
    assert found["200"] == 1, found
    assert set(found) <= {"200", "uno_not_due", "nothing_to_catch", "busy"}
    ana = stacked.view(0)["players"][0]
    assert (ana["cards"], ana["said_uno"]) in {(1, True), (3, False)}
