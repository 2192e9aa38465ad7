"""A client that repeats what was not answered, as the guide for client authors has it."""

import secrets
import threading
from collections import Counter

import httpx

PAUSE_SECONDS = 0.05


class Repeating(httpx.HTTPTransport):
    """Sends what was not answered again, under the same Idempotency-Key; `seen` counts why."""

    def __init__(self, limits: httpx.Limits | None = None) -> None:
        super().__init__(limits=limits or httpx.Limits())
        self.seen: Counter[str] = Counter()
        self._pause = threading.Event()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.method != "GET":
            request.headers["Idempotency-Key"] = secrets.token_urlsafe()
        while True:
            try:
                answer = super().handle_request(request)
            except httpx.TransportError as error:
                self.seen[type(error).__name__] += 1
            else:
                if answer.status_code not in (502, 503, 504):
                    return answer
                answer.read()
                self.seen[f"{request.method} {answer.status_code}"] += 1
            self._pause.wait(PAUSE_SECONDS)
