"""Variants as data, and the rules that a variant and its options make together."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from service.engine.cards import Deck
from service.engine.events import Events
from service.engine.options import SCHEMAS, Options

if TYPE_CHECKING:
    from service.engine.legal import LegalMove
    from service.engine.moves import Move
    from service.engine.phases import Phase
    from service.engine.state import State

Effect = Callable[["State", int, int, bool, Events], None]
"""What a laid card does: (state, its player, cards owed before it, whether it was a bluff, events)."""
Starter = Callable[["State", int, int, Events], bool]
"""What a card turned up does: (state, first player, the card, events) -> whether it stands as the starter."""
Guilt = Callable[["State", Sequence[int]], bool]
"""Whether a Wild Draw Four laid now, beside this hand, would be a bluff (R12)."""
Deal = Callable[["State", Events], None]
"""How a round gets from the shuffled draw pile to its first decision."""
Pick = Callable[["State", int, int, Events], None]
"""What picking a seat does: (state, who picks, the seat picked, events)."""
Offer = Callable[["State", int], list["LegalMove"]]
"""The moves that a seat may make in a phase that waits for it."""
JumpIn = Callable[["State", int], bool]
"""Whether a card may be laid out of turn now."""


@dataclass(frozen=True, slots=True)
class Handler:
    """How one kind of move is handled in one phase: `check` raises a Refusal, `act` changes the state."""

    check: Callable[["State", int, Any], None]
    act: Callable[["State", int, Any, Events], None]


Handlers = Mapping[type["Phase"], Mapping[type["Move"], Handler]]
Offers = Mapping[type["Phase"], Offer]


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the games: its deck, its numbers, and the tables in which it differs from the core.

    `options` maps each option that it offers to its default; `fixed` gives values of options that it does not offer.
    `handlers` and `offers` are laid over the core's tables, phase by phase.
    """

    key: str
    title: str
    text: str
    min_players: int
    max_players: int
    deck: Deck
    scoring: str
    options: Mapping[str, Any]
    deal: Deal
    guilty: Callable[[Options], Guilt]
    effects: Callable[[Options], Mapping[int, Effect]]
    starters: Callable[[Options], Mapping[int, Starter]]
    fixed: Mapping[str, Any] = field(default_factory=dict)
    picks: Mapping[str, Pick] = field(default_factory=dict)
    handlers: Handlers = field(default_factory=dict)
    offers: Offers = field(default_factory=dict)
    jump_in: JumpIn | None = None

    def make_options(self, values: Mapping[str, Any]) -> Options:
        """Fill in this variant's defaults; `values` must be valid by `option_schema`, null means the default."""
        given = {name: value for name, value in values.items() if value is not None}
        return Options.of({**self.fixed, **self.options, **given})

    def options_dict(self, options: Options) -> dict[str, Any]:
        """Give the options that this variant offers, as JSON values."""
        values = options.as_dict()
        return {name: values[name] for name in self.options}

    def option_schema(self) -> dict[str, Any]:
        """Give the JSON Schema (2020-12) of this variant's options, with defaults."""
        return {
            "type": "object",
            "properties": {name: SCHEMAS[name] | {"default": value} for name, value in self.options.items()},
            "additionalProperties": False,
        }


@dataclass(frozen=True, slots=True)
class Rules:
    """A variant's tables with the options worked in; made once for each pair by `resolve.rules_for`."""

    variant: Variant
    options: Options
    options_json: dict[str, Any]
    deck: Deck
    effects: tuple[Effect, ...]
    starters: tuple[Starter, ...]
    guilty: Guilt
    waits: frozenset[int]
    handlers: Handlers
    offers: Offers
    jump_in: JumpIn | None
    plays: tuple["LegalMove", ...]
    last_plays: tuple["LegalMove", ...]
