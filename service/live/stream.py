"""One client's stream: what has happened, and then what happens."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from service.engine import Deck, Event
from service.games import Game, StorageUnavailable
from service.games.checks import seat_of
from service.live import sse
from service.live.batch import Batch
from service.live.hub import Hub
from service.live.topic import Watch

ENDS: Final = ("game_ended", "game_abandoned")
AGAIN_SECONDS: Final = 1.0
"""A look at the store that failed is repeated after so long."""


@dataclass(slots=True, kw_only=True)
class Stream:
    """The bytes of one client's stream; whoever takes it closes it.

    It keeps no game. The viewer is known by `bearer`, the hash of a token (None: a spectator), and sits in `seat`; that
    is so as of `version`. `cursor` is the last event that was sent, `told` what it said, None for one that the client
    brought along. The stream is `ending` once the game is over, and
    `over` when nothing more is to be sent. `holds` tells, for one that a ticket opened, whether the ticket is still its
    own.
    """

    hub: Hub
    watch: Watch
    heartbeat: float
    opening: bytes
    deck: Deck
    bearer: str | None
    seat: int | None
    version: int
    cursor: int
    views: bool
    ending: bool
    over: bool
    holds: Callable[[], bool] | None
    leave: Callable[[], None] | None
    told: Event | None = None

    def close(self) -> None:
        """Give up the stream's place; a second time does nothing."""
        leave, self.leave = self.leave, None
        if leave:
            leave()

    def __iter__(self) -> Iterator[bytes]:
        """Write what there is to say until nothing will follow."""
        try:
            yield from self._follow()
        finally:
            self.close()

    def _follow(self) -> Iterator[bytes]:
        """Wait for news and write them, with a comment from time to time."""
        yield self.opening
        self.opening = b""
        due = time.monotonic() + self.heartbeat
        while not (self.over or self.watch.evicted):
            if self.hub.retired:
                yield sse.BYE
                return
            overdue = time.monotonic() >= due
            if overdue:
                due = time.monotonic() + self.heartbeat
                self._check()
            news = self._news() if self.hub.connected or overdue else b""
            if overdue:
                news += sse.HEARTBEAT
            if news:
                yield news
            elif not self.over:
                self._wait(due)

    def _check(self) -> None:
        """Do what is done from time to time, should something that was told have been missed."""
        self.watch.topic.grow_old(self.heartbeat)
        with suppress(StorageUnavailable):
            self.over = self.holds is not None and not self.holds()

    def _wait(self, due: float) -> None:
        seconds = due - time.monotonic()
        if self.hub.connected and self.watch.topic.is_behind(self.cursor):
            seconds = min(seconds, AGAIN_SECONDS)
        self.watch.wait(seconds)

    def _news(self) -> bytes:
        """Write the events that follow the last one sent, if there are any."""
        topic = self.watch.topic
        batch = topic.look(self.cursor)
        if topic.version < self.version:  # the game has expired, or the store has lost what was sent already
            self.over = True
            return sse.FORGET
        if batch and not batch.continues(
            self.told, self.cursor
        ):  # it has lost it, and something else has happened
            self.over = True
            return sse.FORGET
        return self._write(batch) if batch else b""

    def _write(self, batch: Batch) -> bytes:
        events, start = batch.events, self.cursor - batch.after
        end = self._turn(batch, start) if batch.turns else len(events)
        sent = batch.frames(self.seat, self.deck)[start:end]
        self.cursor += len(sent)
        self.told = events[end - 1] if sent else self.told
        self.version = max(self.version, events[-1]["version"] - (not batch.is_whole))
        if batch.is_whole and not self.over:
            if self.views:
                sent.append(batch.view(self.seat))
            self.over = self.ending
        return b"".join(sent)

    def _turn(self, batch: Batch, start: int) -> int:
        """Follow the viewer through changes of what it may see; the place behind the last event that it may."""
        for place, event in enumerate(batch.events[start:], start):
            kind, is_news = event["type"], event["version"] > self.version
            if kind in ENDS:
                self.ending = True
            elif is_news and kind == "player_left" and event["seat"] == self.seat:
                self.over = True
                return place + 1
            elif is_news and kind == "game_started" and not self._stays(batch.game()):
                self.over = True
                return place
        return len(batch.events)

    def _stays(self, game: Game) -> bool:
        """Tell whether the viewer may look at a game that has started, and find the seat that a start has moved."""
        if self.bearer is None:
            return not game.is_closed
        self.seat = seat_of(game, self.bearer)
        return self.seat is not None
