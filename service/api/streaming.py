"""Answers that go on and on: `text/event-stream`."""

from typing import Final

from flask import Response, request

from service.api.headers import STREAM
from service.live import Stream

HEADERS: Final = {
    "Cache-Control": "no-cache, no-store, no-transform",
    "Vary": "Authorization, Accept",
    "X-Accel-Buffering": "no",  # nginx would keep events back
}


def respond(stream: Stream) -> Response:
    """Answer with a stream, which is closed with the response."""
    if request.method == "HEAD":
        stream.close()
        return Response(b"", headers=HEADERS, content_type=STREAM)
    return Response(stream, headers=HEADERS, content_type=STREAM)
