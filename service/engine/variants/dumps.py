"""Dumps: all cards of one colour laid in one go, on a Reverse or because an opponent's Reverse demands it (D7, D8, D9).

Only Duo has them.
"""

from collections.abc import Sequence

from service.engine import events as ev
from service.engine import plays
from service.engine.cards import COLOR_NAMES, REVERSE
from service.engine.errors import Refusal
from service.engine.events import Events
from service.engine.legal import LegalMove, play_entry
from service.engine.moves import Play
from service.engine.phases import REVERSE as FORCED
from service.engine.phases import STARTER, DumpPhase
from service.engine.state import State
from service.engine.turns import TURNS, next_seat


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


def dump_starter(state: State, first: int, _card: int, _events: Events) -> bool:
    """Reverse turned up: P2 must dump that colour (D4)."""
    must_dump(state, first, STARTER)
    return True
