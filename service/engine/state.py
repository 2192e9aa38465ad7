"""The whole of a game in play, secrets included."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from service.engine.options import Options
from service.engine.phases import DraftPhase, GameOver, Phase, RoundOver

if TYPE_CHECKING:
    from service.engine.rules import Rules


@dataclass(slots=True)
class State:
    """One game, decoded for one request and changed in place by the engine alone.

    Lists are indexed by seat. Hands are sorted, which is canonical order; the last card of a pile is its top. While
    drafting, `discard_pile` holds the draft discards. `rules` follows from variant and options and is not saved.
    """

    variant: str
    options: Options
    rules: "Rules" = field(repr=False, compare=False)
    seed: bytes
    client_seeds: tuple[str, ...]
    phase: Phase
    hands: list[list[int]]
    active: list[bool]
    totals: list[int]
    said: list[bool]
    """Whether a call of UNO stands (R15)."""
    draw_pile: list[int] = field(default_factory=list)
    discard_pile: list[int] = field(default_factory=list)
    color: int = 4
    direction: int = 1
    round: int = 0
    dealer: int = 0
    shuffles: int = 0
    """How often randomness was used: the counter of the next shuffle's key."""
    stacked: bool = False
    """Whether this round was dealt from a given deck: then nothing in it is shuffled (R2)."""
    early: int | None = None
    """The seat whose call was made at two cards or with a play not yet resolved (R15)."""
    window: int | None = None
    """The seat that may be caught, or say UNO, until the next action (R16)."""
    idle: int = 0
    """Turns in succession that drew nothing and played nothing (R4)."""
    rounds: list[dict[str, Any]] = field(default_factory=list)
    """The result of each round played, as the score sheet and `round_ended` show it, cards as ids."""
    winners: list[int] = field(default_factory=list)

    @property
    def status(self) -> str:
        """`drafting`, `playing`, `round_over` or `finished`."""
        match self.phase:
            case DraftPhase():
                return "drafting"
            case RoundOver():
                return "round_over"
            case GameOver():
                return "finished"
            case _:
                return "playing"

    def card_ids(self, cards: list[int]) -> list[str]:
        """Write cards in notation."""
        ids = self.rules.deck.ids
        return [ids[card] for card in cards]

    def active_seats(self) -> list[int]:
        """List the seats still in the game."""
        return [seat for seat, active in enumerate(self.active) if active]
