"""Real servers beyond the shared one: replicas, Sentinels, clusters, and servers that do not answer."""

import os
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import redis

from service.store.embedded import EmbeddedStore, end_process
from service.store.embedded.binary import find_server

STARTS = 3
"""How often a server is started at most, each time on another port."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def until(holds: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait until something outside of this process holds."""
    clock, deadline = threading.Event(), time.monotonic() + seconds
    while True:
        with suppress(redis.RedisError):
            if holds():
                return
        assert time.monotonic() < deadline
        clock.wait(0.01)


class Server:
    """A server on a TCP port of 127.0.0.1, with nothing persisted; further arguments are its settings.

    With a password it asks for it, and sends it to its master.
    """

    def __init__(self, *arguments: str, password: str = "") -> None:
        self.take_ports()
        secrets = ("--requirepass", password, "--masterauth", password) if password else ()
        self.arguments = (*arguments, *secrets)
        self.password = password
        self.directory = tempfile.TemporaryDirectory(prefix="uno-test-")

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        """Start it; where somebody else has taken its port meanwhile, on another one."""
        for _ in range(STARTS):
            self.launch()
            until(self.answers_or_ended)
            if self.process.poll() is None:
                return self
            self.take_ports()
        raise AssertionError(f"{self.command()} did not start")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self.client.close()
        self.directory.cleanup()

    def start(self) -> None:
        """Start it again, where it was."""
        self.launch()
        until(self.answers_or_ended)

    def launch(self) -> None:
        self.process = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL)
        self.client = self.connect()

    def command(self) -> list[str]:
        """The command line."""
        command = [str(self.binary()), *self.arguments, *self.listening(), "--bind", "127.0.0.1"]
        return [*command, "--dir", self.directory.name, "--save", "", "--repl-diskless-sync-delay", "0"]

    def answers_or_ended(self) -> bool:
        ended = self.process.poll() is not None
        return ended or bool(self.client.info("server")["process_id"] == self.process.pid)

    def take_ports(self) -> None:
        self.port = free_port()

    def binary(self) -> Path:
        """The server's program."""
        return find_server()

    def listening(self) -> list[str]:
        """The settings that make it listen on its port."""
        return ["--port", str(self.port)]

    def connect(self) -> redis.Redis:
        """A client of the test's own."""
        return redis.Redis(port=self.port, password=self.password or None)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGCONT)
        end_process(self.process)

    def kill(self) -> None:
        """End it without a word; `start` starts it again, with nothing but its configuration."""
        self.process.kill()
        self.process.wait()
        self.client.close()

    @contextmanager
    def silent(self) -> Iterator[None]:
        """For a while it takes connections and says nothing."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def replicate(self, master: "Server") -> None:
        """Follow a master; returns once it is up to date."""
        self.client.replicaof("127.0.0.1", master.port)
        self.wait_for_link()

    def wait_for_link(self) -> None:
        """Wait until it is up to date with its master."""
        until(lambda: self.client.info("replication")["master_link_status"] == "up")

    def follows(self, master: "Server") -> bool:
        """Whether it is a replica of a server."""
        told = self.client.info("replication")
        return bool(told["role"] == "slave" and told["master_port"] == master.port)

    def role(self) -> str:
        """What it is: `master` or `slave`."""
        role: str = self.client.info("replication")["role"]
        return role


def sentinel(master: Server, quorum: int = 1, down_after: int = 300, *settings: str) -> Server:
    """A Sentinel that watches `master` under the name `mymaster`; it is to be started.

    So many Sentinels must agree that it is down, which each thinks of it after so many milliseconds. `settings` are
    further lines.
    """
    server = Server()
    config = Path(server.directory.name) / "sentinel.conf"
    lines = (
        f"sentinel monitor mymaster 127.0.0.1 {master.port} {quorum}",
        f"sentinel down-after-milliseconds mymaster {down_after}",
        "sentinel failover-timeout mymaster 2000",
        *settings,
        "",
    )
    config.write_text("\n".join(lines))
    server.arguments = (str(config), "--sentinel")
    return server


class Node(Server):
    """A node of a cluster."""

    def take_ports(self) -> None:
        super().take_ports()
        self.bus = free_port()

    def listening(self) -> list[str]:
        bus = ["--cluster-port", str(self.bus), "--cluster-node-timeout", "1000"]
        return [*super().listening(), "--cluster-enabled", "yes", *bus]


def join_cluster(*nodes: Node, masters: int = 1) -> None:
    """Share all slots between the first nodes, the masters; the others keep none."""
    first, borders = nodes[0], [16_384 * number // masters for number in range(masters + 1)]
    for node, low, high in zip(nodes[:masters], borders, borders[1:], strict=False):
        node.client.execute_command("CLUSTER ADDSLOTSRANGE", low, high - 1)
    for node in nodes[1:]:
        first.client.execute_command("CLUSTER MEET", "127.0.0.1", node.port, node.bus)
    for node in nodes:
        until(lambda client=node.client: _is_whole(client, len(nodes)))  # type: ignore[misc]


def follow_in_cluster(replica: Node, master: Node) -> None:
    """Make a node that keeps no slots the replica of another; returns once it is up to date."""
    name = master.client.execute_command("CLUSTER MYID")

    def follows() -> bool:
        """It may not have heard of its master yet."""
        return bool(replica.client.execute_command("CLUSTER REPLICATE", name))

    until(follows)
    replica.wait_for_link()


def _is_whole(client: redis.Redis, nodes: int) -> bool:
    known = client.execute_command("CLUSTER NODES")
    return client.execute_command("CLUSTER INFO")["cluster_state"] == "ok" and len(known) == nodes


def kill(embedded: EmbeddedStore) -> None:
    """`kill -9` of an embedded server; returns once it is gone."""
    assert embedded.pid
    os.kill(embedded.pid, signal.SIGKILL)
    until(lambda: embedded.pid is None)
