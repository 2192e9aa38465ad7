"""The one way to change a game: check a move, let it act, settle UNO."""

from collections.abc import Mapping
from typing import Final

from service.engine import choices, draws, plays, uno
from service.engine.bluffs import challenge, check_challenge
from service.engine.deal import next_round
from service.engine.errors import Refusal
from service.engine.events import Events
from service.engine.moves import (
    CallUno,
    Catch,
    Challenge,
    ChooseColor,
    ChooseSeat,
    Draw,
    Move,
    NextRound,
    Pass,
    Play,
)
from service.engine.phases import (
    ChallengePhase,
    ColorPhase,
    DrawnPhase,
    GameOver,
    RoundOver,
    SeatPhase,
    TurnPhase,
)
from service.engine.rules import Handler, Handlers
from service.engine.state import State

PLAY: Final = Handler(plays.check_play, plays.play)
DRAW: Final = Handler(draws.check_draw, draws.draw)

CORE_HANDLERS: Final[Handlers] = {
    TurnPhase: {Play: PLAY, Draw: DRAW},
    DrawnPhase: {Play: PLAY, Pass: Handler(draws.check_pass, draws.pass_turn)},
    ChallengePhase: {Draw: DRAW, Challenge: Handler(check_challenge, challenge)},
    ColorPhase: {ChooseColor: Handler(choices.check_color_choice, choices.choose_color)},
    SeatPhase: {ChooseSeat: Handler(choices.check_seat_choice, choices.choose_seat)},
}
"""Which moves the seat to act may make in each phase; what is not here is the wrong phase."""

OUT_OF_TURN: Final[Mapping[type[Move], Handler]] = {
    CallUno: Handler(uno.check_call, uno.call),
    Catch: Handler(uno.check_catch, uno.catch),
}
"""Moves that do not wait for a turn and change neither turn nor window but by what they do."""


def apply(state: State, seat: int, move: Move) -> Events:
    """Make `move` for `seat` and return what happened; a Refusal leaves the state untouched."""
    if not state.active[seat]:
        raise Refusal("not_your_turn", "This seat has left the game.")
    events: Events = []
    if type(move) is NextRound:
        _check_round_over(state)
        next_round(state, events)
        return events
    before = state.phase
    if before.seat is None:
        raise _over(state)
    handler = OUT_OF_TURN.get(type(move))
    if handler is not None:
        handler.check(state, seat, move)
        handler.act(state, seat, move, events)
        return events
    if before.seat != seat and not _jumps_in(state, seat, move):
        raise Refusal("not_your_turn", "It is another player's turn.")
    handler = state.rules.handlers[type(before)].get(type(move))
    if handler is None:
        raise _wrong_phase(move)
    handler.check(state, seat, move)
    handler.act(state, seat, move, events)
    uno.settle(state, seat, move, before, events)
    return events


def _check_round_over(state: State) -> None:
    if isinstance(state.phase, GameOver):
        raise _over(state)
    if not isinstance(state.phase, RoundOver):
        raise Refusal("round_not_over", "The next round is dealt once this one is over.")


def _over(state: State) -> Refusal:
    if isinstance(state.phase, GameOver):
        return Refusal("game_over", "The game is over.")
    return Refusal("round_over", "The round is over: ask for the next one.")


def _jumps_in(state: State, seat: int, move: Move) -> bool:
    """Tell whether a move out of turn is a jump-in; one that fails for any reason is just out of turn."""
    jump_in = state.rules.jump_in
    if jump_in is None or not isinstance(move, Play) or move.color is not None or move.then:
        return False
    return move.card in state.hands[seat] and jump_in(state, move.card)


def _wrong_phase(move: Move) -> Refusal:
    if isinstance(move, Challenge):
        return Refusal("nothing_to_challenge", "There is no Wild Draw Four to challenge.")
    return Refusal("wrong_phase", f"The game does not wait for {move.action!r} now: see legal_actions.")
