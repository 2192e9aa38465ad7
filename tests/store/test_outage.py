"""What the store does while its server is not well: it says so in time, and is back without a restart."""

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import pytest
from redis.exceptions import ResponseError

from service.games import ReceiptName, StorageUnavailable
from service.games.door import BUDGET
from service.store.embedded import EmbeddedStore
from service.store.store import RedisStore
from service.store.wire import MOST_CONNECTIONS, unavailable
from tests.store.conftest import GAME, change, soon
from tests.store.servers import Server, free_port, kill

Operation = Callable[[RedisStore, float], object]
OPERATIONS: tuple[Operation, ...] = (
    lambda store, deadline: store.load(GAME, None, deadline),
    lambda store, deadline: store.commit(change(2), deadline),
    lambda store, deadline: store.events(GAME, 0, 10, deadline),
    lambda store, deadline: store.claim("create:x", "y", 50, deadline),
    lambda store, deadline: store.put({"token:x": "y"}, 50, deadline),
    lambda store, deadline: store.get("token:x", deadline),
    lambda store, deadline: store.load_all([GAME], deadline),
    lambda store, deadline: store.enlist(["all"], "x", 10, 50, deadline),
    lambda store, deadline: store.delist(["all"], ["x"], deadline),
    lambda store, deadline: store.listed("all", None, 10, deadline),
    lambda store, deadline: store.count("rate:x", 1, 50, deadline),
    lambda store, deadline: store.ping(deadline),
)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture
def remote(server: Server) -> RedisStore:
    """A store on a server of its own, with the first version of a game and a connection in use."""
    server.client.flushall()
    store = RedisStore.at(server.url)
    store.commit(change(1), soon())
    return store


@contextmanager
def refused_in_time() -> Iterator[None]:
    started = time.monotonic()
    with pytest.raises(StorageUnavailable) as refusal:
        yield
    assert time.monotonic() - started < 2.0
    assert str(refusal.value)


def budget() -> float:
    return time.monotonic() + BUDGET


def test_a_server_that_says_nothing_is_given_up_in_time(server: Server, remote: RedisStore) -> None:
    def ask(operation: Operation) -> None:
        with refused_in_time():
            operation(remote, budget())

    with server.silent(), ThreadPoolExecutor() as threads:
        list(threads.map(ask, OPERATIONS))
    remote.ping(budget())


def test_a_server_that_takes_no_connection_is_given_up_in_time() -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        with socket.create_connection(deaf.getsockname()), refused_in_time():  # it fills the queue
            RedisStore.at(f"redis://127.0.0.1:{deaf.getsockname()[1]}").ping(budget())


def test_a_unix_socket_that_takes_no_connection_is_given_up_in_time_by_a_worker(short_dir: Path) -> None:
    """As its workers are: patched by gevent, which waits where the standard library fails at once."""
    program = """
from gevent import monkey; monkey.patch_all()
import sys, time
from service.store.store import RedisStore
try:
    RedisStore.at(f"unix://{sys.argv[1]}").ping(time.monotonic() + 1)
except Exception as error:
    print(type(error).__name__, error)
"""
    path = str(short_dir / "deaf.sock")
    with socket.socket(socket.AF_UNIX) as deaf, socket.socket(socket.AF_UNIX) as first:
        deaf.bind(path)
        deaf.listen(0)
        first.connect(path)  # it fills the queue
        said = subprocess.run(
            [sys.executable, "-c", program, path], capture_output=True, text=True, check=True, timeout=30
        )
    assert said.stdout.startswith("StorageUnavailable TimeoutError"), said.stdout + said.stderr


