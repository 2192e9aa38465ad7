"""House rules that a game is created with: their values, defaults and JSON Schemas."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Goal:
    """When a game is over: `points` or `rounds` with their `value`, or `one_round`."""

    kind: str
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """All house rules; a variant offers some of them and fixes the others (rules, section 5)."""

    goal: Goal = Goal("points", 500)
    starting_hand: int = 7
    bluffing: bool = True
    wild_draw_four_needs: str = "no_color"
    starter_wild: str = "reflip"
    draw_until_playable: int | None = None
    force_play: bool = False
    stacking: str = "none"
    seven_zero: bool = False
    jump_in: bool = False
    shuffle_on_recycle: bool = True
    uno_penalty: int = 2
    spectators: bool = True

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Options":
        """Make options of valid JSON values, a goal among them; what is left out has this class's default."""
        return cls(**{**values, "goal": Goal(**values["goal"])})

    def as_dict(self) -> dict[str, Any]:
        """Give every option as a JSON value."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return values | {"goal": {"kind": self.goal.kind, "value": self.goal.value}}


def _choice(description: str, *values: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(values), "description": description}


def _switch(description: str) -> dict[str, Any]:
    return {"type": "boolean", "description": description}


def _goal_kind(kind: str, value: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
        "then": {"properties": {"value": value}, "required": ["kind", *required]},
    }


SCHEMAS: Final[Mapping[str, dict[str, Any]]] = {
    "goal": {
        "type": "object",
        "description": "When the game is over: at a number of points, after a number of rounds, or after one round.",
        "required": ["kind"],
        "properties": {
            "kind": {"type": "string", "enum": ["points", "rounds", "one_round"]},
            "value": {"description": "The points or rounds; null for one round."},
        },
        "additionalProperties": False,
        "allOf": [
            _goal_kind("points", {"type": "integer", "minimum": 1, "maximum": 10_000}, "value"),
            _goal_kind("rounds", {"type": "integer", "minimum": 1, "maximum": 100}, "value"),
            _goal_kind("one_round", {"type": "null"}),
        ],
    },
    "starting_hand": {
        "type": "integer",
        "minimum": 1,
        "maximum": 20,
        "description": "Cards dealt to each seat; seats, open ones included, times cards may be 80 at most.",
    },
    "bluffing": _switch("Whether a Wild Draw Four may be laid against its condition, and challenged."),
    "wild_draw_four_needs": _choice(
        "What an honest Wild Draw Four needs: no card of the current colour, or no coloured card that matches at all.",
        "no_color",
        "no_match",
    ),
    "starter_wild": _choice(
        "A Wild turned up at the start goes back, or stays and the first player names the colour.",
        "reflip",
        "choose",
    ),
    "draw_until_playable": {
        "type": ["integer", "null"],
        "minimum": 2,
        "maximum": 20,
        "description": "The most cards that one turn draws until one can be played; null draws a single card.",
    },
    "force_play": _switch("Whether a playable card just drawn must be played."),
    "stacking": _choice(
        "Which draw cards may be answered by passing the sum on: none, Draw Two, or each kind on its own kind.",
        "none",
        "draw_two",
        "same",
    ),
    "seven_zero": _switch("Whether a 7 swaps two hands and a 0 moves all hands one seat on."),
    "jump_in": _switch("Whether a card identical to the up card may be laid out of turn."),
    "shuffle_on_recycle": _switch("Whether a recycled discard pile is shuffled rather than turned over."),
    "uno_penalty": {
        "type": "integer",
        "minimum": 0,
        "maximum": 10,
        "description": "Cards drawn by a player caught without UNO; with 0 nobody can be caught.",
    },
    "spectators": _switch("Whether anyone without a seat's token may look once the game has started."),
}
"""JSON Schema (2020-12) of each option, without its default, which is the variant's."""
