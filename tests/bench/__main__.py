"""`python -m tests.bench`: print every ratio with its goal; naming some measures those alone."""

import sys
from collections.abc import Callable

from tests.bench import engine, moves, streams

FIGURES: dict[str, Callable[[], str]] = {
    "engine": engine.measure,
    "moves": moves.measure,
    "streams": streams.measure,
}


def main(names: list[str]) -> int:
    """Measure the figures named, or all of them."""
    unknown = set(names) - FIGURES.keys()
    if unknown:
        print(f"unknown: {', '.join(sorted(unknown))}; known are {', '.join(FIGURES)}")  # noqa: T201
        return 2
    for name in names or FIGURES:
        print(FIGURES[name](), flush=True)  # noqa: T201 - a program that prints
    return 0


sys.exit(main(sys.argv[1:]))
