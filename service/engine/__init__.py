"""The rules of the three games: pure, with no I/O, clock, environment or global randomness.

A `State` is one whole game. `apply` makes a move or raises a `Refusal` and leaves the state as it was; `legal_moves`
lists what `apply` accepts; `view` and `redact` are the one gate for what a viewer may see.
"""

from service.engine.cards import COLORS, ITEMS, KINDS, Deck
from service.engine.codec import decode, encode
from service.engine.errors import Refusal
from service.engine.events import Event, Events
from service.engine.game import new_game
from service.engine.leaving import default_move, leave
from service.engine.legal import LegalMove, legal_moves
from service.engine.moves import (
    CallUno,
    Catch,
    Challenge,
    ChooseColor,
    ChooseSeat,
    Draft,
    Draw,
    Move,
    NextRound,
    Pass,
    Play,
)
from service.engine.options import Options
from service.engine.reducer import apply
from service.engine.rules import Variant
from service.engine.scoring import end_game, score_sheet
from service.engine.state import State
from service.engine.variants import VARIANTS
from service.engine.view import redact, view

__all__ = [
    "COLORS",
    "ITEMS",
    "KINDS",
    "VARIANTS",
    "CallUno",
    "Catch",
    "Challenge",
    "ChooseColor",
    "ChooseSeat",
    "Deck",
    "Draft",
    "Draw",
    "Event",
    "Events",
    "LegalMove",
    "Move",
    "NextRound",
    "Options",
    "Pass",
    "Play",
    "Refusal",
    "State",
    "Variant",
    "apply",
    "decode",
    "default_move",
    "encode",
    "end_game",
    "leave",
    "legal_moves",
    "new_game",
    "redact",
    "score_sheet",
    "view",
]
