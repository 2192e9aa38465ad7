"""Taking cards from the draw pile, and recycling the discard pile into it."""

from bisect import insort

from service.engine import events as ev
from service.engine.events import Events
from service.engine.shuffle import shuffled
from service.engine.state import State


def recycle(state: State, events: Events) -> None:
    """Make the discard pile without its up card the draw pile (R2, D12)."""
    cards = state.discard_pile[:-1]
    if not cards:
        return
    del state.discard_pile[:-1]
    if state.options.shuffle_on_recycle and not state.stacked:
        cards = shuffled(state, cards)
    cards.reverse()
    state.draw_pile = cards
    events.append(ev.draw_pile_recycled(len(cards)))


def take(state: State, events: Events) -> int | None:
    """Take the top card of the draw pile, recycling if there is none; None when nothing is left (R3)."""
    if not state.draw_pile:
        recycle(state, events)
        if not state.draw_pile:
            return None
    return state.draw_pile.pop()


def draw_cards(state: State, seat: int, count: int, reason: str, events: Events) -> int:
    """Let `seat` draw `count` cards, or what there is; return how many came (R3)."""
    hand = state.hands[seat]
    drawn: list[int] = []
    for _ in range(count):
        card = take(state, events)
        if card is None:
            break
        insort(hand, card)
        drawn.append(card)
    events.append(ev.cards_drawn(seat, state.card_ids(drawn), reason))
    return len(drawn)
