"""Measuring what the store's servers take to answer."""

import time
from collections.abc import Sequence
from typing import Any, Protocol

from redis.connection import AbstractConnection

from service.store.wire import Command, Wire


class Meter(Protocol):
    """Who is told of each round trip."""

    def exchanged(self, seconds: float, *, answered: bool) -> None:
        """Take in how long a server took, and whether it did as it was asked."""


class MeasuredWire:
    """A `Wire` that tells a meter of its round trips."""

    def __init__(self, wire: Wire, meter: Meter) -> None:
        self._wire = wire
        self._meter = meter
        self.one_server = wire.one_server

    def exchange(self, key: str, commands: Sequence[Command], deadline: float) -> list[Any]:
        """See `Wire.exchange`."""
        began, answered = time.perf_counter(), False
        try:
            replies = self._wire.exchange(key, commands, deadline)
            answered = True
        finally:
            self._meter.exchanged(time.perf_counter() - began, answered=answered)
        return replies

    def dial(self, deadline: float) -> AbstractConnection:
        """See `Wire.dial`."""
        return self._wire.dial(deadline)

    def doubt(self) -> None:
        """See `Wire.doubt`."""
        self._wire.doubt()
