"""Moments: milliseconds since 1970 inside, RFC 3339 UTC outside."""

import time
from datetime import UTC, datetime
from functools import lru_cache


def now() -> int:
    """Read the clock."""
    return time.time_ns() // 1_000_000


def rfc3339(moment: int) -> str:
    """Write a moment as answers show it, to the millisecond."""
    seconds, milliseconds = divmod(moment, 1000)
    return f"{_to_the_second(seconds)}.{milliseconds:03d}Z"


@lru_cache(maxsize=1024)
def _to_the_second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
