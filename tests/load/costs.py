"""What a service that is being used takes: processor time, and bytes in its store."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import gevent
import redis

from service.games.tokens import sha256
from service.store import keys
from service.store.embedded import EmbeddedStore
from tests.load.table import Game, Hall
from tests.running import children

TICKS = os.sysconf("SC_CLK_TCK")
EVERY = 0.2  # seconds between two samples


def processor_seconds(pids: Sequence[int]) -> float:
    """What these processes have used so far, in user and kernel mode."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS


def machine_seconds() -> float:
    """What all processes of the machine have used so far."""
    user, nice, system, _idle, _waiting, *rest = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + sum(rest)) / TICKS


class Used(NamedTuple):
    """Processor seconds of workers, store, tables and the whole machine; the bytes of the store's file."""

    workers: float
    store: float
    tables: float
    machine: float
    written: float


class Size(NamedTuple):
    """A game in the store: its number of events, and the bytes of its keys, with what the store needs to keep them."""

    events: float
    snapshot: float
    stream: float
    receipts: float
    tokens: float


def mean(sizes: Sequence[Size]) -> Size:
    """The mean of each figure."""
    return Size(*(sum(figures) / len(sizes) for figures in zip(*sizes, strict=True)))


class Costs:
    """What a service and its store take.

    It weighs games meanwhile: a random one that is being played again and again, and each one that has ended.
    """

    def __init__(self, launcher: int, store: EmbeddedStore, hall: Hall) -> None:
        [master] = children(launcher)
        assert store.pid is not None
        self._workers, self._pid = children(master), store.pid
        self._store = redis.Redis.from_url(store.url)
        self._hall = hall
        self.playing: list[Size] = []
        self.ended: list[Size] = []
        self._rng = Random(0)
        self._greenlet = gevent.spawn(self._run)

    def used(self) -> Used:
        """What was used up to now."""
        written: int = self._store.info("persistence")["aof_current_size"]
        return Used(
            workers=processor_seconds(self._workers),
            store=processor_seconds([self._pid]),
            tables=time.process_time(),
            machine=machine_seconds(),
            written=written,
        )

    def stop(self) -> None:
        """Weigh no more."""
        self._greenlet.kill()
        self._store.close()

    def _run(self) -> None:
        while True:
            gevent.sleep(EVERY)
            if games := self._hall.games:
                self.playing.append(self.size(self._rng.choice(games)))
            self.ended += map(self.size, self._hall.ended[len(self.ended) :])

    def size(self, game: Game) -> Size:
        """Weigh a game."""
        name = game.view["id"]
        stream = keys.events(name)
        tokens = [keys.single(f"token:{sha256(token)}") for token in game.tokens]
        with self._store.pipeline(transaction=False) as asked:
            asked.xlen(stream)
            for key in (keys.snapshot(name), stream, keys.receipts(name), *tokens):
                asked.memory_usage(key, samples=0)
            events, snapshot, events_bytes, receipts, *rest = asked.execute()
        return Size(events, snapshot, events_bytes, receipts, sum(rest))
