"""The options of rules section 5: which a variant has, and their defaults."""

from typing import Any

GOALS: dict[str, dict[str, Any]] = {
    "classic": {"kind": "points", "value": 500},
    "duo": {"kind": "points", "value": 200},
    "mario_kart": {"kind": "one_round"},
}
COMMON: dict[str, Any] = {"bluffing": True, "force_play": False, "uno_penalty": 2, "spectators": True}
DEALT: dict[str, Any] = {"starting_hand": 7, "draw_until_playable": None, "stacking": "none"}
OWN: dict[str, dict[str, Any]] = {
    "classic": {
        **DEALT,
        "wild_draw_four_needs": "no_color",
        "starter_wild": "reflip",
        "seven_zero": False,
        "jump_in": False,
    },
    "duo": {"shuffle_on_recycle": False},
    "mario_kart": DEALT,
}


def complete(variant: str, given: dict[str, Any]) -> dict[str, Any]:
    """All options of a variant, those not given at their defaults."""
    defaults = {"goal": GOALS[variant], **COMMON, **OWN[variant]}
    unknown = set(given) - set(defaults)
    assert not unknown, f"{variant} has no {unknown}"
    return {**defaults, **{name: value for name, value in given.items() if value is not None}}
