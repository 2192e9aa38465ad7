"""UNO Duo (D1-D15): two players, a draft instead of a deal, volleys of Draw Twos and dumps of a whole colour."""

from bisect import insort
from collections.abc import Sequence
from typing import Final

from service.engine import events as ev
from service.engine import plays
from service.engine.bluffs import holds_playable
from service.engine.cards import COLOR_NAMES, DRAW_TWO, REVERSE, SKIP, WILD, WILD_DRAW_FOUR, Deck
from service.engine.deal import ACTION_STARTERS, turn_up
from service.engine.effects import plain
from service.engine.errors import Refusal
from service.engine.events import Events
from service.engine.legal import LegalMove, offer_drawn, offer_turn, play_entry
from service.engine.moves import Draft, Play
from service.engine.phases import REVERSE as FORCED
from service.engine.phases import STARTER, ColorPhase, DraftPhase, DrawnPhase, DumpPhase, TurnPhase
from service.engine.piles import draw_cards
from service.engine.rules import Handler, Starter, Variant
from service.engine.state import State
from service.engine.turns import TURNS, next_seat
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


def others_of_color(state: State, seat: int, card: int) -> list[int]:
    """List the other cards of the hand that have the colour of `card` (D7)."""
    colors = state.rules.deck.colors
    return [other for other in state.hands[seat] if colors[other] == colors[card] and other != card]


def must_dump(state: State, seat: int, reason: str) -> None:
    """Make `seat` lay all of the current colour, or take a normal turn if it holds none (D8)."""
    colors = state.rules.deck.colors
    holds = any(colors[card] == state.color for card in state.hands[seat])
    state.phase = DumpPhase(seat, reason) if holds else TURNS[seat]


def check_play(state: State, seat: int, move: Play) -> None:
    """Check a play that may be a Reverse with its dump: all other cards of its colour or none (D7)."""
    if not move.then:
        plays.check_play(state, seat, move)
        return
    plays.check_card(state, seat, move)
    if state.rules.deck.ranks[move.card] != REVERSE:
        raise Refusal("dump_not_whole_color", "Only a Reverse takes other cards with it: leave `then` out.")
    _check_whole_color(state, seat, move)


def _check_whole_color(state: State, seat: int, move: Play) -> None:
    """Refuse a dump that is not every card of the colour, each once, or that names a colour."""
    for card in move.then:
        plays.check_held(state.hands[seat], card)
    if sorted(move.then) != others_of_color(state, seat, move.card):
        raise Refusal(
            "dump_not_whole_color", "A dump takes all other cards of the colour in `then`, each once."
        )
    plays.check_color(state, seat, move)


def check_dump(state: State, seat: int, move: Play) -> None:
    """Check a dump that must be made (D8)."""
    plays.check_held(state.hands[seat], move.card)
    if state.rules.deck.colors[move.card] != state.color:
        raise Refusal("card_not_playable", "All cards of the current colour must be laid now, and no others.")
    _check_whole_color(state, seat, move)


def play(state: State, seat: int, move: Play, events: Events) -> None:
    """Lay a card, or a Reverse with the other cards of its colour."""
    if not move.then:
        plays.play(state, seat, move, events)
        return
    ids = state.rules.deck.ids
    plays.lay(state, seat, move.card)
    events.append(ev.card_played(seat, ids[move.card], COLOR_NAMES[state.color]))
    dump(state, seat, move.then, events)


def forced_dump(state: State, seat: int, move: Play, events: Events) -> None:
    """Lay every card of the colour (D8)."""
    dump(state, seat, (move.card, *move.then), events)


def dump(state: State, seat: int, cards: Sequence[int], events: Events) -> None:
    """Lay `cards` in order; only the last one acts, and the opponent carries it out (D8, D9)."""
    deck = state.rules.deck
    for card in cards:
        plays.lay(state, seat, card)
    events.append(ev.cards_dumped(seat, [deck.ids[card] for card in cards]))
    rank = deck.ranks[cards[-1]]
    if not state.hands[seat]:
        plays.go_out(state, seat, 0, events)
    elif rank == REVERSE:
        must_dump(state, next_seat(state, seat), FORCED)
    else:
        state.rules.effects[rank](state, seat, 0, False, events)


def offer_with_dumps(state: State, entries: list[LegalMove], seat: int) -> list[LegalMove]:
    """List each Reverse that has company a second time, with its dump (D7)."""
    deck = state.rules.deck
    listed = []
    for entry in entries:
        listed.append(entry)
        move = entry.moves[0]
        if isinstance(move, Play) and deck.ranks[move.card] == REVERSE:
            company = others_of_color(state, seat, move.card)
            if company:
                listed.append(play_entry(deck, move.card, company))
    return listed


def offer_dump(state: State, seat: int) -> list[LegalMove]:
    """List the dump that must be made, in canonical order."""
    deck = state.rules.deck
    first, *then = [card for card in state.hands[seat] if deck.colors[card] == state.color]
    return [play_entry(deck, first, then)]


DRAFT: Final = LegalMove({"action": Draft.action, "needs": ["keep"]}, (Draft(keep=True), Draft(keep=False)))


def dump_starter(state: State, first: int, _card: int, _events: Events) -> bool:
    """Reverse turned up: P2 must dump that colour (D4)."""
    must_dump(state, first, STARTER)
    return True


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
    REVERSE: dump_starter,
    WILD: wild_starter,
    WILD_DRAW_FOUR: draw_four_starter,
}
PLAY: Final = Handler(check_play, play)

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
        DumpPhase: {Play: Handler(check_dump, forced_dump)},
        DraftPhase: {Draft: Handler(lambda _state, _seat, _move: None, draft)},
    },
    offers={
        TurnPhase: lambda state, seat: offer_with_dumps(state, offer_turn(state, seat), seat),
        DrawnPhase: lambda state, seat: offer_with_dumps(state, offer_drawn(state, seat), seat),
        DumpPhase: offer_dump,
        DraftPhase: lambda _state, _seat: [DRAFT],
    },
)
