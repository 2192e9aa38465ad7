"""Wild Draw Four: what a bluff is, and the answers to one."""

from collections.abc import Sequence

from service.engine import events as ev
from service.engine.cards import WILD, WILD_DRAW_FOUR
from service.engine.events import Events
from service.engine.moves import Challenge
from service.engine.phases import ChallengePhase
from service.engine.piles import draw_cards
from service.engine.state import State
from service.engine.turns import TURNS, turn_without_play


def holds_current_color(state: State, hand: Sequence[int]) -> bool:
    """Guilty by a card of the current colour; wilds do not count (C5)."""
    colors = state.rules.deck.colors
    return any(colors[card] == state.color for card in hand)


def holds_coloured_match(state: State, hand: Sequence[int]) -> bool:
    """Guilty by a coloured card that matches in colour, number or symbol (C5, `no_match`)."""
    row, ranks = fitting_row(state), state.rules.deck.ranks
    return any(row[card] and ranks[card] < WILD for card in hand)


def holds_playable(state: State, hand: Sequence[int]) -> bool:
    """Guilty by any card that could have been played but another Wild Draw Four (D14)."""
    row, ranks = fitting_row(state), state.rules.deck.ranks
    return any(row[card] and ranks[card] != WILD_DRAW_FOUR for card in hand)


def fitting_row(state: State) -> bytes:
    """Tell for each card of the deck whether it matches the up card and the current colour (R6)."""
    deck = state.rules.deck
    return deck.fits[state.color][deck.ranks[state.discard_pile[-1]]]


def would_be_guilty(state: State, hand: Sequence[int], card: int) -> bool:
    """Tell whether laying `card` from `hand` now would be a bluff, which only a Wild Draw Four can be (R12)."""
    if state.rules.deck.ranks[card] != WILD_DRAW_FOUR:
        return False
    return state.rules.guilty(state, [other for other in hand if other != card])


def check_challenge(_state: State, _seat: int, _move: Challenge) -> None:
    """Accept: the phase says already that there is something to challenge."""


def challenge(state: State, seat: int, _move: Challenge, events: Events) -> None:
    """Judge the card faced: the guilty draws what is owed, a wrong challenger two more (R13)."""
    phase = state.phase
    assert isinstance(phase, ChallengePhase)
    events.append(ev.challenge_resolved(seat, phase.by, succeeded=phase.guilty))
    events.append(ev.hand_revealed(phase.by, seat, state.card_ids(list(phase.hand))))
    if phase.guilty:
        if state.active[phase.by]:
            draw_cards(state, phase.by, phase.penalty, "bluff_caught", events)
        state.phase = TURNS[seat]
    else:
        drawn = draw_cards(state, seat, phase.penalty + 2, "challenge_failed", events)
        turn_without_play(state, seat, drawn, events)
