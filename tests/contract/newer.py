"""A service of the future: the running one, whose answers have more fields, actions and types of events than today."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import httpx

NOVEL = "levitated"
RENAMED = "turn_passed"
"""The type of event that turns up under a name that no client of today knows."""
_KEPT = ("Accept", "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Prefer")


def grown(value: Any) -> Any:
    """What a later version might answer instead of `value`."""
    if isinstance(value, list):
        return [grown(item) for item in value]
    if not isinstance(value, dict):
        return value
    more = {name: grown(item) for name, item in value.items()} | {NOVEL: {"since": "2.0"}}
    if "legal_actions" in more:
        more["legal_actions"].insert(0, {"action": NOVEL, "height": 3})
    if more.get("type") == RENAMED:
        more["type"] = NOVEL
    return more


class NewerService:
    """It stands before the service at `behind` while it is entered."""

    def __init__(self, behind: str) -> None:
        upstream = httpx.Client(base_url=behind)

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name: self.headers[name] for name in _KEPT if name in self.headers}
                got = upstream.request(self.command, self.path, content=content, headers=headers)
                body = json.dumps(grown(got.json())).encode() if got.content else b""
                self.send_response(got.status_code)
                for name in ("Content-Type", "ETag", "Location"):
                    if name in got.headers:
                        self.send_header(name, got.headers[name])
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_DELETE = answer  # noqa: N815 - what http.server looks for

            def log_message(self, *_: object) -> None:
                pass

        self._upstream = upstream
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        self._upstream.close()
