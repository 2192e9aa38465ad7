"""What the contract shows of the table: the view of a seat or of a spectator, and the score sheet."""

from typing import Any

from tests.acceptance.model.cards import face, in_order, is_wild
from tests.acceptance.model.expect import ANY, OneOf
from tests.acceptance.model.legal import legal_actions
from tests.acceptance.model.table import Table


def view(table: Table, viewer: int | None) -> dict[str, Any]:
    """The view, as far as the rules determine it; `viewer` None is one without a seat."""
    shown: dict[str, Any] = {
        "variant": table.variant,
        "status": table.status,
        "version": table.version,
        "round": table.round,
        "dealer": table.dealer,
        "direction": table.direction,
        "host": host(table),
        "public": False,
        "open_seats": 0,
        "stacked": True,
        "options": table.options,
        "turn": _turn(table),
        "discard_pile": _discard_pile(table),
        "draw_pile": {"count": len(table.draw_pile)},
        "players": [_player(table, seat) for seat in range(len(table.names))],
        "winners": table.winners,
    }
    if viewer is not None:
        shown["you"] = {
            "seat": viewer,
            "hand": faces(table, in_order(table.variant, table.hands[viewer])),
            "drawn_card": _drawn_card(table, viewer),
            "legal_actions": legal_actions(table, viewer),
        }
    return shown


def faces(table: Table, cards: list[str]) -> list[dict[str, Any]]:
    """Card objects."""
    return [face(table.variant, card) for card in cards]


def host(table: Table) -> Any:
    """R19: the rights pass to the next active seat; which direction counts is left open."""
    if table.active[table.host]:
        return table.host
    return OneOf((table.step(table.host, 1), table.step(table.host, -1)))


def _turn(table: Table) -> Any:
    turn = table.turn
    if turn is None:
        return None
    starter_dump = turn.phase == "dump" and turn.reason == "starter"
    return {
        "seat": turn.seat,
        "phase": turn.phase,
        "penalty": turn.penalty,
        "by": turn.by,
        "reason": OneOf(("starter", "reverse")) if starter_dump else turn.reason,
        "deadline": None,
    }


def _discard_pile(table: Table) -> Any:
    if table.status == "drafting":
        pile = table.draft_discards
        return {"top": face(table.variant, pile[-1]) if pile else None, "color": None, "count": len(pile)}
    gone = not all(table.active)
    if table.status == "finished" and gone and (table.draft_discards or not table.rounds):
        return ANY if table.draft_discards or not table.discards else _pile(table)
    return _pile(table)


def _pile(table: Table) -> dict[str, Any]:
    ended = table.turn is None
    left_after_the_end = ended and bool(table.rounds) and not all(table.active)
    return {
        "top": face(table.variant, table.up_card),
        "color": ANY if ended and is_wild(table.up_card) else table.color,
        "count": ANY if left_after_the_end else len(table.discards),
    }


def _player(table: Table, seat: int) -> dict[str, Any]:
    here = table.active[seat]
    return {
        "seat": seat,
        "name": table.names[seat],
        "kind": "human",
        "cards": len(table.hands[seat]) if here or table.turn is not None else ANY,
        "said_uno": seat in table.calls,
        "score": table.scores[seat],
        "active": here,
    }


def _drawn_card(table: Table, viewer: int) -> str | None:
    if table.turn is None or table.turn.seat != viewer:
        return None
    return table.draw_pile[0] if table.turn.phase == "draft" else table.drawn_card


def score_sheet(table: Table) -> dict[str, Any]:
    """The score sheet."""
    return {
        "status": table.status,
        "scoring": "losers_count" if table.variant == "duo" else "winner_collects",
        "goal": table.options["goal"],
        "totals": [
            {"seat": seat, "name": name, "points": table.scores[seat]}
            for seat, name in enumerate(table.names)
        ],
        "rounds": [_result(table, result) for result in table.rounds],
        "winners": table.winners,
    }


def _result(table: Table, result: dict[str, Any]) -> dict[str, Any]:
    hands = [
        {**hand, "cards": faces(table, in_order(table.variant, hand["cards"]))} for hand in result["hands"]
    ]
    return {**result, "hands": hands}
