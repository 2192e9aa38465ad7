"""The one gate for secrets: what a viewer may see of a state and of an event."""

from collections.abc import Mapping
from typing import Any

from service.engine.cards import COLOR_NAMES, Deck
from service.engine.events import Event
from service.engine.legal import legal_moves
from service.engine.phases import DraftPhase, DrawnPhase
from service.engine.state import State


def view(state: State, viewer: int | None) -> dict[str, Any]:
    """Show the game to the player in seat `viewer`, or to a spectator (None).

    `players` has for each seat what the rules know of it; `you` is there for a player alone, and is the only place
    with cards of a hand.
    """
    objects, ids = state.rules.deck.objects, state.rules.deck.ids
    pile = state.discard_pile
    seen = {
        "status": state.status,
        "round": state.round,
        "dealer": state.dealer,
        "direction": state.direction,
        "turn": _turn(state),
        "discard_pile": {
            "top": objects[ids[pile[-1]]] if pile else None,
            "color": None if isinstance(state.phase, DraftPhase) else COLOR_NAMES[state.color],
            "count": len(pile),
        },
        "draw_pile": {"count": len(state.draw_pile)},
        "players": [
            {"cards": len(hand), "said_uno": said, "score": total, "active": active}
            for hand, said, total, active in zip(
                state.hands, state.said, state.totals, state.active, strict=True
            )
        ],
        "winners": state.winners,
    }
    if viewer is not None:
        seen["you"] = {
            "seat": viewer,
            "hand": [objects[ids[card]] for card in state.hands[viewer]],
            "drawn_card": _drawn_card(state, viewer),
            "legal_actions": [entry.json for entry in legal_moves(state, viewer)],
        }
    return seen


def _turn(state: State) -> dict[str, Any] | None:
    phase = state.phase
    if phase.seat is None:
        return None
    return {
        "seat": phase.seat,
        "phase": phase.name,
        "penalty": phase.penalty,
        "by": phase.by,
        "reason": phase.reason,
        "deadline": None,
    }


def _drawn_card(state: State, viewer: int) -> str | None:
    """Tell the card that the viewer has just drawn, or looks at while drafting."""
    phase = state.phase
    if phase.seat != viewer:
        return None
    if isinstance(phase, DrawnPhase):
        return state.rules.deck.ids[phase.card]
    return state.rules.deck.ids[state.draw_pile[-1]] if isinstance(phase, DraftPhase) else None


def redact(event: Mapping[str, Any], viewer: int | None, deck: Deck) -> Event:
    """Show an event to a viewer: without `secret` but for the viewer's own part, card ids as cards."""
    shown = dict(event)
    for seat, fields in shown.pop("secret", ()):
        if seat == viewer:
            shown |= fields
    objects = deck.objects
    if "card" in shown:
        shown["card"] = objects[shown["card"]]
    if "cards" in shown:
        shown["cards"] = [objects[card] for card in shown["cards"]]
    if "hands" in shown:
        shown["hands"] = [
            hand | {"cards": [objects[card] for card in hand["cards"]]} for hand in shown["hands"]
        ]
    return shown
