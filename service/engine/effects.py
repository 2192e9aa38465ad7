"""What a laid card does to the others, once it lies and its player still holds cards.

Each effect takes (state, player, cards owed before it, whether it was a bluff, events) and sets the next phase.
"""

from collections.abc import Mapping
from typing import Final

from service.engine import events as ev
from service.engine.cards import DRAW_TWO, REVERSE, SKIP, WILD_DRAW_FOUR
from service.engine.events import Events
from service.engine.phases import ChallengePhase, TurnPhase
from service.engine.piles import draw_cards
from service.engine.rules import Effect
from service.engine.state import State
from service.engine.turns import move_on, next_seat, turn_without_play

DRAWS: Final = {DRAW_TWO: (2, "draw_two"), WILD_DRAW_FOUR: (4, "wild_draw_four")}
"""Cards that the next player draws, and the event's reason, by the rank of a draw card."""


def plain(state: State, seat: int, _owed: int, _guilty: bool, _events: Events) -> None:
    """Nothing: the turn passes."""
    move_on(state, seat)


def skip(state: State, seat: int, _owed: int, _guilty: bool, events: Events) -> None:
    """Pass over the next player (C4); with two players its player moves again (R18, D6)."""
    skipped = next_seat(state, seat)
    events.append(ev.player_skipped(skipped))
    move_on(state, skipped)


def reverse(state: State, seat: int, owed: int, guilty: bool, events: Events) -> None:
    """Turn the direction; with two active players act as Skip, too (R18)."""
    state.direction = -state.direction
    events.append(ev.direction_changed(seat, state.direction))
    onward = skip if state.active.count(True) == 2 else plain
    onward(state, seat, owed, guilty, events)


def draw_two(state: State, seat: int, owed: int, _guilty: bool, events: Events) -> None:
    """Let the next player draw two at once, or owe two more where an answer is possible (C4, D5, R10)."""
    _draw_or_wait(state, seat, owed, DRAW_TWO, events)


def wild_draw_four(state: State, seat: int, owed: int, guilty: bool, events: Events) -> None:
    """Let the next player accept or challenge (R11); without bluffing draw, or owe where it may be answered (R14)."""
    if state.options.bluffing:
        victim, hand = next_seat(state, seat), tuple(state.hands[seat])
        state.phase = ChallengePhase(seat=victim, by=seat, penalty=owed + 4, guilty=guilty, hand=hand)
    else:
        _draw_or_wait(state, seat, owed, WILD_DRAW_FOUR, events)


def _draw_or_wait(state: State, seat: int, owed: int, rank: int, events: Events) -> None:
    count, reason = DRAWS[rank]
    victim = next_seat(state, seat)
    if rank in state.rules.waits:
        state.phase = TurnPhase(victim, owed + count, seat)
        return
    drawn = draw_cards(state, victim, count, reason, events)
    events.append(ev.player_skipped(victim))
    turn_without_play(state, victim, drawn, events)


CORE_EFFECTS: Final[Mapping[int, Effect]] = {
    SKIP: skip,
    REVERSE: reverse,
    DRAW_TWO: draw_two,
    WILD_DRAW_FOUR: wild_draw_four,
}
"""Effects by rank; a rank that is not named has none."""
