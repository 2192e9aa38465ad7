"""The store: games in Redis, each change committed by one script."""

import hashlib
import random
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from redis.exceptions import (
    AskError,
    NoScriptError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TryAgainError,
)

from service.games import Commit, ReceiptName, StorageUnavailable, head
from service.store import keys
from service.store.address import connect
from service.store.subscription import Subscription
from service.store.wire import ANSWER_SECONDS, Command, Wire, left_behind, unavailable

SCRIPT: Final = (Path(__file__).parent / "commit.lua").read_bytes()
SCRIPT_SHA: Final = hashlib.sha1(SCRIPT, usedforsecurity=False).hexdigest()
REPLICA_MILLISECONDS: Final = 200
"""The longest that replicas are waited for."""
TOUCH: Final = (
    "local left = redis.call('PTTL', KEYS[1]) if left > 0 then redis.call('PEXPIRE', KEYS[1], left) end"
)
"""A write that changes nothing. WAIT looks at the last write of its own connection, and only a write counts."""
LONGEST_PAUSE: Final = 0.1
"""Seconds between two attempts to reach a server."""

PASSING: Final = (AskError, TryAgainError)
"""Error replies after which it makes sense to ask again soon (MovedError is an AskError); see `left_behind` as well."""


class RedisStore:
    """A store of games behind a `Wire`; it implements `games.Store`.

    With `replicas` a commit counts only when so many replicas have confirmed it, and so do a receipt that is found, a
    claim, and what is to be `confirmed`; else StorageUnavailable is raised, and what was written may last or not.
    Whatever is sent may be sent again: a commit is known by its operation id, everything else may be repeated.
    """

    def __init__(self, wire: Wire, replicas: int = 0) -> None:
        self._wire = wire
        self._replicas = replicas

    @classmethod
    def at(cls, url: str, replicas: int = 0) -> "RedisStore":
        """Make the store at an address; see `address.connect`."""
        return cls(connect(url), replicas)

    def load(
        self, game_id: str, receipt: ReceiptName | None, deadline: float
    ) -> tuple[bytes | None, bytes | None]:
        """Read a game's snapshot and, not before it, a receipt.

        One round trip; a second one if there is a receipt that replicas have to confirm.
        """
        key, receipts = keys.snapshot(game_id), keys.receipts(game_id)
        if receipt is None:
            return self._ask(key, [("GET", key)], deadline)[0], None
        field = f"{receipt.caller}:{receipt.key}"
        commands: list[Command] = [("GET", key), ("HGET", receipts, field)]
        snapshot, found = self._ask(key, commands, deadline)
        if found and self._replicas:  # read anew: a failover may lie between
            commands.append(("EVAL", TOUCH, 1, receipts))
            snapshot, found, _ = self._ask_replicas(key, commands, deadline)
        return snapshot, found

    def commit(self, commit: Commit, deadline: float) -> bool:
        """Store a change by one script; one round trip, replicas included."""
        key = keys.snapshot(commit.game_id)
        args = (3, key, keys.events(commit.game_id), keys.receipts(commit.game_id), *_arguments(commit))
        try:
            done = self._ask_replicas(key, [("EVALSHA", SCRIPT_SHA, *args)], deadline)[0]
        except NoScriptError:
            done = self._ask_replicas(key, [("EVAL", SCRIPT, *args)], deadline)[0]
        return bool(done)

    def confirm(self, game_id: str, deadline: float) -> None:
        """Have replicas confirm a game as it was read; one round trip where they are asked for, else none."""
        key = keys.snapshot(game_id)
        if self._replicas:
            self._ask_replicas(key, [("EVAL", TOUCH, 1, key)], deadline)

    def events(self, game_id: str, after: int, limit: int, deadline: float) -> list[bytes]:
        """Read at most `limit` events behind the id `after`, oldest first."""
        key = keys.events(game_id)
        entries = self._ask(key, [("XRANGE", key, after + 1, "+", "COUNT", limit)], deadline)[0]
        return [fields[1] for _, fields in entries]

    def load_all(self, game_ids: Sequence[str], deadline: float) -> list[bytes | None]:
        """Read the snapshots of games; one round trip, on a cluster one for each."""
        found: list[bytes | None] = []
        for together in self._together([("GET", keys.snapshot(game_id)) for game_id in game_ids]):
            found += self._ask(together[0][1], together, deadline)
        return found

    def enlist(self, names: Sequence[str], entry: str, most: int, ttl: int, deadline: float) -> None:
        """Put an entry into lists, which keep the `most` last ones and live for `ttl` seconds; one round trip."""
        commands: list[Command] = []
        for key in map(keys.listing, names):
            commands += [
                ("ZADD", key, 0, entry),
                ("ZREMRANGEBYRANK", key, 0, -1 - most),
                ("EXPIRE", key, ttl),
            ]
        self._ask(commands[0][1], commands, deadline)

    def delist(self, names: Sequence[str], entries: Sequence[str], deadline: float) -> None:
        """Take entries out of lists; one round trip."""
        commands: list[Command] = [("ZREM", keys.listing(name), *entries) for name in names]
        self._ask(commands[0][1], commands, deadline)

    def listed(self, name: str, before: str | None, limit: int, deadline: float) -> list[str]:
        """Read at most `limit` entries of a list from its end, or from before an entry; one round trip."""
        key, start = keys.listing(name), "+" if before is None else f"({before}"
        found = self._ask(key, [("ZREVRANGEBYLEX", key, start, "-", "LIMIT", 0, limit)], deadline)[0]
        return [entry.decode() for entry in found]

    def replay(
        self, game_id: str, after: int, limit: int, deadline: float
    ) -> tuple[bytes | None, list[bytes]]:
        """Read a game's snapshot and, not before it, at most `limit` events behind the id `after`; one round trip."""
        key, events = keys.snapshot(game_id), keys.events(game_id)
        commands: list[Command] = [("GET", key), ("XRANGE", events, after + 1, "+", "COUNT", limit)]
        snapshot, entries = self._ask(key, commands, deadline)
        return snapshot, [fields[1] for _, fields in entries]

    def publish(self, note: str, deadline: float) -> None:
        """Tell all who have subscribed; nobody may depend on hearing of it."""
        self._ask(keys.NEWS, [("PUBLISH", keys.NEWS, note)], deadline)

    def subscribe(self, deadline: float) -> Subscription:
        """Begin to hear what is published, and of every commit `<game> <version> <last event>`."""
        return Subscription.open(self._wire, deadline)

    def claim(self, name: str, value: str, ttl: int, deadline: float) -> str:
        """Set a name to `value` unless it has one; the value that it has now, and for `ttl` seconds from now."""
        key = keys.single(name)
        commands: list[Command] = [
            ("SET", key, value, "NX", "EX", ttl),
            ("EXPIRE", key, ttl),
            ("GET", key),
        ]
        found: bytes = self._ask_replicas(key, commands, deadline)[2]
        return found.decode()

    def put(self, values: Mapping[str, str], ttl: int, deadline: float, *, confirmed: bool = False) -> None:
        """Set names to values for `ttl` seconds; what is not to be `confirmed` may be lost with its server."""
        commands = [("SET", keys.single(name), value, "EX", ttl) for name, value in values.items()]
        ask = self._ask_replicas if confirmed else self._ask
        for together in self._together(commands):
            ask(together[0][1], together, deadline)

    def get(self, name: str, deadline: float) -> str | None:
        """Read the value of a name."""
        key = keys.single(name)
        found: bytes | None = self._ask(key, [("GET", key)], deadline)[0]
        return None if found is None else found.decode()

    def count(self, name: str, amount: int, ttl: int, deadline: float) -> int:
        """Add to a counter that then lives for `ttl` seconds; what it has come to; one round trip."""
        key = keys.single(name)
        found: int = self._ask(key, [("INCRBY", key, amount), ("EXPIRE", key, ttl)], deadline)[0]
        return found

    def ping(self, deadline: float) -> None:
        """Find out whether the store answers; of a cluster, whether any part of it does."""

        def ask_any(latest: float) -> list[Any]:
            key = keys.single(f"ping:{random.random()}")  # noqa: S311 - no secret
            return self._wire.exchange(key, [("EXISTS", key)], latest)

        _insist(ask_any, deadline)

    def _together(self, commands: Sequence[Command]) -> list[Sequence[Command]]:
        """Tell which commands may go to the server together: on a cluster each goes alone."""
        if self._wire.one_server:
            return [commands] if commands else []
        return [[command] for command in commands]

    def _ask_replicas(self, key: str, commands: Sequence[Command], deadline: float) -> list[Any]:
        """Exchange commands, a write among them, for replies that count when enough replicas have what they tell."""
        if not self._replicas:
            return self._ask(key, commands, deadline)
        wait = ("WAIT", self._replicas, REPLICA_MILLISECONDS)
        *replies, confirmed = self._ask(key, [*commands, wait], deadline)
        if confirmed < self._replicas:
            self._wire.doubt()  # its replicas may follow another master by now
            raise StorageUnavailable(f"Only {confirmed} of {self._replicas} replicas confirmed it.")
        return replies

    def _ask(self, key: str, commands: Sequence[Command], deadline: float) -> list[Any]:
        """Exchange commands for replies. NoScriptError is the caller's; see `_insist` for all others."""
        return _insist(lambda latest: self._wire.exchange(key, commands, latest), deadline)


