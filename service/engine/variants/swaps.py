"""Hands that move: the 7 swaps two, the 0 moves all one seat on (option `seven_zero`)."""

from collections.abc import Iterable

from service.engine import events as ev
from service.engine.choices import ask_for_seat
from service.engine.events import Events
from service.engine.phases import SEVEN
from service.engine.state import State
from service.engine.turns import move_on, next_seat


def seven(state: State, seat: int, _owed: int, _guilty: bool, events: Events) -> None:
    """Ask whom to swap hands with (`seven_zero`)."""
    ask_for_seat(state, seat, SEVEN, events)


def swap_hands(state: State, seat: int, target: int, events: Events) -> None:
    """Swap two hands and pass the turn."""
    hands = state.hands
    hands[seat], hands[target] = hands[target], hands[seat]
    events.append(ev.hands_swapped(seat, target, _shown(state, (seat, target))))
    _drop_calls(state, (target,))
    move_on(state, seat)


def zero(state: State, seat: int, _owed: int, _guilty: bool, events: Events) -> None:
    """Move all hands one seat on in the direction of play (`seven_zero`)."""
    seats = state.active_seats()
    moved = {next_seat(state, giver): state.hands[giver] for giver in seats}
    for taker, hand in moved.items():
        state.hands[taker] = hand
    events.append(ev.hands_rotated(seat, _shown(state, seats)))
    _drop_calls(state, [other for other in seats if other != seat])
    move_on(state, seat)


def _shown(state: State, seats: Iterable[int]) -> list[tuple[int, list[str]]]:
    return [(seat, state.card_ids(state.hands[seat])) for seat in seats]


def _drop_calls(state: State, seats: Iterable[int]) -> None:
    """Let the calls of the others lapse; the player's own was made in this turn, and is judged by the new hand next."""
    for seat in seats:
        state.said[seat] = False
