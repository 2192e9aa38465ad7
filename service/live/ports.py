"""What following games needs of a store."""

from typing import Protocol


class Subscription(Protocol):
    """What is published, from the moment this exists until it breaks."""

    def next(self) -> str | None:
        """Wait for the next note; None when none has come for a while. Raises `StorageUnavailable` when it breaks."""

    def close(self) -> None:
        """Hear nothing more."""


class Source(Protocol):
    """Where changes are told and kept. Every method raises `StorageUnavailable`."""

    def subscribe(self, deadline: float) -> Subscription:
        """Begin to hear what is published, and of every commit `<game> <version> <last event>`."""

    def replay(
        self, game_id: str, after: int, limit: int, deadline: float
    ) -> tuple[bytes | None, list[bytes]]:
        """Read a game's snapshot and, not before it, at most `limit` events behind the id `after`."""


class Meter(Protocol):
    """Who is told how many follow games in this process, whenever that changes."""

    def streams(self, number: int) -> None:
        """Take in how many streams are open."""

    def polls(self, number: int) -> None:
        """Take in how many requests wait."""