def _insist(attempt: Callable[[float], list[Any]], deadline: float) -> list[Any]:
    """Make an attempt again and again while there is time for one more.

    It is told until when it may wait before it sends something. Every error but NoScriptError means that the store is
    not available.
    """
    latest = deadline - ANSWER_SECONDS
    pause = 0.0  # a connection that has gone stale is replaced at once
    while True:
        if time.monotonic() > latest:
            raise StorageUnavailable("There is no time left to ask the store.")
        try:
            return attempt(latest)
        except NoScriptError:
            raise
        except (RedisError, RedisClusterException) as error:
            passes = not isinstance(error, ResponseError) or isinstance(error, PASSING) or left_behind(error)
            if not passes or time.monotonic() + pause > latest:
                raise unavailable(error) from error
        time.sleep(pause)
        pause = random.uniform(LONGEST_PAUSE / 4, LONGEST_PAUSE)  # noqa: S311 - no secret


def _arguments(commit: Commit) -> list[str | bytes | int]:
    """List the script's arguments; see `commit.lua`."""
    arguments: list[str | bytes | int] = [
        head(commit.expected) if commit.expected else b"",
        commit.snapshot,
        commit.ttl,
        commit.operation,
        keys.NEWS,
        f"{commit.game_id} {commit.expected + 1} {commit.first_event + len(commit.events) - 1}",
        commit.first_event,
        len(commit.events),
        commit.receipts_ttl,
        *commit.events,
    ]
    receipt = commit.receipt
    if receipt:
        arguments += (receipt.name.caller, receipt.name.key, receipt.limit, receipt.data)
    return arguments
