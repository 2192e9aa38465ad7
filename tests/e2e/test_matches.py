"""Whole matches by many clients at once, and races for one move: over HTTP against two workers, and two replicas."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.e2e.replicas import connect
from tests.e2e.whole import Table, play_to_the_end

MATCHES, AT_ONCE = 200, 8
SCATTERED_MATCHES = 40  # of two replicas
RACERS = 20


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
