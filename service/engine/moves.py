"""What a seat may ask for. HTTP calls a move an action."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Play:
    """Lay `card`; `color` names a wild's colour, `uno` says UNO, `then` are the other cards of a dump (D7, D8).

    A card is an index into the variant's deck; -1 is a card that the deck does not have.
    """

    action: ClassVar = "play"
    card: int
    color: int | None = None
    uno: bool = False
    then: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw for the turn, or take what is owed."""

    action: ClassVar = "draw"


@dataclass(frozen=True, slots=True)
class Pass:
    """Keep the playable card that was drawn."""

    action: ClassVar = "pass"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Say that the Wild Draw Four just faced is a bluff."""

    action: ClassVar = "challenge"


@dataclass(frozen=True, slots=True)
class ChooseColor:
    """Name the colour to match."""

    action: ClassVar = "choose"
    color: int


@dataclass(frozen=True, slots=True)
class ChooseSeat:
    """Pick the seat that an effect is to reach."""

    action: ClassVar = "choose"
    seat: int


@dataclass(frozen=True, slots=True)
class CallUno:
    """Say UNO."""

    action: ClassVar = "uno"


@dataclass(frozen=True, slots=True)
class Catch:
    """Catch `seat`, who has one card and did not say UNO."""

    action: ClassVar = "catch"
    seat: int


@dataclass(frozen=True, slots=True)
class Draft:
    """Keep the card looked at, or refuse it and keep the next one (D2)."""

    action: ClassVar = "draft"
    keep: bool


@dataclass(frozen=True, slots=True)
class NextRound:
    """Deal the next round."""

    action: ClassVar = "next_round"


Move = Play | Draw | Pass | Challenge | ChooseColor | ChooseSeat | CallUno | Catch | Draft | NextRound
