"""The beginning of a game."""

from collections.abc import Sequence

from service.engine.deal import start_round
from service.engine.events import Events
from service.engine.options import Options
from service.engine.phases import RoundOver
from service.engine.resolve import rules_for
from service.engine.shuffle import lot
from service.engine.state import State


def new_game(
    variant: str,
    options: Options,
    seats: int,
    *,
    seed: bytes,
    client_seeds: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    dealer: int | None = None,
) -> tuple[State, Events]:
    """Seat the players and deal the first round.

    `seed` is 32 bytes made outside, `client_seeds` those that players gave, in seat order. A `deck` lists card ids, top
    first; cards left out follow in canonical order, and the dealer is then the last seat unless named. Otherwise the
    dealer is drawn by lot (R1).
    """
    rules = rules_for(variant, options)
    state = State(
        variant=variant,
        options=options,
        rules=rules,
        seed=seed,
        client_seeds=tuple(client_seeds),
        phase=RoundOver(),
        hands=[],
        active=[True] * seats,
        totals=[0] * seats,
        said=[],
    )
    if dealer is None:
        dealer = lot(state, seats) if deck is None else seats - 1
    state.dealer = dealer
    events: Events = []
    start_round(state, events, None if deck is None else _whole_deck(rules.deck.index, deck))
    return state, events


def _whole_deck(index: dict[str, int], top: Sequence[str]) -> list[int]:
    cards = [index[card] for card in top]
    named = set(cards)
    return cards + [card for card in range(len(index)) if card not in named]
