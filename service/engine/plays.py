"""Laying a card from the hand."""

from service.engine import events as ev
from service.engine.bluffs import would_be_guilty
from service.engine.cards import COLOR_NAMES, NO_COLOR, WILD, WILD_DRAW_FOUR
from service.engine.effects import DRAWS
from service.engine.errors import Refusal
from service.engine.events import Events
from service.engine.moves import Play
from service.engine.phases import DrawnPhase
from service.engine.piles import draw_cards
from service.engine.scoring import win_round
from service.engine.state import State
from service.engine.turns import next_seat

NAMES_COLOR = (WILD, WILD_DRAW_FOUR)
"""Ranks with which a colour is named (an Item Box names none: M3)."""


def playable(state: State, hand: list[int], cards: list[int]) -> list[int]:
    """Pick from `cards` those that `hand` may lay now (R6, R14); a sum is answered by its own rank alone (R10)."""
    deck, up_rank = state.rules.deck, state.rules.deck.ranks[state.discard_pile[-1]]
    if state.phase.penalty:
        answers = deck.answers[up_rank]
        return [card for card in cards if answers[card]]
    row = deck.fits[state.color][up_rank]
    fitting = [card for card in cards if row[card]]
    if state.options.bluffing:
        return fitting
    return [card for card in fitting if not would_be_guilty(state, hand, card)]


def check_play(state: State, seat: int, move: Play) -> None:
    """Refuse a card that is not held or does not fit, other cards with it, or a wrong colour."""
    check_card(state, seat, move)
    if move.then:
        raise Refusal("dump_not_whole_color", "This card takes no other cards with it: leave `then` out.")
    check_color(state, seat, move)


def check_card(state: State, seat: int, move: Play) -> None:
    """Refuse a card that is not held or may not be laid now."""
    hand, phase = state.hands[seat], state.phase
    check_held(hand, move.card)
    if isinstance(phase, DrawnPhase) and move.card != phase.card:
        raise Refusal("card_not_playable", "Only the card just drawn can be played now; play it or pass.")
    if not playable(state, hand, [move.card]):
        raise Refusal(
            "card_not_playable", "This card cannot be laid now: see legal_actions for those that can."
        )


def check_held(hand: list[int], card: int) -> None:
    """Refuse a card that is not in `hand`."""
    if card not in hand:
        raise Refusal("card_not_in_hand", "This card is not in your hand.")


def check_color(state: State, seat: int, move: Play) -> None:
    """Refuse a colour where none is named, and ask for one where one must be."""
    if state.rules.deck.ranks[move.card] not in NAMES_COLOR:
        if move.color is not None:
            raise Refusal("color_not_allowed", "No colour is named with this card: leave `color` out.")
    elif move.color is None and len(state.hands[seat]) > 1:
        raise Refusal("color_required", "A wild needs `color`: red, yellow, green or blue.")


def play(state: State, seat: int, move: Play, events: Events) -> None:
    """Lay a card and let it act."""
    rules, hand, card = state.rules, state.hands[seat], move.card
    before = state.phase.penalty
    guilty = would_be_guilty(state, hand, card)
    lay(state, seat, card, NO_COLOR if move.color is None else move.color)
    events.append(ev.card_played(seat, rules.deck.ids[card], COLOR_NAMES[state.color]))
    if hand:
        rules.effects[rules.deck.ranks[card]](state, seat, before, guilty, events)
    else:
        go_out(state, seat, before, events)


def lay(state: State, seat: int, card: int, named: int = NO_COLOR) -> None:
    """Move a card from the hand to the discard pile; its colour is current now, a wild's the one named."""
    state.hands[seat].remove(card)
    state.discard_pile.append(card)
    color = state.rules.deck.colors[card]
    state.color = named if color == NO_COLOR else color
    state.idle = 0


def go_out(state: State, seat: int, before: int, events: Events) -> None:
    """Win the round with the card just laid; a draw card is drawn first, with all that was owed before it (R9)."""
    rank = state.rules.deck.ranks[state.discard_pile[-1]]
    if rank in DRAWS:
        count, reason = DRAWS[rank]
        draw_cards(state, next_seat(state, seat), before + count, reason, events)
    win_round(state, seat, events)
