"""Saying UNO, being caught, and when a call stands."""

from typing import Final

from service.engine import events as ev
from service.engine.choices import check_seat
from service.engine.errors import Refusal
from service.engine.events import Events
from service.engine.moves import CallUno, Catch, Move, Play
from service.engine.phases import STARTER, ColorPhase, DrawnPhase, Phase, SeatPhase, TurnPhase
from service.engine.piles import draw_cards
from service.engine.state import State

CHOICES: Final = (ColorPhase, SeatPhase)
"""Phases in which a play still waits for its player's own choice, unless it was the starter that asks."""


def may_call(state: State, seat: int) -> bool:
    """Tell whether a call has an effect: at one card in the open window, or at two on one's own turn (R15)."""
    if state.said[seat]:
        return False
    cards = len(state.hands[seat])
    if cards == 1:
        return state.window == seat
    return cards == 2 and isinstance(state.phase, TurnPhase | DrawnPhase) and state.phase.seat == seat


def check_call(state: State, seat: int, _move: CallUno) -> None:
    """Refuse a call that is not due."""
    if not may_call(state, seat):
        raise Refusal(
            "uno_not_due", "UNO is said with one card left, or with two on your own turn before playing."
        )


def call(state: State, seat: int, _move: CallUno, events: Events) -> None:
    """Let the call stand."""
    state.said[seat] = True
    if len(state.hands[seat]) > 1:
        state.early = seat
    events.append(ev.uno_said(seat))


def may_catch(state: State, seat: int) -> int | None:
    """Tell the seat that `seat` can catch now, if there is one (R16, R17)."""
    target = state.window
    if target is None or target == seat or state.said[target] or not state.options.uno_penalty:
        return None
    return target


def check_catch(state: State, seat: int, move: Catch) -> None:
    """Refuse to catch a player who owes no UNO."""
    check_seat(state, move.seat)
    if may_catch(state, seat) != move.seat:
        raise Refusal(
            "nothing_to_catch", "This player cannot be caught: UNO was said, is not due, or play has gone on."
        )


def catch(state: State, seat: int, move: Catch, events: Events) -> None:
    """Make the player caught draw; the turn does not change (R16)."""
    state.window = None
    events.append(ev.uno_caught(seat, move.seat))
    draw_cards(state, move.seat, state.options.uno_penalty, "uno_penalty", events)


def settle(state: State, seat: int, move: Move, before: Phase, events: Events) -> None:
    """After a move that is no call or catch: close the old window, let calls lapse, open a window where one is due.

    `before` is the phase in which `seat` made the move.
    """
    phase, played = state.phase, isinstance(move, Play)
    pending = type(phase) in CHOICES and phase.reason != STARTER
    due = len(state.hands[seat]) == 1
    if isinstance(move, Play) and move.uno:
        if not state.said[seat] and (pending or due):
            events.append(ev.uno_said(seat))
        state.said[seat], state.early = True, seat
    ends_a_play = not pending and (played or (type(before) in CHOICES and before.reason != STARTER))
    state.window = seat if ends_a_play and due else None
    if not (state.early == seat and (pending or type(phase) is DrawnPhase)):
        state.early = None
    if True in state.said:
        for other, hand in enumerate(state.hands):
            if len(hand) != 1 and other != state.early:
                state.said[other] = False
