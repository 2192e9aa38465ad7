"""UNO Duo (D1-D15): two players, a draft instead of a deal, volleys of Draw Twos and dumps of a whole colour."""

from bisect import insort
from typing import Final

from service.engine import events as ev
from service.engine.bluffs import holds_playable
from service.engine.cards import DRAW_TWO, REVERSE, SKIP, WILD, WILD_DRAW_FOUR, Deck
from service.engine.deal import ACTION_STARTERS, turn_up
from service.engine.effects import plain
from service.engine.events import Events
from service.engine.legal import LegalMove, offer_drawn, offer_turn
from service.engine.moves import Draft, Play
from service.engine.phases import STARTER, ColorPhase, DraftPhase, DrawnPhase, DumpPhase, TurnPhase
from service.engine.piles import draw_cards
from service.engine.rules import Handler, Starter, Variant
from service.engine.state import State
from service.engine.turns import next_seat
from service.engine.variants import dumps
from service.engine.variants.texts import rules_text

DECK: Final = Deck(
    wilds={WILD: 8, WILD_DRAW_FOUR: 4},
    points={SKIP: 10, REVERSE: 10, DRAW_TWO: 10, WILD: 15, WILD_DRAW_FOUR: 20},
)
DRAFT_DISCARDS: Final = 14


def begin_draft(state: State, _events: Events) -> None:
    """Let P1, the dealer, look at the first card (D2)."""
    state.phase = DraftPhase(state.dealer)


def draft(state: State, seat: int, move: Draft, events: Events) -> None:
    """Keep the card looked at and lose the next, or lose it and keep the next (D2)."""
    pile, ids = state.draw_pile, state.rules.deck.ids
    for keep in (move.keep, not move.keep):
        card = pile.pop()
        if keep:
            insort(state.hands[seat], card)
            events.append(ev.card_drafted(seat, ids[card]))
        else:
            state.discard_pile.append(card)
            events.append(ev.draft_card_discarded(seat, ids[card]))
    if len(state.discard_pile) < DRAFT_DISCARDS:
        state.phase = DraftPhase(next_seat(state, seat))
    else:
        pile[:0] = reversed(state.discard_pile)
        state.discard_pile = []
        turn_up(state, events)


DRAFT: Final = LegalMove({"action": Draft.action, "needs": ["keep"]}, (Draft(keep=True), Draft(keep=False)))


def wild_starter(state: State, _first: int, _card: int, _events: Events) -> bool:
    """Wild turned up: P1 names the colour, P2 moves (D4)."""
    state.phase = ColorPhase(seat=state.dealer, reason=STARTER, again=False)
    return True


def draw_four_starter(state: State, first: int, _card: int, events: Events) -> bool:
    """Wild Draw Four turned up: P2 draws four, P1 names the colour and moves (D4)."""
    draw_cards(state, first, 4, "turned_up", events)
    events.append(ev.player_skipped(first))
    state.phase = ColorPhase(seat=state.dealer, reason=STARTER, again=True)
    return True


STARTERS: Final[dict[int, Starter]] = {
    **ACTION_STARTERS,
    REVERSE: dumps.dump_starter,
    WILD: wild_starter,
    WILD_DRAW_FOUR: draw_four_starter,
}
PLAY: Final = Handler(dumps.check_play, dumps.play)

DUO: Final = Variant(
    key="duo",
    title="UNO Duo",
    text=rules_text("duo"),
    min_players=2,
    max_players=2,
    deck=DECK,
    scoring="losers_count",
    options={
        "goal": {"kind": "points", "value": 200},
        "bluffing": True,
        "force_play": False,
        "shuffle_on_recycle": False,
        "uno_penalty": 2,
        "spectators": True,
    },
    fixed={"stacking": "draw_two"},
    deal=begin_draft,
    guilty=lambda _options: holds_playable,
    effects=lambda _options: {REVERSE: plain},
    starters=lambda _options: STARTERS,
    handlers={
        TurnPhase: {Play: PLAY},
        DrawnPhase: {Play: PLAY},
        DumpPhase: {Play: Handler(dumps.check_dump, dumps.forced_dump)},
        DraftPhase: {Draft: Handler(lambda _state, _seat, _move: None, draft)},
    },
    offers={
        TurnPhase: lambda state, seat: dumps.offer_with_dumps(state, offer_turn(state, seat), seat),
        DrawnPhase: lambda state, seat: dumps.offer_with_dumps(state, offer_drawn(state, seat), seat),
        DumpPhase: dumps.offer_dump,
        DraftPhase: lambda _state, _seat: [DRAFT],
    },
)
