"""The wire format of `text/event-stream`."""

from typing import Any, Final

import orjson

HEARTBEAT: Final = b":\n\n"
"""A comment: it says nothing, and finds out whether somebody still listens."""
BYE: Final = b"event: bye\ndata: {}\n\n"
"""Told before the server shuts down. It has data because browsers pass over messages without."""

FORGET: Final = b"id:\n\n"
"""Ends a stream that has told of what is not so any more: the client connects again as if for the first time."""


def message(event: str, data: Any, last_id: int | None = None) -> bytes:
    """Write a message; with `last_id` the client goes on behind that event when it connects again."""
    mark = b"" if last_id is None else b"id: %d\n" % last_id
    return mark + b"event: " + event.encode() + b"\ndata: " + orjson.dumps(data) + b"\n\n"


def retry(milliseconds: int) -> bytes:
    """Tell the client how long to wait before it connects again."""
    return b"retry: %d\n\n" % milliseconds
