"""The end of a service: no longer ready first, then nothing new, and last of all the store."""

import http.client
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.store.embedded import EmbeddedStore
from tests.e2e.match import Match
from tests.live.client import EventSource
from tests.running import RunningService, children, command, running, until
from tests.store.servers import free_port, kill

DRAIN, GRACE = 4, 25
LONG = "600"


class Connections:
    """A kept connection to each worker of a service."""

    def __init__(self, service: RunningService) -> None:
        url = httpx.URL(service.url)
        self._address = url.host, url.port or 80
        self.workers: dict[int, http.client.HTTPConnection] = {}
        pids = service.processes().workers
        until(lambda: self._connect(pids) == len(pids))

    def _connect(self, pids: list[int]) -> int:
        connection = http.client.HTTPConnection(*self._address, timeout=30)
        ask(connection, "/healthz")
        [pid] = [pid for pid in pids if socket_inode(connection) in sockets(pid)]
        if pid in self.workers:
            connection.close()
        else:
            self.workers[pid] = connection
        return len(self.workers)

    def close(self) -> None:
        for connection in self.workers.values():
            connection.close()


def socket_inode(connection: http.client.HTTPConnection) -> str:
    """The server's end of a connection, as the kernel names it."""
    ends = connection.sock.getpeername()[1], connection.sock.getsockname()[1]
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    [inode] = [row[9] for row in rows if tuple(int(end.partition(":")[2], 16) for end in row[1:3]) == ends]
    return f"socket:[{inode}]"


def sockets(pid: int) -> set[str]:
    found = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            found.add(str(file.readlink()))
    return found


def ask(connection: http.client.HTTPConnection, path: str) -> tuple[int, str | None, Any]:
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.getheader("Connection"), json.loads(answer.read())


def is_ready(service: RunningService) -> bool:
    return httpx.get(f"{service.url}/readyz", timeout=30).status_code == 200


@contextmanager
def waiting(match: Match) -> Iterator[Callable[[], httpx.Response]]:
    """Ask for the next version of a match, and give what waits for the answer."""
    version = match.view(0)["version"]
    with ThreadPoolExecutor(1) as threads:
        url = f"{match.url}{match.path}?wait=25&since={version}"
        answer = threads.submit(httpx.get, url, headers=match.headers(0), timeout=90)
        yield answer.result


def test_a_service_that_is_told_to_end_is_not_ready_at_once_and_serves_on_for_a_while(
    short_dir: Path,
) -> None:
    port = free_port()
    with RunningService(short_dir, UNO_DRAIN_SECONDS=str(DRAIN), UNO_METRICS_PORT=str(port)) as service:
        match, processes = Match(service.url), service.processes()
        version = match.move()
        source = EventSource([service.url], match.path, match.tokens[0], "?after=0")
        source.wait_for_event(version)
        connections = Connections(service)
        assert is_ready(service)

        began = time.monotonic()
        service.process.send_signal(signal.SIGTERM)
        until(lambda: not is_ready(service))
        for connection in connections.workers.values():
            status, kept, problem = ask(connection, "/readyz")
            assert (status, problem["code"]) == (503, "shutting_down")
            assert kept == "close"  # whoever comes again is to go elsewhere
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            service.process.send_signal(number)
        assert httpx.get(f"{service.url}/healthz").status_code == 200
        assert match.move() == version + 1
        source.wait_for_event(version + 1)
        assert "uno_moves_total" in httpx.get(f"http://127.0.0.1:{port}/metrics").text
        with waiting(match) as answer:
            assert not is_ready(service)
            assert service.process.poll() is None
            assert answer().json()["version"] == version + 1

        assert service.wait(DRAIN + GRACE) == 0
        assert time.monotonic() - began >= DRAIN
        assert processes.gone()
        source.stop()
        kinds = [message.event for message in source.messages]
        assert set(kinds[kinds.index("bye") :]) == {
            "bye"
        }  # it comes again at once, which real clients do not
        connections.close()


def test_int_drains_nothing(short_dir: Path) -> None:
    with RunningService(short_dir, UNO_DRAIN_SECONDS=LONG) as service:
        processes = service.processes()
        service.process.send_signal(signal.SIGINT)
        assert service.wait(GRACE) == 0
        assert processes.gone()


def test_a_worker_that_replaces_another_during_the_drain_is_not_ready_either(short_dir: Path) -> None:
    with RunningService(short_dir, UNO_DRAIN_SECONDS="8", WEB_CONCURRENCY="1") as service:
        before = service.processes()
        service.process.send_signal(signal.SIGTERM)
        until(lambda: not is_ready(service))
        os.kill(before.workers[0], signal.SIGKILL)
        until(lambda: service.processes().workers not in ([], before.workers))
        assert httpx.get(f"{service.url}/healthz", timeout=30).status_code == 200
        until(lambda: not is_ready(service), 3)
        assert service.wait(8 + GRACE) == 0


def has_store(service: RunningService) -> bool:
    return bool(children(service.process.pid))


def has_gunicorn(service: RunningService) -> bool:
    return any("gunicorn" in command(pid) for pid in children(service.process.pid))


def has_workers(service: RunningService) -> bool:
    return has_gunicorn(service) and len(service.processes().workers) > 0


def loads(service: RunningService) -> bool:
    return any("Booting worker" in line for line in service.lines)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("moment", [has_store, has_gunicorn, has_workers, loads])
def test_an_end_in_the_midst_of_the_start(
    short_dir: Path, moment: Callable[[RunningService], bool], number: signal.Signals
) -> None:
    service = RunningService(short_dir, UNO_DRAIN_SECONDS="1")
    service.launch()
    until(lambda: moment(service))
    below = descendants(service.process.pid)
    service.process.send_signal(number)
    assert service.wait(GRACE - 3) == 0  # it has nothing to finish
    until(lambda: not any(map(running, below)))
    with RunningService(short_dir) as service:
        assert is_ready(service)


def descendants(pid: int) -> list[int]:
    below = children(pid)
    return below + [further for child in below for further in descendants(child)]


def test_hup_says_bye_answers_who_waits_and_stays_ready(short_dir: Path) -> None:
    with RunningService(short_dir) as service:
        match, before = Match(service.url), service.processes()
        source = EventSource([service.url], match.path, match.tokens[0])
        source.wait(lambda: source.messages)
        with waiting(match) as answer:
            service.process.send_signal(signal.SIGHUP)
            until(lambda: is_ready(service) and not any(map(running, before.workers)), 30)
            assert answer().status_code == 200
        match.move()
        source.wait_for_event(match.view(0)["last_event"])
        assert [message.event for message in source.messages].count("bye") == source.connections - 1
        source.stop()
        service.process.send_signal(signal.SIGHUP)
        service.process.send_signal(signal.SIGINT)
        assert service.wait(2 * GRACE) == 0


def test_a_service_whose_redis_is_gone_ends_in_time(short_dir: Path) -> None:
    with (
        EmbeddedStore(short_dir) as store,
        RunningService(short_dir, UNO_REDIS_URL=store.url, UNO_DRAIN_SECONDS="1") as service,
    ):
        match = Match(service.url)
        source = EventSource([service.url], match.path, match.tokens[0])
        source.wait(lambda: source.messages)
        kill(store)
        service.process.send_signal(signal.SIGTERM)
        assert service.wait(1 + GRACE) == 0
        source.stop()
        assert source.messages[-1].event == "bye"
