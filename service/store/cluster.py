"""A Redis Cluster: which of its servers keeps a key, and what to do when that changes."""

import random
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from redis.cluster import ClusterNode, RedisCluster
from redis.connection import AbstractConnection
from redis.exceptions import AskError, MovedError, RedisClusterException, RedisError, ResponseError

from service.store.wire import CONNECTION, Command, Line, left_behind


class Cluster:
    """The servers of a cluster. redis-py finds out which there are and which slots they keep.

    That takes as long as it takes, one unreachable server after another: it is done once for all who need it, by a
    thread that they wait for no longer than their deadlines allow.
    """

    one_server = False

    def __init__(self, servers: Sequence[tuple[str, int]], **credentials: Any) -> None:
        self._servers = servers
        self._options = {name: value for name, value in CONNECTION.items() if name != "retry"} | credentials
        self._client: RedisCluster | None = None
        self._lines: dict[str, Line] = {}
        self._lock = threading.Lock()
        self._explorer: threading.Thread | None = None

    def exchange(self, key: str, commands: Sequence[Command], deadline: float) -> list[Any]:
        """See `Wire.exchange`; the error of an outdated map is raised when it has been renewed."""
        if self._client is None:
            self._explore(deadline)
        try:
            return self._line(key).exchange(key, commands, deadline)
        except MovedError as error:
            self._start_explorer()  # for those who ask next; this one asks where it is told to
            return self._line_to(error.host, error.port).exchange(key, commands, deadline)
        except AskError as error:  # the slot is on its way to another server, and this key is there already
            line = self._line_to(error.host, error.port)
            asking = [word for command in commands for word in (("ASKING",), command)]
            return line.exchange(key, asking, deadline)[1::2]
        except (RedisError, RedisClusterException) as error:
            if not isinstance(error, ResponseError) or left_behind(error):
                self._explore(deadline)
            raise

    def dial(self, deadline: float) -> AbstractConnection:
        """See `Wire.dial`; what one server is told, all tell."""
        if self._client is None:
            self._explore(deadline)
        if self._client is None:
            raise RedisClusterException("No server of the cluster answers.")
        node = random.choice(self._client.get_primaries())  # noqa: S311 - no secret
        return self._line_to(node.host, node.port).dial(deadline)

    def doubt(self) -> None:
        """See `Wire.doubt`."""
        self._start_explorer()

    def _line(self, key: str) -> Line:
        if self._client is None:
            raise RedisClusterException("No server of the cluster answers.")
        node = self._client.get_node_from_key(key)
        return self._line_to(node.host, node.port)

    def _line_to(self, host: str, port: int) -> Line:
        name = f"{host}:{port}"
        if name not in self._lines:
            assert self._client is not None  # noqa: S101 - it told the server's name
            node = self._client.get_node(host, port) or ClusterNode(host, port)
            self._lines[name] = Line.of(self._client.get_redis_connection(node).connection_pool)
        return self._lines[name]

    def _explore(self, deadline: float) -> None:
        """Have the map of the cluster renewed, and wait for it."""
        self._start_explorer().join(max(0.0, deadline - time.monotonic()))

    def _start_explorer(self) -> threading.Thread:
        """Have the map of the cluster renewed."""
        with self._lock:
            if self._explorer is None or not self._explorer.is_alive():
                self._explorer = threading.Thread(target=self._renew, daemon=True)
                self._explorer.start()
            return self._explorer

    def _renew(self) -> None:
        with suppress(RedisError, RedisClusterException, OSError):  # the next exchange tells that it failed
            if self._client is None:
                self._client = RedisCluster(
                    startup_nodes=[ClusterNode(host, port) for host, port in self._servers],
                    require_full_coverage=False,
                    dynamic_startup_nodes=False,  # names may lead to new addresses
                    **self._options,
                )
            else:
                known = [(node.host, node.port) for node in self._client.get_nodes()]
                self._client.nodes_manager.initialize(additional_startup_nodes_info=known)
