"""Random play and every move that one could try, for the properties and the counts."""

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

from service import engine
from service.engine import Catch, ChooseColor, ChooseSeat, Draft, Move, Play, Refusal

PLAIN_MOVES: tuple[Move, ...] = (
    engine.Draw(),
    engine.Pass(),
    engine.Challenge(),
    engine.CallUno(),
    engine.NextRound(),
    Draft(keep=True),
    Draft(keep=False),
    *(ChooseColor(color) for color in range(4)),
)
COLORS_OR_NONE = (None, 0, 1, 2, 3)


def copy_of(state: engine.State) -> engine.State:
    """Copy a state, field by field: phases, cards and results never change."""
    copied: dict[str, Any] = {}
    for field in dataclasses.fields(state):
        value = getattr(state, field.name)
        copied[field.name] = list(value) if isinstance(value, list) else value
    copied["hands"] = [list(hand) for hand in state.hands]
    return dataclasses.replace(state, **copied)


def stored(state: engine.State) -> engine.State:
    """Send a state through its snapshot, as JSON text."""
    return engine.decode(json.loads(json.dumps(engine.encode(state))))


def dumps(state: engine.State, seat: int) -> Iterator[Play]:
    """Try right and wrong dumps: whole colours in two orders, with one missing, one doubled, one foreign."""
    hand, colors = state.hands[seat], state.rules.deck.colors
    for card in hand:
        same = tuple(c for c in hand if colors[c] == colors[card] and c != card)
        foreign = tuple(c for c in hand if colors[c] != colors[card])[:1]
        tried = {
            same,
            same[::-1],
            same[1:],
            (*same, *same[:1]),
            (*same, card),
            (*same, *foreign),
            (*same, -1),
        }
        for then in tried - {()}:
            yield Play(card, then=then)
            yield Play(card, color=1, then=then)


def candidates(state: engine.State, seat: int, *, whole_deck: bool = True) -> Iterator[Move]:
    """Try everything: each card of the deck (or of the hand) with and without each colour, dumps, seats, the rest."""
    for card in range(-1, len(state.rules.deck)) if whole_deck else state.hands[seat]:
        for color in COLORS_OR_NONE:
            yield Play(card, color)
        yield Play(card, uno=True)
    yield from dumps(state, seat)
    yield from PLAIN_MOVES
    for other in range(-1, len(state.hands) + 1):
        yield ChooseSeat(other)
        yield Catch(other)


def accepts(state: engine.State, seat: int, move: Move) -> engine.State | None:
    """Make a move on a copy: the position after it, or None if it is refused, which must have changed nothing."""
    trial = copy_of(state)
    try:
        engine.apply(trial, seat, move)
    except Refusal:
        assert trial == state, f"seat {seat}: {move} was refused and changed something"
        return None
    return trial


def is_listed(state: engine.State, seat: int, move: Move, entries: list[dict[str, Any]]) -> bool:
    """Tell by the list that clients see, and what the contract says about it, whether `move` is to be accepted."""
    return any(entry["action"] == move.action and _stands_for(state, seat, move, entry) for entry in entries)


def _stands_for(state: engine.State, seat: int, move: Move, entry: dict[str, Any]) -> bool:
    needs: list[str] = entry.get("needs", [])
    if isinstance(move, Play):
        return _same_cards(state, move, entry) and _good_color(state, seat, move, needs)
    if isinstance(move, ChooseColor):
        return needs == ["color"]
    if isinstance(move, ChooseSeat):
        return bool(needs == ["seat"] and move.seat in entry["seats"])
    if isinstance(move, Draft):
        return needs == ["keep"]
    if isinstance(move, Catch):
        return bool(move.seat == entry["seat"])
    return not needs


def _same_cards(state: engine.State, move: Play, entry: dict[str, Any]) -> bool:
    index = state.rules.deck.index
    card, then = index[entry["card"]], [index[other] for other in entry.get("then", [])]
    if state.phase.name == "dump":
        return sorted((move.card, *move.then)) == sorted([card, *then])
    return move.card == card and sorted(move.then) == sorted(then)


def _good_color(state: engine.State, seat: int, move: Play, needs: list[str]) -> bool:
    if needs == ["color"]:
        return move.color is not None
    kind = state.rules.deck.objects[state.rules.deck.ids[move.card]]["kind"]
    if kind in ("wild", "wild_draw_four") and len(state.hands[seat]) == 1:
        return True
    return move.color is None


def listed_moves(state: engine.State) -> list[tuple[int, Move]]:
    """Spread out every legal move of every seat, each choice on its own."""
    return [
        (seat, move)
        for seat in range(len(state.hands))
        for entry in engine.legal_moves(state, seat)
        for move in entry.moves
    ]
