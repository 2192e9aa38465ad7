"""What the use cases need of a store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol


class ReceiptName(NamedTuple):
    """Where the receipt of an Idempotency-Key lies within a game: whose it is, and for which key."""

    caller: str
    key: str


@dataclass(frozen=True, slots=True)
class NewReceipt:
    """A receipt to be kept by a commit; its caller's newest `limit` are kept."""

    name: ReceiptName
    limit: int
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """One change of one game, stored whole or not at all.

    It takes effect only on `expected`, the version that was read; 0 stands for a game that must not exist yet. The
    `snapshot` must begin with `head(version)`. `events` are JSON texts, numbered from `first_event` without gaps;
    there is always at least one. `operation` is this attempt's own id, by which a repetition of it is known. All that
    belongs to the game then lives for `ttl` seconds, its receipts for `receipts_ttl`.
    """

    game_id: str
    expected: int
    snapshot: bytes
    ttl: int
    receipts_ttl: int
    operation: str
    first_event: int
    events: Sequence[bytes]
    receipt: NewReceipt | None = None


def head(version: int) -> bytes:
    """How the snapshot of a version begins, so that a store can compare versions without reading all of it."""
    return b'{"version":%d,' % version


class Store(Protocol):
    """Where games are kept. Every method raises `StorageUnavailable`, at the latest when `deadline` is reached.

    A deadline is a time on the clock of `time.monotonic`. What is committed, claimed, confirmed, found as a receipt or
    put as `confirmed` is as safe as the operator asked for; all else that is read or put may yet be lost with a server.
    """

    def load(
        self, game_id: str, receipt: ReceiptName | None, deadline: float
    ) -> tuple[bytes | None, bytes | None]:
        """Read a game's snapshot and, not before it, a receipt; None for what does not exist."""

    def commit(self, commit: Commit, deadline: float) -> bool:
        """Store a change; False, and nothing stored, when the game is no longer at the expected version."""

    def confirm(self, game_id: str, deadline: float) -> None:
        """Make sure of what was read of a game, where the operator asked for that."""

    def events(self, game_id: str, after: int, limit: int, deadline: float) -> list[bytes]:
        """Read at most `limit` events behind the id `after`, oldest first."""

    def claim(self, name: str, value: str, ttl: int, deadline: float) -> str:
        """Set a name to `value` unless it has one; the value that it has now, and for `ttl` seconds from now."""

    def put(self, values: Mapping[str, str], ttl: int, deadline: float, *, confirmed: bool = False) -> None:
        """Set names to values for `ttl` seconds."""

    def get(self, name: str, deadline: float) -> str | None:
        """Read the value of a name."""

    def load_all(self, game_ids: Sequence[str], deadline: float) -> list[bytes | None]:
        """Read the snapshots of games; None for one that does not exist."""

    def enlist(self, names: Sequence[str], entry: str, most: int, ttl: int, deadline: float) -> None:
        """Put an entry into lists, which keep the `most` last ones by their texts, and live for `ttl` seconds."""

    def delist(self, names: Sequence[str], entries: Sequence[str], deadline: float) -> None:
        """Take entries out of lists."""

    def listed(self, name: str, before: str | None, limit: int, deadline: float) -> list[str]:
        """Read at most `limit` entries of a list from its end, or from before an entry."""

    def publish(self, note: str, deadline: float) -> None:
        """Tell all who listen, wherever they are; nobody may depend on hearing of it."""

    def ping(self, deadline: float) -> None:
        """Find out whether the store answers."""


class Meter(Protocol):
    """Who counts what becomes of changes; nothing depends on it."""

    def stored(self, variant: str, before: str | None, after: str) -> None:
        """Count a change that is stored: the game's status before it (None: the game is new) and after it."""

    def conflicted(self) -> None:
        """Count a change that was not stored, because another request changed the game first."""

    def retried(self) -> None:
        """Count a change that is decided anew, after another request changed the game first."""

    def failed(self) -> None:
        """Count a change that may be stored or not, because the store did not say."""
