"""Naming a colour or picking a seat after a card has been laid."""

from service.engine import events as ev
from service.engine.cards import COLOR_NAMES
from service.engine.errors import Refusal
from service.engine.events import Events
from service.engine.moves import ChooseColor, ChooseSeat
from service.engine.phases import ColorPhase, SeatPhase
from service.engine.state import State
from service.engine.turns import TURNS, move_on, others


def check_color_choice(_state: State, _seat: int, _move: ChooseColor) -> None:
    """Accept: any of the four colours may be named."""


def choose_color(state: State, seat: int, move: ChooseColor, events: Events) -> None:
    """Name the current colour."""
    phase = state.phase
    assert isinstance(phase, ColorPhase)
    state.color = move.color
    events.append(ev.color_chosen(seat, COLOR_NAMES[move.color]))
    if phase.again:
        state.phase = TURNS[seat]
    else:
        move_on(state, seat)


def check_seat_choice(state: State, seat: int, move: ChooseSeat) -> None:
    """Refuse a seat that is not there, has left, or is one's own."""
    check_seat(state, move.seat)
    if move.seat == seat or not state.active[move.seat]:
        raise Refusal("target_not_allowed", "Pick another player who is still in the game.")


def check_seat(state: State, seat: int) -> None:
    """Refuse a seat that the game does not have."""
    if not 0 <= seat < len(state.active):
        raise Refusal("seat_not_found", "This game has no such seat.")


def choose_seat(state: State, seat: int, move: ChooseSeat, events: Events) -> None:
    """Let what waits for a seat reach the one picked."""
    phase = state.phase
    assert isinstance(phase, SeatPhase)
    events.append(ev.seat_chosen(seat, move.seat))
    state.rules.variant.picks[phase.reason](state, seat, move.seat, events)


def ask_for_seat(state: State, seat: int, reason: str, events: Events) -> None:
    """Ask `seat` to pick another one, which is automatic with two active players (M4, `seven_zero`)."""
    candidates = others(state, seat)
    if len(candidates) == 1:
        state.rules.variant.picks[reason](state, seat, candidates[0], events)
    else:
        state.phase = SeatPhase(seat, reason)
