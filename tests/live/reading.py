"""Reading a stream in a thread of its own, and waiting for what it says."""

import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import orjson

from service.live import Stream


class Message(NamedTuple):
    """One message of an event stream."""

    id: int | None
    event: str
    data: Any


def parse(raw: bytes) -> list[Message]:
    """The messages of whole blocks; comments and `retry` say nothing."""
    return [message for block in raw.split(b"\n\n") if (message := _parse(block.decode()))]


def _parse(block: str) -> Message | None:
    fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
    if "event" not in fields:
        return None
    return Message(
        int(fields["id"]) if "id" in fields else None, fields["event"], orjson.loads(fields["data"])
    )


class Reader:
    """Takes what a stream gives until it ends, and closes it then, as a server would."""

    def __init__(self, stream: Stream) -> None:
        self.chunks: list[bytes] = []
        self.ended = False
        self._stream = stream
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for chunk in self._stream:
            with self._news:
                self.chunks.append(chunk)
                self._news.notify_all()
        self._stream.close()
        with self._news:
            self.ended = True
            self._news.notify_all()

    def wait(self, holds: Callable[[], object]) -> None:
        """Wait until something holds; it is looked at whenever the stream has said something."""
        with self._news:
            assert self._news.wait_for(holds, 10), self.chunks

    @property
    def messages(self) -> list[Message]:
        """All messages so far."""
        return parse(b"".join(self.chunks))

    @property
    def kinds(self) -> list[str]:
        """What the messages so far tell of."""
        return [message.event for message in self.messages]

    @property
    def ids(self) -> list[int]:
        """The ids of the events so far."""
        return [
            message.id for message in self.messages if message.id is not None and message.event != "snapshot"
        ]

    def wait_for(self, kind: str, times: int = 1) -> Message:
        """Wait for a message of a kind, and give the last one."""
        self.wait(lambda: self.kinds.count(kind) >= times)
        return [message for message in self.messages if message.event == kind][-1]

    def wait_for_event(self, event_id: int) -> None:
        """Wait for an event."""
        self.wait(lambda: event_id in self.ids)

    def rest(self) -> list[Message]:
        """Wait for the end; all messages."""
        self.wait(lambda: self.ended)
        self._thread.join(10)
        return self.messages
