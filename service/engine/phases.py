"""What a game waits for, and from whom; each phase carries the data of its decision."""

from dataclasses import dataclass
from typing import ClassVar, Final

STARTER: Final = "starter"
GREEN_SHELL: Final = "green_shell"
BOB_OMB: Final = "bob_omb"
SEVEN: Final = "seven"
REVERSE: Final = "reverse"


class Waiting:
    """What views show of every phase; a phase that has one of these as its own data overrides it."""

    __slots__ = ()
    name: ClassVar[str]
    penalty: int = 0
    """Cards owed by the seat to move."""
    by: int | None = None
    """The seat whose card is faced."""
    reason: str | None = None
    """What asks for a choice."""


@dataclass(frozen=True, slots=True)
class TurnPhase(Waiting):
    """`seat` plays or draws. With a `penalty`, that many cards are owed for the card that `by` laid (R10)."""

    name: ClassVar = "play"
    seat: int
    penalty: int = 0
    by: int | None = None


@dataclass(frozen=True, slots=True)
class DrawnPhase(Waiting):
    """`seat` drew `card`, which can be played: play it or pass (R7)."""

    name: ClassVar = "drawn"
    seat: int
    card: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengePhase(Waiting):
    """`seat` faces the Wild Draw Four of `by`, `penalty` cards in all; `hand` is what is judged (R12)."""

    name: ClassVar = "challenge"
    seat: int
    by: int
    penalty: int
    guilty: bool
    hand: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColorPhase(Waiting):
    """`seat` names a colour; then the same seat moves if `again`, else the next one."""

    name: ClassVar = "color"
    seat: int
    reason: str
    again: bool


@dataclass(frozen=True, slots=True)
class SeatPhase(Waiting):
    """`seat` picks another active seat."""

    name: ClassVar = "seat"
    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class DumpPhase(Waiting):
    """`seat` lays every card of the current colour (D8)."""

    name: ClassVar = "dump"
    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class DraftPhase(Waiting):
    """`seat` looks at the top card of the draw pile and keeps or refuses it (D2)."""

    name: ClassVar = "draft"
    seat: int


@dataclass(frozen=True, slots=True)
class RoundOver(Waiting):
    """Nobody must act until somebody asks for the next round."""

    name: ClassVar = "round_over"
    seat: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class GameOver(Waiting):
    """The game is finished."""

    name: ClassVar = "game_over"
    seat: ClassVar[None] = None


Phase = (
    TurnPhase
    | DrawnPhase
    | ChallengePhase
    | ColorPhase
    | SeatPhase
    | DumpPhase
    | DraftPhase
    | RoundOver
    | GameOver
)
