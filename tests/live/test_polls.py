"""Questions that wait for their answer."""

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from service.games import Access, Opened, Refusal, StorageUnavailable
from service.live import live
from service.store.embedded import EmbeddedStore
from tests.games.table import Table
from tests.live.conftest import Desk, NewDesk
from tests.store.servers import kill, until

LONG = 20.0
"""Seconds; a test that waits for so long has failed."""


class Polls:
    """Questions that wait, each in a thread."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.threads = ThreadPoolExecutor(8)

    def ask(self, table: Table, since: int, seconds: float = LONG, seat: int | None = None) -> Future[Opened]:
        """Ask, and return once the question waits or is answered."""
        taken = self.desk.live.polls.taken
        asked = self.threads.submit(self.desk.live.wait, self.desk.at(table).look(seat), since, seconds)
        until(lambda: asked.done() or self.desk.live.polls.taken > taken)
        return asked


@pytest.fixture
def polls(desk: Desk) -> Polls:
    return Polls(desk)


def version(asked: Future[Opened]) -> int:
    """The version that a question was answered with."""
    game = asked.result(LONG).game
    assert game
    return game.version


def test_it_waits_for_the_next_version(polls: Polls) -> None:
    table = polls.desk.table()
    asked = [polls.ask(table, 1, seat=seat) for seat in (0, 1, None)]
    table.act(table.view()["turn"]["seat"], "draw")
    assert [version(answer) for answer in asked] == [2, 2, 2]
    assert polls.desk.live.polls.taken == 0


def test_at_the_end_of_the_time_it_is_answered_as_it_stands(polls: Polls) -> None:
    table = polls.desk.table()
    began = time.monotonic()
    assert version(polls.ask(table, 1, 0.2)) == 1
    assert 0.2 <= time.monotonic() - began < LONG / 2
    assert version(polls.ask(table, 1, 0)) == 1


@pytest.mark.parametrize("since", [0, 2, 100])
def test_another_version_is_answered_at_once(polls: Polls, since: int) -> None:
    assert version(polls.ask(polls.desk.table(), since)) == 1


def test_a_game_that_is_over_is_answered_at_once(polls: Polls) -> None:
    table = polls.desk.table()
    waiting = polls.ask(table, 1)
    table.abandon()
    assert version(waiting) == 2
    assert version(polls.ask(table, 2)) == 2


def test_what_happens_while_the_question_is_on_its_way_is_not_missed(polls: Polls) -> None:
    for _ in range(40):
        table = polls.desk.table()
        opened = table.look()
        together = threading.Barrier(2)

        def wait(opened: Opened = opened, together: threading.Barrier = together) -> Opened:
            together.wait()
            return polls.desk.live.wait(opened, 1, LONG)

        asked = polls.threads.submit(wait)
        together.wait()
        table.act(table.view()["turn"]["seat"], "draw")
        assert version(asked) == 2


def test_who_may_no_longer_look_is_told_so(polls: Polls) -> None:
    table = polls.desk.table("Ana", "Bo", open_seats=1, options={"spectators": False})
    spectator = polls.ask(table, 1)
    leaver = polls.ask(table, 2, seat=1)
    table.join("Cy")
    with pytest.raises(Refusal) as refusal:
        spectator.result(LONG)
    assert refusal.value.code == "spectators_closed"
    leaver.result(LONG)
    leaver = polls.ask(table, 2, seat=1)
    table.leave(1)
    with pytest.raises(Refusal) as refusal:
        leaver.result(LONG)
    assert refusal.value.code == "token_invalid"


def test_a_shutdown_answers_at_once(polls: Polls) -> None:
    table = polls.desk.table()
    waiting = polls.ask(table, 1)
    polls.desk.live.retire()
    assert version(waiting) == 1
    assert version(polls.ask(table, 1)) == 1


def test_places_are_limited(desk: Desk) -> None:
    for _ in range(live.MOST_POLLS):
        desk.live.polls.take()
    table = desk.table()
    with pytest.raises(Refusal) as refusal:
        desk.live.wait(table.look(), 1, LONG)
    assert refusal.value.code == "too_many_streams"
    assert desk.live.wait(table.look(), 0, LONG).game  # nothing is waited for
    for _ in range(live.MOST_POLLS):
        desk.live.polls.free()
    assert desk.live.wait(table.look(), 1, 0.01).game


def test_a_store_that_goes_away_meanwhile_is_told_at_once(short_dir: Any) -> None:
    with EmbeddedStore(short_dir) as store:
        polls = Polls(Desk(store.url))
        table = polls.desk.table()
        waiting = polls.ask(table, 1)
        kill(store)
        with pytest.raises(StorageUnavailable):
            waiting.result(LONG / 2)
        store.revive()
        waiting = polls.ask(table, 1)
        table.act(table.view()["turn"]["seat"], "draw")
        assert version(waiting) == 2
        polls.desk.live.close()


def test_another_process_hears_of_it(new_desk: NewDesk) -> None:
    here, there = Polls(new_desk()), new_desk()
    table = here.desk.table()
    waiting = here.ask(table, 1)
    there.at(table).act(table.view()["turn"]["seat"], "draw")
    assert version(waiting) == 2


def test_it_asks_with_the_rights_it_came_with(desk: Desk) -> None:
    opened = desk.table().look(1)
    found = desk.live.wait(opened, 1, 0.01)
    assert (found.seat, found.access) == (1, Access.LOOK)
