"""From the address of a store (`UNO_REDIS_URL`) to the wire that leads there."""

import re
from typing import Any, Final
from urllib.parse import unquote

from redis.connection import ConnectionPool, UnixDomainSocketConnection
from redis.sentinel import Sentinel

from service.store.cluster import Cluster
from service.store.wire import CONNECTION, Line, Wire

SENTINEL_PORT: Final = 26_379
REDIS_PORT: Final = 6_379


def connect(url: str) -> Wire:
    """Lead to `redis://`, `rediss://`, `unix://`, `redis+sentinel://` or `redis+cluster://`.

    Nothing is sent yet; a server that cannot be reached is noticed by the first exchange. To be called after a fork.
    """
    scheme, _, rest = url.partition("://")
    if scheme == "redis+sentinel":
        return _sentinel(rest)
    if scheme == "redis+cluster":
        credentials, servers, _ = _parse(rest, REDIS_PORT)
        return Cluster(servers, **credentials)
    pool = ConnectionPool.from_url(url, **CONNECTION)
    if scheme == "unix":
        pool.connection_class = _UnixConnection
    return Line.of(pool)


class _UnixConnection(UnixDomainSocketConnection):
    """One that can tell of a time-out: redis-py asks for these two then, and its own has them not."""

    host = ""
    port = 0


def _sentinel(rest: str) -> Line:
    """Follow the master whose name stands behind the Sentinels' addresses; a user and a password are the master's."""
    credentials, servers, (name, _, database) = _parse(rest, SENTINEL_PORT)
    sentinel = Sentinel(servers, sentinel_kwargs=CONNECTION)
    master = sentinel.master_for(name, **CONNECTION, **credentials, db=int(database or 0))
    return Line.of(master.connection_pool, elected=True)


def _parse(rest: str, port: int) -> tuple[dict[str, Any], list[tuple[str, int]], tuple[str, str, str]]:
    """Take `user:password@host:port,host:port/path` apart: credentials, servers, and the path about its slash."""
    before, _, place = rest.rpartition("@")
    user, _, password = before.partition(":")
    given = {"username": unquote(user), "password": unquote(password)}
    hosts, _, path = place.partition("/")
    servers = [_server(host, port) for host in hosts.split(",")]
    return {name: value for name, value in given.items() if value}, servers, path.partition("/")


def _server(text: str, port: int) -> tuple[str, int]:
    match = re.fullmatch(r"\[?(.+?)\]?(?::([0-9]+))?", text)
    host, given = match.groups() if match else (text, None)
    return host, int(given or port)
