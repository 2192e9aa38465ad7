"""Counts of move sequences from fixed positions, as chess programs check their move generators.

The table `counts.json` holds for each position the number of sequences of 1, 2, ... moves, by any seats, that the
legal moves allow; each choice of a colour or a seat counts on its own. `python -m tests.engine.test_counts` checks
every number by a count that knows nothing of the list of legal moves and tries all there is; it takes a few minutes.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from service import engine
from service.engine import Move, Play
from tests.engine.positions import Table, dealt, position
from tests.engine.walks import PLAIN_MOVES, accepts, copy_of, listed_moves

TABLE: Final = Path(__file__).with_name("counts.json")
HOUSE: Final[dict[str, Any]] = {
    "stacking": "same",
    "seven_zero": True,
    "jump_in": True,
    "draw_until_playable": 3,
    "starter_wild": "choose",
}
POSITIONS: Final[dict[str, Callable[[], Table]]] = {
    "classic: the canonical deck": lambda: dealt("classic", 3, "R5 G7 B2", starting_hand=5),
    "classic: wilds, a bluff to challenge": lambda: position(
        "R5", "W W4 R7 RS RD", "G5 W4 RR", "B5 W4 BD", draw="Y1 R9 W G2 B7 RD Y4 Y5 Y6 Y7 Y8 Y9"
    ),
    "classic: two players at two cards": lambda: position(
        "R5", "RS R7", "W4 R9", draw="R1 Y2 R3 W", under="B1 B2 B3"
    ),
    "classic: house rules": lambda: position(
        "R7", "G7 R0 RD W4", "R7 W4 GD", "RD Y0 W4", draw="Y1 R9 W G2 B7 YD Y4 Y5 Y6", **HOUSE
    ),
    "classic: a wild as starter, without bluffing": lambda: dealt(
        "classic", 3, "R1 W4 Y3 R2 G9 B0 R5 G5 W4 W G1 G2", starting_hand=3, bluffing=False, **HOUSE
    ),
    "duo: the draft": lambda: dealt("duo", 2, "R1 W4 RR RD YS G5 B0 W R2 R3"),
    "duo: volleys and dumps": lambda: position(
        "R5", "RR R1 RS GD W", "RD YR G1 W4 R9", variant="duo", draw="Y1 R8 W BD B7 RD Y4 Y5 Y6 Y7"
    ),
    "duo: a dump that must be made": lambda: position(
        "R5", "RR R1 GR G3", "R2 RS RR", variant="duo", draw="Y1 R8 W BD B7 RD Y4"
    ),
    "mario_kart: every item": lambda: position(
        "R5",
        "WI WI R7 R8",
        "WI G5 W4",
        "B5 WI R1",
        variant="mario_kart",
        draw="R2 Y3 G4 B6 W4 WI R9 Y8 G7 B1 Y9 B8",
    ),
    "mario_kart: an Item Box as starter": lambda: dealt(
        "mario_kart", 2, "R1 W4 WI RD G9 B0 WI R5 G5 B3 W4 G1", starting_hand=3
    ),
}


def count(state: engine.State, depth: int) -> int:
    """Count sequences of `depth` moves by the list of legal moves."""
    moves = listed_moves(state)
    if depth == 1:
        return len(moves)
    total = 0
    for seat, move in moves:
        after = copy_of(state)
        engine.apply(after, seat, move)
        total += count(after, depth - 1)
    return total


def tried(state: engine.State, seat: int) -> Iterator[Move]:
    """Try each kind of move in the one form that is counted: no call with a play, dumps in canonical order."""
    colors = state.rules.deck.colors
    for card in range(len(state.rules.deck)):
        yield Play(card)
    for card in range(100, len(state.rules.deck)):
        yield from (Play(card, color) for color in range(4))
    for card in state.hands[seat]:
        company = tuple(c for c in state.hands[seat] if colors[c] == colors[card] and c != card)
        if company:
            yield Play(card, then=company)
    yield from PLAIN_MOVES
    for other in range(len(state.hands)):
        yield engine.ChooseSeat(other)
        yield engine.Catch(other)


def counted(state: engine.State, move: Move) -> bool:
    """Tell whether an accepted move counts on its own: a last wild's colour and a dump's first card do not."""
    if not isinstance(move, Play):
        return True
    if state.phase.name == "dump":
        return not move.then or move.card < move.then[0]
    return True


def count_by_trying(state: engine.State, depth: int) -> int:
    """Count sequences of `depth` moves by trying all there is, without the list of legal moves."""
    total = 0
    for seat in range(len(state.hands)):
        for move in tried(state, seat):
            if isinstance(move, Play) and move.color is not None and len(state.hands[seat]) == 1:
                continue
            after = accepts(state, seat, move)
            if after is not None and counted(state, move):
                total += 1 if depth == 1 else count_by_trying(after, depth - 1)
    return total


def table() -> dict[str, list[int]]:
    """Read the numbers."""
    numbers: dict[str, list[int]] = json.loads(TABLE.read_text())
    return numbers


@pytest.mark.parametrize("name", POSITIONS)
def test_the_list_of_legal_moves_gives_the_counts(name: str) -> None:
    numbers = table()[name]
    for depth, number in enumerate(numbers, 1):
        assert count(POSITIONS[name]().state, depth) == number, f"depth {depth}"


@pytest.mark.parametrize("name", POSITIONS)
def test_trying_everything_gives_the_same_counts(name: str) -> None:
    numbers = [number for number in table()[name] if number < 100]
    assert numbers
    for depth, number in enumerate(numbers, 1):
        assert count_by_trying(POSITIONS[name]().state, depth) == number, f"depth {depth}"


def _counts_up_to(make: Callable[[], Table], enough: int) -> list[int]:
    counts = [count(make().state, 1)]
    while counts[-1] < enough:
        counts.append(count(make().state, len(counts) + 1))
    return counts


def main() -> None:
    """Check the whole table by trying everything; with `--write`, count and write it first."""
    if "--write" in sys.argv:
        numbers = {name: _counts_up_to(make, 3_000) for name, make in POSITIONS.items()}
        TABLE.write_text(json.dumps(numbers, indent=2) + "\n")
    for name, counts in table().items():
        found = [count_by_trying(POSITIONS[name]().state, d) for d in range(1, len(counts) + 1)]
        print(name, counts, "ok" if found == counts else f"WRONG: {found}")  # noqa: T201 - a command's answer


if __name__ == "__main__":
    main()
