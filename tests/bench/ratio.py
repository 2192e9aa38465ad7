"""Comparing two speeds on a machine whose own speed drifts: in turn, again and again."""

from collections.abc import Callable
from statistics import median


def paired(ours: Callable[[], float], theirs: Callable[[], float], rounds: int) -> tuple[float, float, float]:
    """Measure in turn; the medians of ours and theirs (per second) and of their ratios, pair by pair."""
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    return (
        median(our for our, _ in pairs),
        median(their for _, their in pairs),
        median(our / their for our, their in pairs),
    )


def line(what: str, figures: tuple[float, float, float], goal: float) -> str:
    """Write one figure."""
    ours, theirs, ratio = figures
    return f"{what}: ratio {ratio:.2f} (goal {goal:.1f}); {ours:,.0f}/s against {theirs:,.0f}/s"
