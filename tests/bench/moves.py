"""`POST play` against the floor of a move, on the same gunicorn settings and the same kind of store."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from service.store.embedded import EmbeddedStore
from tests.bench.client import prepare, send_all
from tests.bench.ratio import line, paired

CONNECTIONS = 16
ROUNDS = 7
HAND = 20
GREEN_START = "G0.1"
PLAYS = [f"R{n}.{copy}" for n in range(10) for copy in (1, 2) if n or copy == 1] + [
    f"Y{n}.{copy}" for n in range(9, 0, -1) for copy in (1, 2)
]
"""Cards that can be laid one on the other in this order, on a green 0."""
SPARE = ["B1.1", "B1.2", "B2.1"]
"""Cards that stay in the hands, so that nobody goes out."""


def _deck() -> list[str]:
    """Stack a deck for two: they lay `PLAYS` in turn, seat 0 first."""
    hands = [PLAYS[0::2], PLAYS[1::2]]
    spare = iter(SPARE)
    for hand in hands:
        while len(hand) < HAND:
            hand.append(next(spare))
    return [card for pair in zip(*hands, strict=True) for card in pair] + [GREEN_START]


def _games(url: str) -> list[list[bytes]]:
    """Create a game for each connection and prepare all of its plays."""
    return [create(url)[2] for _ in range(CONNECTIONS)]


def create(url: str) -> tuple[str, list[str], list[bytes]]:
    """Create a game for two: its path, their tokens, and the requests of all plays in their order."""
    order = {
        "variant": "classic",
        "players": [{"name": "Ana"}, {"name": "Bo"}],
        "options": {"starting_hand": HAND},
        "deck": _deck(),
    }
    made = _post(f"{url}/v1/games", order)
    tokens = [seat["token"] for seat in made["seats"]]
    path = f"/v1/games/{made['game']['id']}"
    plays = [
        prepare(f"{path}/play", json.dumps({"card": card}).encode(), tokens[number % 2])
        for number, card in enumerate(PLAYS)
    ]
    return path, tokens, plays


def _post(url: str, body: dict[str, Any]) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


@contextmanager
def _serving(application: str, store: EmbeddedStore) -> Iterator[str]:
    """Serve an application by the service's own gunicorn settings; its address."""
    command = [sys.executable, "-m", "gunicorn", "--config", "python:service.gunicorn_conf", application]
    settings = {"PORT": "0", "UNO_REDIS_URL": store.url, "UNO_SANDBOX": "1", "UNO_RATE_LIMITS": "off"}
    with subprocess.Popen(command, env=os.environ | settings, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            said = next(text for text in server.stdout if "serving on " in text)
            drain = subprocess.Popen(["cat"], stdin=server.stdout, stdout=subprocess.DEVNULL)
            yield json.loads(said)["message"].removeprefix("serving on ")
        finally:
            server.terminate()
            server.wait()
            drain.wait()


def measure() -> str:
    """Measure both in turn."""
    directory = Path(tempfile.mkdtemp(prefix="uno-bench-"))
    try:
        with (
            EmbeddedStore(directory, fsync="no") as store,
            _serving("service.app:create_app()", store) as service,
            _serving("tests.bench.floor:create_app()", store) as floor,
        ):
            floors = [
                [prepare(f"/floor/{name}", b'{"card":"R5.1"}')] * len(PLAYS) for name in range(CONNECTIONS)
            ]
            send_all(service, _games(service))
            send_all(floor, floors)
            figures = paired(
                lambda: send_all(service, _games(service)), lambda: send_all(floor, floors), ROUNDS
            )
    finally:
        shutil.rmtree(directory)
    return line("POST play against the floor of a move", figures, goal=0.8)
