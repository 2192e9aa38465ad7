"""Saying UNO, being caught, and when a call stands."""

from service.engine import events as ev
from service.engine.choices import check_seat
from service.engine.errors import Refusal
from service.engine.events import Events
from service.engine.moves import CallUno, Catch, ChooseColor, ChooseSeat, Move, Play
from service.engine.phases import (
    STARTER,
    ColorPhase,
    DrawnPhase,
    GameOver,
    Phase,
    RoundOver,
    SeatPhase,
    TurnPhase,
)
from service.engine.piles import draw_cards
from service.engine.state import State


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
    state.window = None
    hand, pending = state.hands[seat], _choice_pending(state.phase)
    finished = isinstance(state.phase, RoundOver | GameOver)
    said_before = state.said[seat] and state.early == seat
    if isinstance(move, Play) and move.uno:
        state.said[seat], state.early = True, seat
        if not said_before and (pending or (len(hand) == 1 and not finished)):
            events.append(ev.uno_said(seat))
    if not (pending or (isinstance(state.phase, DrawnPhase) and state.early == seat)):
        state.early = None
        if _ends_a_play(move, before) and len(hand) == 1 and not finished:
            state.window = seat
    elif state.early != seat:
        state.early = None
    for other, said in enumerate(state.said):
        if said and other != state.early and len(state.hands[other]) != 1:
            state.said[other] = False


def _choice_pending(phase: Phase) -> bool:
    """Tell whether a play still waits for its player's own choice."""
    return isinstance(phase, ColorPhase | SeatPhase) and phase.reason != STARTER


def _ends_a_play(move: Move, before: Phase) -> bool:
    return isinstance(move, Play) or (isinstance(move, ChooseColor | ChooseSeat) and _choice_pending(before))
