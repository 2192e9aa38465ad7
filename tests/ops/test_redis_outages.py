"""A server that is full, silent, or has another password, in mid-match and under load."""

import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.ops.matches import Matches
from tests.running import RunningService
from tests.store.servers import Server

SPACE = 60_000
"""Bytes."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server("--maxmemory-policy", "noeviction") as server:
        yield server


@pytest.fixture(scope="module")
def service(server: Server) -> Iterator[RunningService]:
    directory = Path(tempfile.mkdtemp(prefix="uno-test-"))
    with RunningService(directory, UNO_REDIS_URL=server.url) as service:
        yield service
    shutil.rmtree(directory)


@pytest.fixture
def matches(service: RunningService) -> Iterator[Matches]:
    with Matches(service.url) as matches:
        matches.play(5)
        yield matches


def assert_back(matches: Matches, server: Server) -> None:
    """It works again within 5 seconds, without a restart, and nothing is missing."""
    back = time.monotonic()
    matches.play(1)
    assert time.monotonic() - back < 5
    matches.play(5)
    matches.check_all()
    assert {stream.connections for stream in matches.streams} == {1}
    assert all(server.client.ttl(name) > 0 for name in server.client.scan_iter())


def test_a_server_that_fills_up(matches: Matches, server: Server) -> None:
    url = matches.all[0].url
    server.client.config_set("maxmemory", server.client.info("memory")["used_memory"] + SPACE)
    matches.fail(40)
    for match in matches.all:
        assert match.view(1)["version"] >= match.told[-1].version
        assert match.events(1)
    server.client.config_set("maxmemory", 1)
    refused = httpx.post(
        f"{url}/v1/games", json={"variant": "duo", "players": [{"name": "Di"}, {"name": "Ed"}]}
    )
    assert (refused.status_code, refused.json()["code"]) == (503, "storage_unavailable")
    assert httpx.get(f"{url}/readyz").status_code == 200
    server.client.config_set("maxmemory", 0)
    assert_back(matches, server)


def test_a_server_that_is_silent_for_ten_seconds(matches: Matches, server: Server) -> None:
    """As when the link to it is dead and nobody says so."""
    url = matches.all[0].url
    with server.silent():
        began = time.monotonic()
        refused = httpx.get(url + matches.all[0].path)
        assert time.monotonic() - began < 5
        assert (refused.status_code, refused.json()["code"]) == (503, "storage_unavailable")
        told = [len(match.told) for match in matches.all]
        threading.Event().wait(10 - (time.monotonic() - began))
        assert httpx.get(f"{url}/readyz").status_code == 503
        assert httpx.get(f"{url}/healthz").status_code == 200
        assert told == [len(match.told) for match in matches.all]
    assert_back(matches, server)


def test_a_password_that_is_changed_and_changed_back(matches: Matches, server: Server) -> None:
    server.client.config_set("requirepass", "another")
    server.client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
    server.client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    matches.fail(20)
    server.client.config_set("requirepass", "")
    assert_back(matches, server)
