"""A worker with 1,000 streams, 10 on each of 100 games, at 20 moves a second in all.

What plays cost beside them, how late events come, and how much memory each stream takes.

The plays of the same games before the streams are opened and after they are closed are the yardstick.
"""

import itertools
import re
import selectors
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlsplit

from tests.bench.client import ask
from tests.bench.moves import create
from tests.running import RunningService

GAMES, STREAMS = 100, 10
RATE = 20
SECONDS = 10
"""Of each part: without streams, with them, and without them again."""
GOAL_RATIO, GOAL_LATENCY, GOAL_KIB = 3.0, 0.250, 40
VERSION = re.compile(rb'"version":(\d+)')


@dataclass
class Table:
    """A game, its moves in their order, and when the move to each version was sent."""

    path: str
    tokens: Sequence[str]
    moves: Iterator[bytes]
    sent: dict[int, float] = field(default_factory=dict)
    version: int = 1


def connect(url: str) -> socket.socket:
    """Open a connection to a service."""
    address = urlsplit(url)
    connection = socket.create_connection((address.hostname, address.port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def play(connection: socket.socket, tables: Iterable[Table], seconds: float) -> list[float]:
    """Make moves at the given rate, one table after the other; how long each took to be answered."""
    taken = []
    began = time.perf_counter()
    for number, table in enumerate(tables):
        due = began + number / RATE
        if due > began + seconds:
            break
        time.sleep(max(0.0, due - time.perf_counter()))
        request = next(table.moves)
        table.version += 1
        sent = table.sent[table.version] = time.perf_counter()
        ask(connection, request)
        taken.append(time.perf_counter() - sent)
    return taken


class Followers:
    """Streams of tables, read by one thread; `late` is how long after a move was sent each stream told of it."""

    def __init__(self, url: str, tables: Sequence[Table]) -> None:
        self.late: list[float] = []
        self._selector = selectors.DefaultSelector()
        self._open = True
        for table in tables:
            for place in range(STREAMS):
                self._selector.register(self._follow(url, table, place), selectors.EVENT_READ, table)
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _follow(self, url: str, table: Table, place: int) -> socket.socket:
        """Open a stream: as a player in the first places, as a spectator in the others."""
        lines = [f"GET {table.path}/events HTTP/1.1", "Host: 127.0.0.1", "Accept: text/event-stream"]
        lines += [f"Authorization: Bearer {token}" for token in table.tokens[place : place + 1]]
        connection = connect(url)
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        answer = b""
        while b"event: snapshot" not in answer:
            answer += connection.recv(65_536)
        connection.setblocking(False)
        return connection

    def _read(self) -> None:
        while self._open:
            for key, _ in self._selector.select(0.2):
                connection: socket.socket = key.fileobj  # type: ignore[assignment]
                received, now = connection.recv(65_536), time.perf_counter()
                versions = {int(version) for version in VERSION.findall(received)}
                self.late += [
                    now - key.data.sent[version] for version in versions if version in key.data.sent
                ]

    def close(self, told: int) -> None:
        """Close all streams once they have told so much, or cannot any more."""
        deadline = time.monotonic() + 5
        while len(self.late) < told and time.monotonic() < deadline:
            time.sleep(0.01)
        self._open = False
        self._reader.join()
        for key in tuple(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]


def memory(pid: int) -> int:
    """The resident memory of a process, in KiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def p95(figures: Sequence[float]) -> float:
    """The 95th percentile."""
    return quantiles(figures, n=20)[-1]


def measure() -> str:
    """Measure all three on one worker."""
    directory = Path(tempfile.mkdtemp(prefix="uno-bench-"))
    settings = {"UNO_EMBEDDED_FSYNC": "no", "WEB_CONCURRENCY": "1", "UNO_MAX_STREAMS": str(GAMES * STREAMS)}
    try:
        with RunningService(directory, **settings) as service:
            made = [create(service.url) for _ in range(GAMES)]
            tables = [Table(path, tokens, iter(plays)) for path, tokens, plays in made]
            [worker] = service.processes().workers
            rounds = itertools.cycle(tables)
            with connect(service.url) as connection:
                quiet = play(connection, rounds, SECONDS)
                before = memory(worker)
                followers = Followers(service.url, tables)
                busy = play(connection, rounds, SECONDS)
                followers.close(len(busy) * STREAMS)
                kib = (memory(worker) - before) / (GAMES * STREAMS)
                quiet += play(connection, rounds, SECONDS)
    finally:
        shutil.rmtree(directory)
    told = len(followers.late) / (len(busy) * STREAMS)
    late, ours, theirs = median(followers.late), p95(busy), p95(quiet)
    return f"""\
plays beside {GAMES * STREAMS:,} streams, p95 against that without: ratio {ours / theirs:.2f} \
(goal: below {GOAL_RATIO:.0f}); {ours * 1e3:.1f} ms against {theirs * 1e3:.1f} ms
events at the streams: median {late * 1e3:.1f} ms (goal: below {GOAL_LATENCY * 1e3:.0f} ms), \
p95 {p95(followers.late) * 1e3:.1f} ms behind the sending of the play; {told:.1%} came
memory of the worker for each stream: {kib:.1f} KiB (goal: below {GOAL_KIB})"""
