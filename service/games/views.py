"""What answers show of a game: the view, the score sheet, events."""

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from service import engine
from service.games.record import Game
from service.games.times import rfc3339


def view(game: Game, viewer: int | None) -> dict[str, Any]:
    """Show a game to the player in seat `viewer`, or to a spectator (None)."""
    seen = engine.view(game.state, viewer) if game.state else _lobby(game, viewer)
    players = game.players()
    shown = {
        "id": game.id,
        "variant": game.variant,
        "status": "abandoned" if game.abandoned else seen["status"],
        "version": game.version,
        "last_event": game.last_event,
        "round": seen["round"],
        "dealer": seen["dealer"],
        "direction": seen["direction"],
        "host": game.host,
        "public": game.public,
        "open_seats": len(game.seats) - len(players),
        "stacked": game.stacked,
        "options": game.options,
        "turn": None if game.abandoned else seen["turn"],
        "discard_pile": seen["discard_pile"],
        "draw_pile": seen["draw_pile"],
        "players": [
            {"seat": seat, "name": player.name, "kind": player.kind} | part
            for (seat, player), part in zip(players, seen["players"], strict=True)
        ],
        "winners": seen["winners"],
        "fairness": {
            "commitment": _commitment(game.seed),
            "client_seeds": [player.client_seed for _, player in players if player.client_seed is not None],
            "seed": game.seed if game.is_over else None,
        },
        "created_at": rfc3339(game.created_at),
        "updated_at": rfc3339(game.updated_at),
        "expires_at": rfc3339(game.expires_at),
    }
    if viewer is not None:
        shown["you"] = seen["you"] | {"legal_actions": []} if game.abandoned else seen["you"]
    return shown


LISTED = ("id", "variant", "host", "players", "open_seats", "options", "created_at")
"""The fields of a view that a list of games shows."""


def listed(game: Game) -> dict[str, Any]:
    """Show a game in a list."""
    shown = view(game, None)
    return {field: shown[field] for field in LISTED}


@lru_cache(maxsize=4096)
def _commitment(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def _lobby(game: Game, viewer: int | None) -> dict[str, Any]:
    """What the engine shows of a game that has started, for one that has not."""
    seated = len(game.players())
    may_start = viewer == game.host and seated >= game.rules.min_players
    return {
        "status": "lobby",
        "round": 0,
        "dealer": None,
        "direction": 1,
        "turn": None,
        "discard_pile": {"top": None, "color": None, "count": 0},
        "draw_pile": {"count": 0},
        "players": [{"cards": 0, "said_uno": False, "score": 0, "active": True}] * seated,
        "winners": [],
        "you": {
            "seat": viewer,
            "hand": [],
            "drawn_card": None,
            "legal_actions": [{"action": "start"}] if may_start else [],
        },
    }


def score_sheet(game: Game) -> dict[str, Any]:
    """Show the results of the rounds and the totals so far."""
    sheet = engine.score_sheet(game.state) if game.state else _blank_sheet(game)
    totals = [
        {"seat": seat, "name": player.name, "points": points}
        for (seat, player), points in zip(game.players(), sheet["totals"], strict=True)
    ]
    return {"status": game.status} | sheet | {"totals": totals}


def _blank_sheet(game: Game) -> dict[str, Any]:
    return {
        "scoring": game.rules.scoring,
        "goal": game.options["goal"],
        "totals": [0] * len(game.players()),
        "rounds": [],
        "winners": [],
    }


def events(game: Game, stored: Iterable[Mapping[str, Any]], viewer: int | None) -> list[dict[str, Any]]:
    """Show events to a viewer."""
    deck = game.rules.deck
    return [engine.redact(event, viewer, deck) for event in stored]


def etag(game: Game, viewer: int | None) -> str:
    """Name the version and the viewer."""
    return f"{game.version}.{'s' if viewer is None else viewer}"
