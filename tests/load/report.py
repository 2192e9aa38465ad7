"""Writing down what was measured, and what it says about a million games."""

from collections import Counter
from collections.abc import Sequence
from statistics import quantiles

from locust.stats import RequestStats

from tests.load.costs import Costs, Used, mean
from tests.load.table import MOVE, Hall

CHECK = "CHECK"
GAMES = 1_000_000
THINKING = 10  # seconds between two moves of a game of people
GIB = 2**30


def failures(stats: RequestStats) -> Counter[str]:
    """What failed, and how often."""
    return Counter({error.to_name(): error.occurrences for error in stats.errors.values()})


def speed(stats: RequestStats, hall: Hall, seconds: float) -> tuple[str, int]:
    """How fast the tables played, in words, and how many moves they made."""
    moves = stats.get(MOVE, "POST")
    asked = sum(entry.num_requests for entry in stats.entries.values() if entry.method != CHECK)
    p50, p95, p99 = (moves.get_response_time_percentile(share) for share in (0.5, 0.95, 0.99))
    streams = sum(len(game.followers) for game in hall.games)
    lines = [
        f"moves: {moves.num_requests / seconds:,.0f}/s; p50 {p50} ms, p95 {p95} ms, p99 {p99} ms",
        f"requests, moves and the views before them: {asked / seconds:,.0f}/s",
        f"streams open: {streams}; {len(hall.late) / seconds:,.0f} moves told a second{lateness(hall.late)}",
    ]
    return "\n".join(lines), moves.num_requests


def lateness(late: Sequence[float]) -> str:
    """How long after the sending of a move its first event came."""
    if len(late) < 2:
        return ""
    cuts = quantiles(late, n=100)
    return f", p50 {cuts[49] * 1e3:.0f} ms, p95 {cuts[94] * 1e3:.0f} ms, p99 {cuts[98] * 1e3:.0f} ms after its sending"


def costs(spent: Costs, before: Used, after: Used, moves: int) -> str:
    """What the moves cost, and what a million games at a human pace need."""
    used = Used(*(late - early for late, early in zip(after, before, strict=True)))
    workers, store = used.workers / moves, used.store / moves
    others = 1 - (used.workers + used.store + used.tables) / used.machine
    lines = [
        f"processor for 1,000 moves: workers {workers * 1e3:.2f} s, store {store * 1e3:.2f} s",
        f"(of all that the machine did {others:.0%} was for others: the less, the better these figures)",
        f"moves for each core of the workers: {1 / workers:,.0f}/s, for the one of the store: {1 / store:,.0f}/s",
        f"the store's file grew by {used.written / moves / 1024:.1f} KiB a move",
    ]
    for name, sizes in (("while it is played", spent.playing), ("when it has ended", spent.ended)):
        if sizes:
            size = mean(sizes)
            lines.append(
                f"a game {name}, mean of {len(sizes)}: {sum(size[1:]) / 1024:,.1f} KiB with {size.events:,.0f} events: "
                f"snapshot {size.snapshot:,.0f}, events {size.stream:,.0f}, receipts {size.receipts:,.0f}, "
                f"tokens {size.tokens:,.0f} bytes"
            )
    if weighed := spent.ended or spent.playing:
        rate = GAMES / THINKING
        memory = GAMES * sum(mean(weighed)[1:])
        lines.append(
            f"{GAMES:,} games with a move every {THINKING} s: {rate:,.0f} moves/s, "
            f"{rate * workers:,.0f} cores of workers, {rate * store:,.0f} cores and {memory / GIB:,.0f} GiB of stores"
        )
    return "\n".join(lines)
