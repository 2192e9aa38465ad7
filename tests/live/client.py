"""A client as a front end has one: it follows a game, connects again when it is cut off, and keeps what it is told."""

import itertools
import random
import socket
import threading
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

from tests.live.reading import Message, parse

SNAPSHOT = "snapshot"
FORGET = b"id:"
"""An empty id: the next connection is as the first."""


class EventSource:
    """Follows one game in a thread, as one viewer, by the servers at `urls` in turn.

    `budgets` gives for each connection how many bytes it reads before it is cut, None for as many as there are.
    """

    def __init__(
        self,
        urls: Sequence[str],
        path: str,
        token: str | None = None,
        query: str = "",
        budgets: Callable[[], int | None] = lambda: None,
    ) -> None:
        self.messages: list[Message] = []
        self.begun = 0
        self.raw = b""
        self.connections = 0
        self.over = False
        self.statuses: list[int] = []
        self._urls = itertools.cycle(urls)
        self._request = (
            f"GET {path}/events{query} HTTP/1.0\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
            + (f"Authorization: Bearer {token}\r\n" if token else "")
        )
        self._budgets = budgets
        self._last_id = ""
        self._socket: socket.socket | None = None
        self._stopped = False
        self._news = threading.Condition()
        self._pause = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    @property
    def events(self) -> list[Any]:
        """What has happened, as this viewer was told since it last began afresh, views and snapshots apart."""
        told = self.messages[self.begun :]
        return [message.data for message in told if message.event not in (SNAPSHOT, "view", "bye")]

    def cut(self) -> None:
        """Cut the connection, if there is one."""
        with self._news:
            if self._socket:
                self._socket.shutdown(socket.SHUT_RDWR)

    def stop(self) -> None:
        """Follow no longer."""
        self._stopped = True
        self._pause.set()
        self.cut()
        self._thread.join(20)
        assert not self._thread.is_alive()

    def wait(self, holds: Callable[[], object], seconds: float = 30) -> None:
        """Wait until something holds; it is looked at whenever there is news."""
        with self._news:
            assert self._news.wait_for(holds, seconds), (self.messages[-3:], self.statuses[-3:])

    def wait_for_event(self, event_id: int, seconds: float = 30) -> None:
        """Wait until an event was told."""
        self.wait(lambda: self._last_id and int(self._last_id) >= event_id, seconds)

    def _follow(self) -> None:
        while not (self._stopped or self.over):
            try:
                self._connect()
            except OSError:
                self._pause.wait(0.02)  # the server is not there, or not there any more

    def _connect(self) -> None:
        url = urlsplit(next(self._urls))
        with socket.create_connection((url.hostname, url.port), timeout=40) as connection:
            with self._news:
                self._socket = connection
                self.connections += 1
                self._news.notify_all()
            mark = f"Last-Event-ID: {self._last_id}\r\n" if self._last_id else ""
            connection.sendall(f"{self._request}{mark}\r\n".encode())
            try:
                self._read(connection)
            finally:
                with self._news:
                    self._socket = None

    def _read(self, connection: socket.socket) -> None:
        """Read what the budget allows; whatever is no whole message by then is lost."""
        budget, head, buffer = self._budgets(), b"", b""
        while received := connection.recv(65_536):
            if b"\r\n\r\n" not in head:
                head += received
                if b"\r\n\r\n" not in head:
                    continue
                head, _, received = head.partition(b"\r\n\r\n")
                head += b"\r\n\r\n"
                self._take_status(int(head.split(b" ")[1]))
            if budget is not None:
                received, budget = received[:budget], budget - len(received)
            buffer += received
            *blocks, buffer = buffer.split(b"\n\n")
            self._take(b"\n\n".join(blocks), received)
            if budget is not None and budget <= 0:
                return

    def _take_status(self, status: int) -> None:
        with self._news:
            self.statuses.append(status)
            self.over = status == 204
            self._news.notify_all()

    def _take(self, blocks: bytes, raw: bytes) -> None:
        with self._news:
            self.raw += raw
            for message in parse(blocks):
                self.messages.append(message)
                if message.id is not None:
                    self._last_id = str(message.id)
            if FORGET in blocks.split(b"\n\n"):
                self._last_id, self.begun = "", len(self.messages)
            self._news.notify_all()


def budgets(seed: int, cuts: int) -> Callable[[], int | None]:
    """Budgets of random size for so many connections, in the midst of a message mostly, and then none."""
    rng, left = random.Random(seed), iter(range(cuts))
    return lambda: rng.randint(0, 1_500) if next(left, None) is not None else None
