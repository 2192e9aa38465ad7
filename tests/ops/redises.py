"""Groups of servers as operators run them."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple
from urllib.parse import quote

from tests.store.servers import Node, Server, follow_in_cluster, join_cluster, sentinel, until


class Watched(NamedTuple):
    """A master with replicas, and the Sentinels that watch it."""

    master: Server
    replicas: list[Server]
    sentinels: list[Server]

    @property
    def url(self) -> str:
        """The address by which the master is found."""
        secret = f":{quote(self.master.password, safe='')}@" if self.master.password else ""
        places = ",".join(f"127.0.0.1:{one.port}" for one in self.sentinels)
        return f"redis+sentinel://{secret}{places}/mymaster"

    def new_master(self) -> Server:
        """Wait until a replica has been made the master."""
        until(lambda: any(replica.role() == "master" for replica in self.replicas))
        return next(replica for replica in self.replicas if replica.role() == "master")


@contextmanager
def watched(replicas: int, down_after: int = 500, password: str = "") -> Iterator[Watched]:
    """A master and its replicas, watched by three Sentinels that know of each other and of all of them."""
    lines = [f"sentinel auth-pass mymaster {password}"] if password else []
    with ExitStack() as stack:
        master, *others = [stack.enter_context(Server(password=password)) for _ in range(1 + replicas)]
        for other in others:
            other.replicate(master)
        watchers = [stack.enter_context(sentinel(master, 2, down_after, *lines)) for _ in range(3)]
        for watcher in watchers:
            until(lambda client=watcher.client: len(client.sentinel_slaves("mymaster")) == replicas)  # type: ignore[misc]
            until(lambda client=watcher.client: len(client.sentinel_sentinels("mymaster")) == 2)  # type: ignore[misc]
        yield Watched(master, others, watchers)


@contextmanager
def cluster(masters: int) -> Iterator[list[tuple[Node, Node]]]:
    """A cluster of so many masters, each with a replica that is up to date."""
    with ExitStack() as stack:
        nodes = [stack.enter_context(Node("--enable-debug-command", "local")) for _ in range(2 * masters)]
        join_cluster(*nodes, masters=masters)
        pairs = list(zip(nodes[:masters], nodes[masters:], strict=True))
        for master, replica in pairs:
            follow_in_cluster(replica, master)
        yield pairs