def test_names_that_nobody_resolves_are_given_up_in_time_by_a_worker() -> None:
    """As where the name server is silent: the system's resolver waits 10 seconds for it, and redis-py with it."""
    program = """
from gevent import monkey; monkey.patch_all()
import gevent, sys, time
from service.store.store import RedisStore

class Silent:
    def getaddrinfo(self, *_):
        gevent.sleep(10)
    def close(self):
        pass

gevent.get_hub().resolver = Silent()
began = time.monotonic()
for url in ("redis://redis.example:6379", "redis+sentinel://redis.example:26379/mymaster"):
    try:
        RedisStore.at(url).ping(time.monotonic() + 1.7)
    except Exception as error:
        print(type(error).__name__, error)
print(time.monotonic() - began < 4)
"""
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert said.stdout.count("StorageUnavailable") == 2, said.stdout + said.stderr
    assert said.stdout.endswith("True\n")


@pytest.mark.parametrize(
    "url", ["redis://127.0.0.1:{port}", "unix:///nowhere/{port}", "redis://nowhere.invalid"]
)
def test_where_no_server_is_the_store_is_unavailable(url: str) -> None:
    with refused_in_time():
        RedisStore.at(url.format(port=free_port())).load(GAME, None, budget())


def test_nothing_is_begun_too_late(remote: RedisStore) -> None:
    with refused_in_time():
        remote.commit(change(2), time.monotonic())
    assert remote.load(GAME, None, soon())[0] == change(1).snapshot


def test_it_is_back_after_a_kill_with_everything_committed(short_dir: Path) -> None:
    with EmbeddedStore(short_dir) as embedded:
        store = RedisStore.at(embedded.url)
        store.commit(change(1), soon())
        kill(embedded)
        with refused_in_time():
            store.load(GAME, None, budget())
        embedded.revive()
        assert store.load(GAME, None, soon())[0] == change(1).snapshot
        assert store.commit(change(2), soon())


def test_a_short_outage_is_waited_out(short_dir: Path) -> None:
    with EmbeddedStore(short_dir) as embedded, ThreadPoolExecutor() as threads:
        store = RedisStore.at(embedded.url)
        store.commit(change(1), soon())
        kill(embedded)
        waiting = threads.submit(store.commit, change(2), soon())
        embedded.revive()
        assert waiting.result()


def test_a_full_server_stores_nothing(server: Server, remote: RedisStore) -> None:
    server.client.config_set("maxmemory", 1)
    try:
        with refused_in_time():
            remote.commit(change(2), budget())
        assert remote.load(GAME, None, soon())[0] == change(1).snapshot
        assert len(remote.events(GAME, 0, 10, soon())) == 1
    finally:
        server.client.config_set("maxmemory", 0)
    assert remote.commit(change(2), soon())


def test_a_server_that_has_become_a_replica_takes_nothing(server: Server, remote: RedisStore) -> None:
    server.client.replicaof("127.0.0.1", free_port())
    try:
        with refused_in_time():
            remote.commit(change(2), budget())
    finally:
        server.client.replicaof("NO", "ONE")
    assert remote.commit(change(2), soon())


def test_a_changed_password_is_an_outage(server: Server, remote: RedisStore) -> None:
    server.client.config_set("requirepass", "secret")
    try:
        server.client.execute_command("CLIENT KILL", "TYPE", "normal", "SKIPME", "yes")
        with refused_in_time():
            remote.load(GAME, None, budget())
    finally:
        server.client.config_set("requirepass", "")
    assert remote.load(GAME, None, soon())[0] is not None


def test_cut_connections_are_replaced(server: Server, remote: RedisStore) -> None:
    for version in range(2, 6):
        server.client.execute_command("CLIENT KILL", "TYPE", "normal", "SKIPME", "yes")
        assert remote.commit(change(version), soon())
    assert len(remote.events(GAME, 0, 10, soon())) == 5


def test_a_commit_whose_answer_is_lost_takes_effect_once(server: Server) -> None:
    """The server does what it was told and the connection dies before it can say so."""
    with DeafProxy(server.port) as proxy:
        server.client.flushall()
        store = RedisStore.at(f"redis://127.0.0.1:{proxy.port}")
        store.commit(change(1), soon())
        proxy.lose_next_answer = True
        assert store.commit(change(2), soon())
        assert not proxy.lose_next_answer
        assert len(store.events(GAME, 0, 10, soon())) == 2


