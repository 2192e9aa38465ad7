"""Moments: milliseconds since 1970 inside, RFC 3339 UTC outside."""

import time
from datetime import UTC, datetime
from functools import lru_cache


def now() -> int:
    """Read the clock."""
    return time.time_ns() // 1_000_000


@lru_cache(maxsize=4096)
def rfc3339(moment: int) -> str:
    """Write a moment as answers show it, to the millisecond."""
    seconds, milliseconds = divmod(moment, 1000)
    return datetime.fromtimestamp(seconds, UTC).strftime(f"%Y-%m-%dT%H:%M:%S.{milliseconds:03d}Z")
