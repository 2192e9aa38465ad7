"""Short games by script, for what chance brings about too seldom: stacked deals, and positions near an empty pile."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from service import engine
from service.engine import Move, Play
from tests.engine.positions import Table, dealt, position

PLAIN_MOVES: Final[dict[str, Move]] = {
    "draw": engine.Draw(),
    "pass": engine.Pass(),
    "challenge": engine.Challenge(),
    "uno": engine.CallUno(),
}


@dataclass(frozen=True)
class Scene:
    """The table that a game is played at, and its moves to the end: `0 play R5 red UNO`, `0 choose 2`, `0 leave`."""

    begin: Callable[[], Table]
    script: str


def read_move(table: Table, line: str) -> tuple[int, Move | None]:
    """Read a line of a script: the seat and its move, None for a departure."""
    number, action, *words = line.split()
    seat = int(number)
    if action == "leave":
        return seat, None
    if action in PLAIN_MOVES:
        return seat, PLAIN_MOVES[action]
    named = next((engine.COLORS.index(word) for word in words if word in engine.COLORS), None)
    if action == "play":
        return seat, Play(table.card(words[0], table.state.hands[seat]), named, uno="UNO" in words)
    if action == "catch":
        return seat, engine.Catch(int(words[0]))
    return seat, engine.ChooseSeat(int(words[0])) if named is None else engine.ChooseColor(named)


def deck(*hands: str, then: str) -> str:
    """Stack the deck that deals `hands`, beginning with seat 0, and goes on with a starter and what is drawn."""
    rounds = zip(*(hand.split() for hand in hands), strict=True)
    return " ".join([*(card for cards in rounds for card in cards), then])


ONE_ROUND: Final = {"kind": "one_round"}

SCENES: Final = {
    "classic_starter_wild": Scene(
        lambda: dealt(
            "classic",
            3,
            deck("G1 G2", "W4 R1", "R2 R3", then="W4 W B5 B6 Y4 Y5 Y6 Y7 Y9"),
            goal=ONE_ROUND,
            starting_hand=2,
            starter_wild="choose",
            bluffing=False,
        ),
        """
        0 choose green
        0 play G1
        2 catch 0
        1 play W4 red UNO
        0 draw
        1 play R1
        """,
    ),
    "classic_stacking": Scene(
        lambda: dealt(
            "classic",
            3,
            deck("GD W4 R1 R2", "YD BD W4 G1", "RD Y1 Y2 Y3", then="YD B1 B2"),
            goal=ONE_ROUND,
            starting_hand=4,
            stacking="same",
        ),
        """
        1 play YD
        2 play RD
        0 play GD
        1 play BD
        2 draw
        0 play W4 green
        1 play W4 red
        2 challenge
        2 leave
        1 leave
        """,
    ),
    "classic_seven_zero": Scene(
        lambda: dealt(
            "classic",
            3,
            deck("R7 R4 B1", "R0 R3 R8", "R5 R6 G9", then="R5 Y1 Y2"),
            goal=ONE_ROUND,
            starting_hand=3,
            jump_in=True,
            seven_zero=True,
        ),
        """
        2 play R5
        0 play R7
        0 choose 2
        1 play R0
        2 play R3 UNO
        0 play R4
        2 catch 0
        1 play R6
        1 uno
        2 play R8
        """,
    ),
    "classic_no_match": Scene(
        lambda: dealt(
            "classic",
            3,
            deck("W4 G5 B1", "W4 Y1 Y2", "Y3 R1 R2", then="R5 G1 G2 G3 G4 B2 B3 B4 B5 B6 B7 Y9 W4 R9"),
            goal=ONE_ROUND,
            starting_hand=3,
            wild_draw_four_needs="no_match",
            force_play=True,
        ),
        """
        0 play W4 blue
        1 challenge
        1 play W4 yellow
        2 challenge
        0 draw
        0 play Y9
        1 play Y1 UNO
        2 draw
        2 pass
        0 draw
        1 play Y2
        """,
    ),
    "classic_blocked": Scene(
        lambda: position(
            "R5", "G1 Y2", "B1 B2", "Y8", under="Y4", draw="", goal={"kind": "rounds", "value": 1}
        ),
        """
        0 draw
        1 draw
        2 draw
        0 draw
        """,
    ),
    "duo_blocked": Scene(
        lambda: position(
            "R5", "G1 Y2", "BR", variant="duo", under="B9", draw="", goal={"kind": "rounds", "value": 1}
        ),
        """
        0 draw
        1 draw
        0 draw
        """,
    ),
    "mario_kart_blocked": Scene(
        lambda: position(
            "R5",
            "WI Y1 Y2",
            "B1 G2",
            "G3 G4",
            variant="mario_kart",
            draw="",
            goal={"kind": "points", "value": 50},
        ),
        """
        0 play WI
        0 draw
        0 pass
        1 draw
        2 draw
        0 draw
        """,
    ),
}
