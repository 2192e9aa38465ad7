"""A stream of one game, read by a greenlet of its own."""

import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import gevent
from gevent import socket

VERSION = re.compile(rb'"version":(\d+)')


class Follower:
    """Follows a game from its first event on; `last` is the id of the event that it was told last.

    `heard(version, now)` is called at the first event of each version, `now` on the clock of `time.perf_counter`.
    `failure` says what the stream did wrong: events missing, doubled or out of order, an end before the game's own.
    """

    def __init__(self, url: str, path: str, token: str | None, heard: Callable[[int, float], None]) -> None:
        self.last = 0
        self.failure = ""
        self._heard = heard
        self._version = 0
        lines = [f"GET {path}/events?after=0 HTTP/1.0", "Host: 127.0.0.1", "Accept: text/event-stream"]
        lines += [f"Authorization: Bearer {token}"] if token else []
        self._request = "\r\n".join([*lines, "", ""]).encode()
        address = urlsplit(url)
        self._address = address.hostname, address.port
        self._reader = gevent.spawn(self._read)

    def close(self, last: int, seconds: float = 10) -> None:
        """Follow until the event `last` was told, or so long at most, and no longer."""
        deadline = time.monotonic() + seconds
        while self.last < last and not self._reader.dead and time.monotonic() < deadline:
            gevent.sleep(0.01)
        self._reader.kill()
        if self.last != last and not self.failure:
            self.failure = f"told of {self.last} events of {last}"

    def _read(self) -> None:
        try:
            with socket.create_connection(self._address) as connection:
                connection.sendall(self._request)
                with connection.makefile("rb") as lines:
                    status = lines.readline()
                    if b" 200 " not in status:
                        self.failure = status.decode().strip() or "no answer"
                        return
                    for line in lines:
                        self._take(line)
        except OSError as error:
            self.failure = str(error)

    def _take(self, line: bytes) -> None:
        if line.startswith(b"id: "):
            told = int(line[4:])
            if told != self.last + 1:
                self.failure = f"event {told} behind event {self.last}"
            self.last = told
        elif line.startswith(b"data: ") and (found := VERSION.search(line)):
            version = int(found[1])
            if version != self._version:
                self._version = version
                self._heard(version, time.perf_counter())
