"""The rules of one variant with one set of options, made once and shared by all such games."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar

from service.engine.cards import DRAW_TWO, RANKS, WILD_DRAW_FOUR
from service.engine.deal import first_player_moves
from service.engine.effects import CORE_EFFECTS, plain
from service.engine.legal import CORE_OFFERS, play_entry
from service.engine.moves import Play
from service.engine.options import Options
from service.engine.phases import ChallengePhase
from service.engine.reducer import CORE_HANDLERS, PLAY
from service.engine.rules import Handlers, Rules
from service.engine.variants import VARIANTS

T = TypeVar("T")

_WAITS = {
    "none": frozenset[int](),
    "draw_two": frozenset({DRAW_TWO}),
    "same": frozenset({DRAW_TWO, WILD_DRAW_FOUR}),
}
"""Draw cards that the next player may answer with their own kind, by the option `stacking` (R10)."""


@lru_cache(maxsize=1024)
def rules_for(variant: str, options: Options) -> Rules:
    """Work the options into the tables of a variant."""
    base = VARIANTS[variant]
    cards = range(len(base.deck))
    waits = _WAITS[options.stacking]
    return Rules(
        variant=base,
        options=options,
        options_json=base.options_dict(options),
        deck=base.deck,
        effects=_by_rank({**CORE_EFFECTS, **base.effects(options)}, plain),
        starters=_by_rank(base.starters(options), first_player_moves),
        guilty=base.guilty(options),
        waits=waits,
        handlers=_handlers(base.handlers, stacked_challenge=WILD_DRAW_FOUR in waits),
        offers={**CORE_OFFERS, **base.offers},
        jump_in=base.jump_in if options.jump_in else None,
        plays=tuple(play_entry(base.deck, card) for card in cards),
        last_plays=tuple(play_entry(base.deck, card, last=True) for card in cards),
    )


def rules_of(variant: str, values: Mapping[str, Any]) -> Rules:
    """Find the rules of a variant with the options of a snapshot, without making options of them each time."""
    plain_values = dict(values)
    goal = plain_values.pop("goal")
    return _rules_of(variant, goal["kind"], goal["value"], *plain_values.items())


@lru_cache(maxsize=1024)
def _rules_of(variant: str, goal_kind: str, goal_value: int | None, *values: tuple[str, Any]) -> Rules:
    goal = {"kind": goal_kind, "value": goal_value}
    return rules_for(variant, VARIANTS[variant].make_options(dict(values) | {"goal": goal}))


def _by_rank(table: Mapping[int, T], default: T) -> tuple[T, ...]:
    return tuple(table.get(rank, default) for rank in range(len(RANKS)))


def _handlers(own: Handlers, *, stacked_challenge: bool) -> Handlers:
    """Lay a variant's handlers over the core's; a stacked Wild Draw Four may be answered while it can be challenged."""
    stacking: Handlers = {ChallengePhase: {Play: PLAY}} if stacked_challenge else {}
    phases = CORE_HANDLERS.keys() | own.keys()
    tables = (CORE_HANDLERS, stacking, own)
    return {
        phase: {kind: h for table in tables for kind, h in table.get(phase, {}).items()} for phase in phases
    }
