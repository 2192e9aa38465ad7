"""Classic UNO (C1-C6), with hands that swap and cards that jump in as house rules."""

from typing import Final

from service.engine import bluffs
from service.engine.cards import DRAW_TWO, NO_COLOR, REVERSE, SKIP, WILD, WILD_DRAW_FOUR, Deck
from service.engine.deal import ACTION_STARTERS, deal_hands, first_player_names_color, goes_back
from service.engine.options import Options
from service.engine.phases import SEVEN, TurnPhase
from service.engine.rules import Effect, Guilt, Starter, Variant
from service.engine.state import State
from service.engine.variants.swaps import seven, swap_hands, zero
from service.engine.variants.texts import rules_text

DECK: Final = Deck(
    wilds={WILD: 4, WILD_DRAW_FOUR: 4},
    points={SKIP: 20, REVERSE: 20, DRAW_TWO: 20, WILD: 50, WILD_DRAW_FOUR: 50},
)
GUILT: Final[dict[str, Guilt]] = {
    "no_color": bluffs.holds_current_color,
    "no_match": bluffs.holds_coloured_match,
}


def identical(state: State, card: int) -> bool:
    """Tell whether `card` equals the up card in colour and rank while nothing is owed or pending (`jump_in`)."""
    phase, deck, up = state.phase, state.rules.deck, state.discard_pile[-1]
    if not isinstance(phase, TurnPhase) or phase.penalty:
        return False
    return deck.colors[card] == deck.colors[up] != NO_COLOR and deck.ranks[card] == deck.ranks[up]


def _effects(options: Options) -> dict[int, Effect]:
    return {7: seven, 0: zero} if options.seven_zero else {}


def _starters(options: Options) -> dict[int, Starter]:
    wild = first_player_names_color if options.starter_wild == "choose" else goes_back
    return {**ACTION_STARTERS, WILD: wild, WILD_DRAW_FOUR: goes_back}


CLASSIC: Final = Variant(
    key="classic",
    title="Classic UNO",
    text=rules_text("classic"),
    min_players=2,
    max_players=10,
    deck=DECK,
    scoring="winner_collects",
    options={
        "goal": {"kind": "points", "value": 500},
        "starting_hand": 7,
        "bluffing": True,
        "wild_draw_four_needs": "no_color",
        "starter_wild": "reflip",
        "draw_until_playable": None,
        "force_play": False,
        "stacking": "none",
        "seven_zero": False,
        "jump_in": False,
        "uno_penalty": 2,
        "spectators": True,
    },
    deal=deal_hands,
    guilty=lambda options: GUILT[options.wild_draw_four_needs],
    effects=_effects,
    starters=_starters,
    picks={SEVEN: swap_hands},
    jump_in=identical,
)
