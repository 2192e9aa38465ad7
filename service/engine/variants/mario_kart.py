"""UNO Mario Kart (M1-M11): the classic core with an Item Box that flips a card and lets its item act."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from service.engine import events as ev
from service.engine.cards import (
    BANANA_PEEL,
    BOB_OMB,
    DRAW_TWO,
    GREEN_SHELL,
    ITEMS,
    LIGHTNING,
    MUSHROOM,
    REVERSE,
    SKIP,
    WILD_DRAW_FOUR,
    WILD_ITEM_BOX,
    Deck,
)
from service.engine.choices import ask_for_seat
from service.engine.deal import deal_hands, first_player_names_color, goes_back
from service.engine.events import Events
from service.engine.phases import BOB_OMB as BOB_OMB_COLOR
from service.engine.phases import GREEN_SHELL as GREEN_SHELL_SEAT
from service.engine.phases import ColorPhase
from service.engine.piles import draw_cards, take
from service.engine.rules import Starter, Variant
from service.engine.state import State
from service.engine.turns import TURNS, move_on, others, seat_before
from service.engine.variants.texts import rules_text

DECK: Final = Deck(
    wilds={WILD_DRAW_FOUR: 4, WILD_ITEM_BOX: 8},
    points={SKIP: 20, REVERSE: 20, DRAW_TWO: 20, WILD_DRAW_FOUR: 50, WILD_ITEM_BOX: 50},
    items=True,
)


def item_box(state: State, seat: int, _owed: int, _guilty: bool, events: Events) -> None:
    """Flip the top card onto the Item Box and let its item act instead of its own action (M3)."""
    deck = state.rules.deck
    card = take(state, events)
    assert card is not None, "the card under the Item Box can always be recycled (M6)"
    state.discard_pile.append(card)
    state.color = deck.colors[card]
    item = deck.item(card)
    events.append(ev.item_flipped(seat, deck.ids[card], ITEMS[item]))
    ITEM_EFFECTS[item](state, seat, events)


def mushroom(state: State, seat: int, _events: Events) -> None:
    """Its player moves again (M4)."""
    state.phase = TURNS[seat]


def banana_peel(state: State, seat: int, events: Events) -> None:
    """The seat before draws two (M4)."""
    draw_cards(state, seat_before(state, seat), 2, "banana_peel", events)
    move_on(state, seat)


def green_shell(state: State, seat: int, events: Events) -> None:
    """Its player picks who draws one (M4)."""
    ask_for_seat(state, seat, GREEN_SHELL_SEAT, events)


def hit(state: State, seat: int, target: int, events: Events) -> None:
    """The player picked draws one, and the turn passes (M4)."""
    draw_cards(state, target, 1, "green_shell", events)
    move_on(state, seat)


def lightning(state: State, seat: int, events: Events) -> None:
    """Everyone else draws one, beginning with next; its player moves again (M4)."""
    for other in others(state, seat):
        draw_cards(state, other, 1, "lightning", events)
    state.phase = TURNS[seat]


def bob_omb(state: State, seat: int, events: Events) -> None:
    """Its player draws two, then names the colour (M4)."""
    draw_cards(state, seat, 2, "bob_omb", events)
    state.phase = ColorPhase(seat=seat, reason=BOB_OMB_COLOR, again=False)


ITEM_EFFECTS: Final[Mapping[int, Callable[[State, int, Events], None]]] = {
    MUSHROOM: mushroom,
    BANANA_PEEL: banana_peel,
    GREEN_SHELL: green_shell,
    LIGHTNING: lightning,
    BOB_OMB: bob_omb,
}


def ignored(_state: State, _first: int, _card: int, _events: Events) -> bool:
    """Coloured action card turned up: it stays, and another is turned onto it (M9)."""
    return False


STARTERS: Final[dict[int, Starter]] = {
    SKIP: ignored,
    REVERSE: ignored,
    DRAW_TWO: ignored,
    WILD_DRAW_FOUR: goes_back,
    WILD_ITEM_BOX: first_player_names_color,
}


def holds_color_or_item_box(state: State, hand: Sequence[int]) -> bool:
    """Guilty by a card of the current colour, or any Item Box (M8)."""
    deck = state.rules.deck
    return any(deck.colors[card] == state.color or deck.ranks[card] == WILD_ITEM_BOX for card in hand)


MARIO_KART: Final = Variant(
    key="mario_kart",
    title="UNO Mario Kart",
    text=rules_text("mario_kart"),
    min_players=2,
    max_players=10,
    deck=DECK,
    scoring="winner_collects",
    options={
        "goal": {"kind": "one_round"},
        "starting_hand": 7,
        "bluffing": True,
        "draw_until_playable": None,
        "force_play": False,
        "stacking": "none",
        "uno_penalty": 2,
        "spectators": True,
    },
    deal=deal_hands,
    guilty=lambda _options: holds_color_or_item_box,
    effects=lambda _options: {WILD_ITEM_BOX: item_box},
    starters=lambda _options: STARTERS,
    picks={GREEN_SHELL_SEAT: hit},
)
