"""How often the store talks to its server."""

from collections.abc import Sequence
from typing import Any

from redis.connection import AbstractConnection

from service.store.address import connect
from service.store.wire import Command


class CountingWire:
    """The wire to a server, counting what goes over it."""

    one_server = True

    def __init__(self, url: str) -> None:
        self.wire = connect(url)
        self.count = 0

    def exchange(self, key: str, commands: Sequence[Command], deadline: float) -> list[Any]:
        self.count += 1
        return self.wire.exchange(key, commands, deadline)

    def dial(self, deadline: float) -> AbstractConnection:
        return self.wire.dial(deadline)

    def doubt(self) -> None:
        self.wire.doubt()
