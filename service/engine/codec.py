"""The snapshot of a state: JSON-ready, readable, and all of it, secrets included."""

from collections.abc import Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any, Final

from service.engine import phases
from service.engine.phases import ChallengePhase, DrawnPhase, Phase
from service.engine.resolve import rules_of
from service.engine.state import State

PHASES: Final[dict[str, type[Phase]]] = {
    phase.name: phase
    for phase in (
        phases.TurnPhase,
        phases.DrawnPhase,
        phases.ChallengePhase,
        phases.ColorPhase,
        phases.SeatPhase,
        phases.DumpPhase,
        phases.DraftPhase,
        phases.RoundOver,
        phases.GameOver,
    )
}
PHASE_FIELDS: Final = {phase: tuple(field.name for field in fields(phase)) for phase in PHASES.values()}
PLAIN: Final = (
    "color",
    "direction",
    "round",
    "dealer",
    "shuffles",
    "stacked",
    "early",
    "window",
    "idle",
    "rounds",
    "winners",
    "active",
    "totals",
    "said",
)
"""Fields that are JSON as they stand."""


_plain = attrgetter(*PLAIN)


def encode(state: State) -> dict[str, Any]:
    """Write a state as JSON values; cards and piles are in notation, bottom to top."""
    phase = state.phase
    coded = {name: getattr(phase, name) for name in PHASE_FIELDS[type(phase)]}
    if isinstance(phase, DrawnPhase):
        coded["card"] = state.rules.deck.ids[phase.card]
    elif isinstance(phase, ChallengePhase):
        coded["hand"] = _write(state, list(phase.hand))
    snapshot = dict(zip(PLAIN, _plain(state), strict=True))
    return snapshot | {
        "variant": state.variant,
        "options": state.rules.options_json,
        "seed": state.seed.hex(),
        "client_seeds": state.client_seeds,
        "phase": coded | {"name": phase.name},
        "hands": [_write(state, hand) for hand in state.hands],
        "draw_pile": _write(state, state.draw_pile),
        "discard_pile": _write(state, state.discard_pile),
    }


def _write(state: State, cards: list[int]) -> str:
    return " ".join(map(state.rules.deck.ids.__getitem__, cards))


def decode(snapshot: Mapping[str, Any]) -> State:
    """Read what `encode` wrote."""
    rules = rules_of(snapshot["variant"], snapshot["options"])
    index = rules.deck.index
    return State(
        variant=snapshot["variant"],
        options=rules.options,
        rules=rules,
        seed=bytes.fromhex(snapshot["seed"]),
        client_seeds=tuple(snapshot["client_seeds"]),
        phase=_read_phase(snapshot["phase"], index),
        hands=[_read(hand, index) for hand in snapshot["hands"]],
        draw_pile=_read(snapshot["draw_pile"], index),
        discard_pile=_read(snapshot["discard_pile"], index),
        **{name: snapshot[name] for name in PLAIN},
    )


def _read(cards: str, index: Mapping[str, int]) -> list[int]:
    return list(map(index.__getitem__, cards.split()))


def _read_phase(coded: Mapping[str, Any], index: Mapping[str, int]) -> Phase:
    values = dict(coded)
    phase = PHASES[values.pop("name")]
    if phase is DrawnPhase:
        values["card"] = index[values["card"]]
    elif phase is ChallengePhase:
        values["hand"] = tuple(_read(values["hand"], index))
    return phase(**values)
