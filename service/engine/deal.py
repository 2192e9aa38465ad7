"""The start of a game and of each round: dealing, and what a card turned up does."""

from collections.abc import Mapping, Sequence
from typing import Final

from service.engine import events as ev
from service.engine.cards import DRAW_TWO, NO_COLOR, REVERSE, SKIP
from service.engine.events import Events
from service.engine.phases import STARTER, ColorPhase
from service.engine.piles import draw_cards
from service.engine.rules import Starter
from service.engine.shuffle import shuffled
from service.engine.state import State
from service.engine.turns import TURNS, move_on, seat_to_the_left


def start_round(state: State, events: Events, deck: Sequence[int] | None = None) -> None:
    """Deal the next round, from `deck` (all cards, top first) or shuffled."""
    seats = len(state.active)
    state.round += 1
    state.stacked = deck is not None
    state.direction, state.color, state.idle = 1, NO_COLOR, 0
    state.window = state.early = None
    state.hands = [[] for _ in range(seats)]
    state.said = [False] * seats
    state.discard_pile = []
    state.draw_pile = list(deck) if deck is not None else shuffled(state, range(len(state.rules.deck)))
    state.draw_pile.reverse()
    events.append(ev.round_started(state.round, state.dealer))
    state.rules.variant.deal(state, events)


def next_round(state: State, events: Events) -> None:
    """Pass the deal to the left and deal (R1)."""
    state.dealer = seat_to_the_left(state, state.dealer)
    start_round(state, events)


def deal_hands(state: State, events: Events) -> None:
    """Deal one card at a time to the dealer's left first, then turn a card up."""
    seats = state.active_seats()
    first = seats.index(seat_to_the_left(state, state.dealer))
    order = seats[first:] + seats[:first]
    for _ in range(state.options.starting_hand):
        for seat in order:
            state.hands[seat].append(state.draw_pile.pop())
    for seat in seats:
        state.hands[seat].sort()
        events.append(ev.cards_dealt(seat, state.card_ids(state.hands[seat])))
    turn_up(state, events)


def turn_up(state: State, events: Events) -> None:
    """Turn cards up until one stands as the starter, and let it act."""
    deck, starters = state.rules.deck, state.rules.starters
    first = seat_to_the_left(state, state.dealer)
    stands = False
    while not stands:
        card = state.draw_pile.pop()
        state.discard_pile.append(card)
        state.color = deck.colors[card]
        events.append(ev.card_turned_up(deck.ids[card]))
        stands = starters[deck.ranks[card]](state, first, card, events)


def first_player_moves(state: State, first: int, _card: int, _events: Events) -> bool:
    """Nothing happens: the first player takes a normal turn."""
    state.phase = TURNS[first]
    return True


def first_player_draws_two(state: State, first: int, _card: int, events: Events) -> bool:
    """Draw Two: the first player draws two and loses the turn; no answer (C2, D4)."""
    draw_cards(state, first, 2, "turned_up", events)
    return first_player_is_skipped(state, first, _card, events)


def first_player_is_skipped(state: State, first: int, _card: int, events: Events) -> bool:
    """Skip: the first player is passed over (C2)."""
    events.append(ev.player_skipped(first))
    move_on(state, first)
    return True


def dealer_moves_first(state: State, _first: int, _card: int, events: Events) -> bool:
    """Reverse: play runs counter-clockwise and the dealer moves first (C2)."""
    state.direction = -1
    events.append(ev.direction_changed(None, -1))
    state.phase = TURNS[state.dealer]
    return True


def goes_back(state: State, _first: int, card: int, events: Events) -> bool:
    """Put the card back and shuffle the draw pile, or, in a stacked round, put it at the bottom (C3)."""
    state.discard_pile.pop()
    events.append(ev.starter_returned(state.rules.deck.ids[card]))
    if state.stacked:
        state.draw_pile.insert(0, card)
    else:
        state.draw_pile = shuffled(state, [card, *state.draw_pile])
        state.draw_pile.reverse()
    return False


def first_player_names_color(state: State, first: int, _card: int, _events: Events) -> bool:
    """Let the first player name the colour and move (C3, M9)."""
    state.phase = ColorPhase(seat=first, reason=STARTER, again=True)
    return True


ACTION_STARTERS: Final[Mapping[int, Starter]] = {
    DRAW_TWO: first_player_draws_two,
    SKIP: first_player_is_skipped,
    REVERSE: dealer_moves_first,
}
"""What coloured action cards do where they act as starters; a rank that is not named does nothing."""
