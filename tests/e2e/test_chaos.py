"""Workers are killed again and again while many tables play; nothing that anybody was told is lost or done twice."""

import os
import random
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx

from service.engine import VARIANTS
from tests.e2e.persistent import PATIENCE, Client, Match
from tests.running import RunningService, until

SECONDS, LONGEST, KILL_EVERY = 60, 240, 2
WORKERS, TABLES = 3, 12


class Table:
    """Plays one match after another, now and then repeats what was answered already, and checks all in the end."""

    def __init__(self, http: httpx.Client, number: int) -> None:
        self.client = Client(http)
        self.number = number
        self.matches: list[Match] = []

    def play(self, closing: threading.Event) -> None:
        """Play until the closing."""
        rng = random.Random(self.number)
        variants = list(VARIANTS)
        while not closing.is_set():
            variant = variants[(self.number + len(self.matches)) % len(variants)]
            key = f"table {self.number}, match {len(self.matches)}"
            match = Match(self.client, rng, variant, key)
            self.matches.append(match)
            while not closing.is_set() and match.move():
                if rng.random() < 0.05:
                    match.check_repeats(rng.randrange(len(match.tokens)), 3)

    def check(self) -> None:
        """Check all matches."""
        for match in self.matches:
            match.check()


def test_workers_that_are_killed_lose_nothing_and_do_nothing_twice(short_dir: Path) -> None:
    settings = {"WEB_CONCURRENCY": str(WORKERS), "UNO_EMBEDDED_FSYNC": "no"}
    rng, closing, killed = random.Random(1), threading.Event(), 0
    with (
        RunningService(short_dir, **settings) as service,
        ThreadPoolExecutor(TABLES) as threads,
        ExitStack() as stack,
    ):
        stack.callback(closing.set)
        tables = []
        for number in range(TABLES):
            http = stack.enter_context(httpx.Client(base_url=service.url, timeout=PATIENCE))
            tables.append(Table(http, number))
        playing = [threads.submit(table.play, closing) for table in tables]
        began = time.monotonic()

        def enough() -> bool:
            """Time is up, and somebody's change was made by a worker that did not live to tell."""
            passed = time.monotonic() - began
            return passed > LONGEST or (passed > SECONDS and any(table.client.late for table in tables))

        while not enough() and not any(each.done() for each in playing):
            closing.wait(KILL_EVERY)
            os.kill(rng.choice(service.processes().workers), signal.SIGKILL)
            killed += 1
        closing.set()
        for each in playing:
            each.result()
        until(lambda: len(service.processes().workers) == WORKERS)
        list(threads.map(Table.check, tables))
    assert killed > SECONDS / KILL_EVERY / 2
    assert sum(table.client.cut for table in tables) > 0
    assert sum(table.client.late for table in tables) > 0
