"""A player who leaves, and the decisions that are taken for who does not decide."""

from typing import assert_never

from service.engine import events as ev
from service.engine.draws import must_play
from service.engine.events import Events
from service.engine.moves import ChooseColor, ChooseSeat, Draft, Draw, Move, Pass, Play
from service.engine.phases import (
    SEVEN,
    ChallengePhase,
    ColorPhase,
    DraftPhase,
    DrawnPhase,
    DumpPhase,
    GameOver,
    RoundOver,
    SeatPhase,
    TurnPhase,
)
from service.engine.plays import NAMES_COLOR
from service.engine.reducer import apply
from service.engine.scoring import end_game
from service.engine.state import State
from service.engine.turns import move_on, next_seat


def leave(state: State, seat: int, *, kicked: bool = False) -> Events:
    """Take `seat` out of the game: decide by default, lay the hand under the discard pile, pass the turn on (R19)."""
    events: Events = []
    state.idle = 0
    if state.phase.seat == seat:
        state.window = state.early = None
    while state.phase.seat == seat:
        events += _decide(state, seat)
    state.active[seat] = False
    state.said[seat] = False
    if state.window == seat:
        state.window = None
    state.idle = 0
    state.discard_pile[:0] = state.hands[seat]
    state.hands[seat] = []
    events.append(ev.player_left(seat, kicked=kicked))
    left = state.active_seats()
    if len(left) == 1 and not isinstance(state.phase, GameOver):
        end_game(state, left, events)
    return events


def _decide(state: State, seat: int) -> Events:
    """Take the decision of a leaver: the default, but nothing is drawn for an ordinary turn and a 7 swaps nothing."""
    phase = state.phase
    if (isinstance(phase, TurnPhase) and not phase.penalty) or (
        isinstance(phase, SeatPhase) and phase.reason == SEVEN
    ):
        move_on(state, seat)
        return [ev.turn_passed(seat)]
    return apply(state, seat, default_move(state, seat))


def default_move(state: State, seat: int) -> Move:  # noqa: PLR0911 - one return for each phase
    """Tell what is done for `seat`, who is to act and does not decide (R20)."""
    phase, hand = state.phase, state.hands[seat]
    match phase:
        case TurnPhase() | ChallengePhase():
            return Draw()
        case DrawnPhase():
            if not must_play(state, seat):
                return Pass()
            names_color = state.rules.deck.ranks[phase.card] in NAMES_COLOR
            return Play(phase.card, color=_favourite_color(state, hand) if names_color else None)
        case ColorPhase():
            return ChooseColor(_favourite_color(state, hand))
        case SeatPhase():
            return ChooseSeat(next_seat(state, seat))
        case DumpPhase():
            colors = state.rules.deck.colors
            first, *then = [card for card in hand if colors[card] == state.color]
            return Play(first, then=tuple(then))
        case DraftPhase():
            return Draft(keep=True)
        case RoundOver() | GameOver():
            raise AssertionError("nobody is to act")
    assert_never(phase)


def _favourite_color(state: State, hand: list[int]) -> int:
    """Tell the most frequent colour in `hand`; ties and none in the order red, yellow, green, blue."""
    counts = [0] * 5
    for card in hand:
        counts[state.rules.deck.colors[card]] += 1
    return counts.index(max(counts[:4]))
