"""Races of real processes on one store."""

import multiprocessing
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

from tests.games.racing import games_of_a_process, race
from tests.games.table import ORDERLY, Table, stacked

PROCESSES = 4
WON_OR_LOST = {"done", "not_your_turn", "busy"}


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn")) as pool:
        yield pool


def race_all(
    pool: ProcessPoolExecutor, url: str, table: Table, method: str, requests: list[tuple[Any, ...]]
) -> Counter[str]:
    """Have every process send its share of the requests at once."""
    shares = [requests[number::PROCESSES] for number in range(PROCESSES)]
    running = [pool.submit(race, url, table.id, table.tokens, method, share) for share in shares]
    return sum((each.result() for each in running), Counter())


@pytest.fixture
def table(redis_url: str) -> Table:
    return Table(games_of_a_process(redis_url), "Ana", "Bo", "Cy", **ORDERLY)


def test_one_of_many_equal_moves_is_made(
    processes: ProcessPoolExecutor, redis_url: str, table: Table
) -> None:
    for turn in range(9):
        seat = table.view()["turn"]["seat"]
        phase = table.view()["turn"]["phase"]
        action = "pass" if phase == "drawn" else "draw"
        found = race_all(processes, redis_url, table, "act", [(seat, action, None)] * 20)
        assert found["done"] == 1, found
        assert set(found) <= WON_OR_LOST | {"wrong_phase"}
        assert table.view()["version"] == turn + 2


def test_one_move_sent_often_is_made_once(
    processes: ProcessPoolExecutor, redis_url: str, table: Table
) -> None:
    found = race_all(processes, redis_url, table, "act", [(0, "draw", "key")] * 20)
    assert found["done"] == 1, found
    assert set(found) <= {"done", "replayed", "busy"}
    assert table.view()["version"] == 2


def test_open_seats_are_taken_once(processes: ProcessPoolExecutor, redis_url: str) -> None:
    table = Table(games_of_a_process(redis_url), "Ana", open_seats=5)
    found = race_all(processes, redis_url, table, "join", [(f"P{number}", None) for number in range(20)])
    view = table.view()
    assert found["done"] == 5, found
    assert set(found) <= {"done", "already_started", "busy"}
    assert (len(view["players"]), view["status"]) == (6, "playing")


def test_a_game_starts_once(processes: ProcessPoolExecutor, redis_url: str) -> None:
    table = Table(games_of_a_process(redis_url), "Ana", "Bo", open_seats=5)
    found = race_all(processes, redis_url, table, "start", [(0, None)] * 20)
    assert found["done"] == 1, found
    assert set(found) <= {"done", "already_started", "busy"}
    assert [event["type"] for event in table.events()["events"]].count("game_started") == 1


def test_a_call_and_a_catch_exclude_each_other(processes: ProcessPoolExecutor, redis_url: str) -> None:
    """R17: whoever the server hears first; nobody is punished for coming too late."""
    for _ in range(5):
        deck = stacked(["R1.1 R2.1", "G1.1 G2.1", "B1.1 B2.1"], "R9.1")
        options = {"starting_hand": 2}
        table = Table(games_of_a_process(redis_url), "Ana", "Bo", "Cy", deck=deck, options=options)
        table.act(0, "play", {"card": "R1.1"})
        requests = [(1, "catch", {"seat": 0}, None), (0, "uno", None, None), (2, "catch", {"seat": 0}, None)]
        found = race_all(processes, redis_url, table, "act", requests * 4)
        assert found["done"] == 1, found
        assert set(found) <= {"done", "nothing_to_catch", "uno_not_due", "busy"}
        ana = table.view()["players"][0]
        assert (ana["cards"], ana["said_uno"]) in {(1, True), (3, False)}
        assert table.view()["version"] == 3
