"""What is counted and measured, for Prometheus.

Each worker writes into files of its own (prometheus_client's multi-process mode), if the launcher has named a directory
for them; `service/exposition.py` adds them up. Labels have few values, none of which a client chooses.
"""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

from service import __version__

REQUESTS: Final = Histogram(
    "uno_http_request_duration_seconds",
    "Requests, and how long they took until their answer, or their stream, began.",
    ("method", "route", "status"),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
MOVES: Final = Counter(
    "uno_moves", "Actions that changed a game; repeats are not counted.", ("variant", "action")
)
REFUSALS: Final = Counter("uno_refusals", "Problems that were answered.", ("code",))
GAMES: Final = Counter("uno_games", "Games that came into a status.", ("variant", "status"))
COMMITS: Final = Counter(
    "uno_commits",
    "Attempts to store a change: stored, conflict (another was faster), failed (the store did not say).",
    ("outcome",),
)
RETRIES: Final = Counter("uno_commit_retries", "Changes that were decided anew after a conflict.")
STREAMS: Final = Gauge("uno_streams_open", "Open streams.", multiprocess_mode="livesum")
POLLS: Final = Gauge("uno_polls_open", "Requests that wait for a change.", multiprocess_mode="livesum")
STORE: Final = Histogram(
    "uno_store_duration_seconds",
    "Round trips to the store.",
    ("outcome",),
    buckets=(0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1),
)
BUILD: Final = Gauge("uno_build_info", "The release that runs.", ("version",), multiprocess_mode="livemax")
BUILD.labels(__version__).set(1)

_STORED, _CONFLICT, _FAILED = map(COMMITS.labels, ("stored", "conflict", "failed"))
_OK, _ERROR = map(STORE.labels, ("ok", "error"))


class Meter:
    """Counts for those who know no metrics: `games.Meter`, `live.Meter` and `store.measured.Meter`."""

    def stored(self, variant: str, before: str | None, after: str) -> None:
        """See `games.Meter`."""
        _STORED.inc()
        if before != after:
            GAMES.labels(variant, after).inc()

    def conflicted(self) -> None:
        """See `games.Meter`."""
        _CONFLICT.inc()

    def retried(self) -> None:
        """See `games.Meter`."""
        RETRIES.inc()

    def failed(self) -> None:
        """See `games.Meter`."""
        _FAILED.inc()

    def streams(self, number: int) -> None:
        """See `live.Meter`."""
        STREAMS.set(number)

    def polls(self, number: int) -> None:
        """See `live.Meter`."""
        POLLS.set(number)

    def exchanged(self, seconds: float, *, answered: bool) -> None:
        """See `store.measured.Meter`."""
        (_OK if answered else _ERROR).observe(seconds)


METER: Final = Meter()