class DeafProxy:
    """Passes everything on to a server, but loses an answer, and the connection with it, when it is told to."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.lose_next_answer = False

    def __enter__(self) -> Self:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_exc_info: object) -> None:
        self.listener.close()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self.target)) as server:
            while question := client.recv(65_536):
                server.sendall(question)
                answer = server.recv(65_536)
                if self.lose_next_answer:
                    self.lose_next_answer = False
                    return
                client.sendall(answer)


def test_replicas_must_confirm(server: Server) -> None:
    with Server() as replica:
        replica.replicate(server)
        server.client.flushall()
        store = RedisStore.at(server.url, replicas=1)
        assert store.commit(change(1), soon())
        assert replica.client.exists(*server.client.keys()) == len(server.client.keys())
        with replica.silent(), refused_in_time():
            store.commit(change(2), budget())
        assert not store.commit(change(2), soon())  # it has taken effect: the outcome was unknown, not nought


def test_more_requests_than_connections_wait_for_one(server: Server, remote: RedisStore) -> None:
    with ThreadPoolExecutor(MOST_CONNECTIONS + 20) as threads:
        results = list(threads.map(lambda _: remote.load(GAME, None, soon())[0], range(3 * MOST_CONNECTIONS)))
    assert set(results) == {change(1).snapshot}
    clients = server.client.info("clients")["connected_clients"]
    assert clients <= MOST_CONNECTIONS + 1


def test_when_all_connections_hang_the_rest_do_not_wait_for_ever(server: Server, remote: RedisStore) -> None:
    def ask(_number: int) -> float:
        started = time.monotonic()
        with pytest.raises(StorageUnavailable):
            remote.load(GAME, None, started + BUDGET)
        return time.monotonic() - started

    with server.silent(), ThreadPoolExecutor(MOST_CONNECTIONS + 20) as threads:
        assert max(threads.map(ask, range(MOST_CONNECTIONS + 20))) < 2.0


GEVENT = """
from gevent import monkey; monkey.patch_all()
import sys, time
import gevent
from service.store.store import RedisStore

store = RedisStore.at(sys.argv[1])
store.ping(time.monotonic() + 10)
ticks = []
def tick():
    while len(ticks) < 3:
        gevent.sleep(0.01)
        ticks.append(time.monotonic())
def ask(_number):
    return store.load(sys.argv[2], None, time.monotonic() + 10)
loads = [gevent.spawn(ask, number) for number in range(300)]
ticking = gevent.spawn(tick)
gevent.joinall([*loads, ticking], raise_error=True)
print(len({load.value for load in loads}), len(ticks))
"""


def test_it_works_on_gevent(server: Server, remote: RedisStore) -> None:
    assert remote.load(GAME, None, soon())[0]
    command = [sys.executable, "-c", GEVENT, server.url, GAME]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["1", "3"], done.stderr


def test_errors_of_the_server_are_outages(server: Server, remote: RedisStore) -> None:
    """Whatever is wrong there, it is not the client's fault."""
    server.client.set(f"uno:{{{GAME}}}:receipts", "not a hash", ex=50)
    with refused_in_time():
        remote.load(GAME, ReceiptName("ana", "key"), budget())


def test_what_a_server_quotes_of_what_it_was_sent_is_not_told_on() -> None:
    with Server("--rename-command", "SET", "") as server, pytest.raises(StorageUnavailable) as outage:
        RedisStore.at(server.url).put({"token:hidden": "secret"}, 50, soon())
    assert "hidden" in str(outage.value.__cause__)
    assert str(outage.value) == "ResponseError: unknown command"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("You can't write against a read only replica.", "You can't write against a read only replica."),
        ("unknown command `SET`, with args beginning with: `secret`", "unknown command"),
        ('no permission for "secret"', "no permission for"),
    ],
)
def test_an_apostrophe_is_no_quotation(said: str, told: str) -> None:
    """As servers of other releases write."""
    assert str(unavailable(ResponseError(said))) == f"ResponseError: {told}"
