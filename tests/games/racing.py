"""What a process does in a race: it sends many requests at once and tells what became of each."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from service.games import Answer, Games, Refusal, times
from service.store.store import RedisStore
from tests.games.table import Table, games_at


def outcomes(calls: Sequence[Callable[[], Answer]]) -> Counter[str]:
    """Count what becomes of calls that start together: `done`, `replayed`, or a Refusal's code."""
    together = threading.Barrier(len(calls))

    def race(call: Callable[[], Answer]) -> str:
        together.wait()
        try:
            return "replayed" if call().replayed else "done"
        except Refusal as refused:
            return refused.code

    with ThreadPoolExecutor(len(calls)) as threads:
        return Counter(threads.map(race, calls))


def games_of_a_process(url: str) -> Games:
    return games_at(RedisStore.at(url), times.now)


def race(
    url: str, game_id: str, tokens: list[str], method: str, requests: list[tuple[Any, ...]]
) -> Counter[str]:
    """Send requests to a game: `method` names one of a Table's, each request has its arguments and its key."""
    table = Table.of(games_of_a_process(url), game_id, tokens)
    return outcomes(
        [lambda args=args, key=key: getattr(table, method)(*args, key=key) for *args, key in requests]  # type: ignore[misc]
    )
