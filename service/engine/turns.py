"""Whose turn it is, and how it passes."""

from typing import Final

from service.engine.events import Events
from service.engine.phases import TurnPhase
from service.engine.scoring import block_round
from service.engine.state import State

TURNS: Final = tuple(TurnPhase(seat) for seat in range(10))
"""The ordinary turn of each seat; phases never change, so one of each is enough."""


def next_seat(state: State, seat: int) -> int:
    """Tell the next active seat after `seat` in the direction of play."""
    return _step(state.active, seat, state.direction)


def seat_before(state: State, seat: int) -> int:
    """Tell the active seat one step against the direction of play."""
    return _step(state.active, seat, -state.direction)


def seat_to_the_left(state: State, seat: int) -> int:
    """Tell the next active seat by rising numbers, whatever the direction (R1)."""
    return _step(state.active, seat, 1)


def _step(active: list[bool], seat: int, step: int) -> int:
    seats = len(active)
    seat = (seat + step) % seats
    while not active[seat]:
        seat = (seat + step) % seats
    return seat


def others(state: State, seat: int) -> list[int]:
    """List the other active seats, beginning with the next, in the direction of play."""
    seats = []
    other = next_seat(state, seat)
    while other != seat:
        seats.append(other)
        other = next_seat(state, other)
    return seats


def move_on(state: State, seat: int) -> None:
    """Pass the turn from `seat` to the next."""
    state.phase = TURNS[next_seat(state, seat)]


def turn_without_play(state: State, seat: int, drawn: int, events: Events) -> None:
    """End the turn of `seat`, who played nothing and drew `drawn` cards; such turns can block the round (R4)."""
    state.idle = 0 if drawn else state.idle + 1
    if state.idle >= state.active.count(True):
        block_round(state, events)
    else:
        move_on(state, seat)
