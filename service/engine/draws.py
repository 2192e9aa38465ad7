"""Drawing for the turn or for a penalty, and keeping what was drawn."""

from bisect import insort

from service.engine import events as ev
from service.engine.bluffs import would_be_guilty
from service.engine.effects import DRAWS
from service.engine.errors import Refusal
from service.engine.events import Events
from service.engine.moves import Draw, Pass
from service.engine.phases import DrawnPhase
from service.engine.piles import draw_cards, take
from service.engine.plays import playable
from service.engine.state import State
from service.engine.turns import move_on, turn_without_play


def check_draw(_state: State, _seat: int, _move: Draw) -> None:
    """Accept: drawing is always possible, even from nothing (R3)."""


def draw(state: State, seat: int, _move: Draw, events: Events) -> None:
    """Take what is owed, or draw for the turn (R7)."""
    penalty = state.phase.penalty
    if penalty:
        _, reason = DRAWS[state.rules.deck.ranks[state.discard_pile[-1]]]
        turn_without_play(state, seat, draw_cards(state, seat, penalty, reason, events), events)
    else:
        _draw_for_the_turn(state, seat, events)


def _draw_for_the_turn(state: State, seat: int, events: Events) -> None:
    """Draw one card, or up to `draw_until_playable`; the last one may be played if it can be."""
    hand = state.hands[seat]
    drawn: list[int] = []
    chance = False
    while not chance and len(drawn) < (state.options.draw_until_playable or 1):
        card = take(state, events)
        if card is None:
            break
        chance = bool(playable(state, hand, [card]))
        insort(hand, card)
        drawn.append(card)
    events.append(ev.cards_drawn(seat, state.card_ids(drawn), "turn"))
    if chance:
        state.idle = 0
        state.phase = DrawnPhase(seat, drawn[-1])
    else:
        events.append(ev.turn_passed(seat))
        turn_without_play(state, seat, len(drawn), events)


def check_pass(state: State, seat: int, _move: Pass) -> None:
    """Refuse to keep a card that must be played (`force_play`)."""
    if must_play(state, seat):
        raise Refusal("must_play_drawn_card", "The card drawn can be played, so in this game it must be.")


def must_play(state: State, seat: int) -> bool:
    """Tell whether the card just drawn must be played: not a Wild Draw Four that would be guilty."""
    phase = state.phase
    assert isinstance(phase, DrawnPhase)
    return state.options.force_play and not would_be_guilty(state, state.hands[seat], phase.card)


def pass_turn(state: State, seat: int, _move: Pass, events: Events) -> None:
    """Keep the card drawn and end the turn."""
    events.append(ev.turn_passed(seat))
    move_on(state, seat)
