"""Positions in one line of card notation, and a table to play them on.

`position("R5", "R7 Y2", "G1 W")` is a game of two: the up card is a red 5, seat 0 holds a red 7 and a yellow 2 and is
to move, seat 1 holds a green 1 and a Wild. A card is written without its copy (the first free one is taken) or with it.
"""

import json
from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest

from service import engine
from service.engine import COLORS, Refusal
from service.engine.phases import Phase, TurnPhase
from service.engine.resolve import rules_for

SEED = bytes(32)


class Table:
    """A state, and moves on it in notation; `events` are those of the last move."""

    def __init__(self, state: engine.State) -> None:
        self.state = state
        self.deck = state.rules.deck
        self.events: engine.Events = []

    def card(self, name: str, among: Sequence[int] | None = None) -> int:
        """Find a card by `R5` or `R5.1`, in a hand if `among` is given."""
        cards = range(len(self.deck)) if among is None else among
        return next(
            card for card in cards if self.deck.ids[card] == name or self.deck.ids[card].split(".")[0] == name
        )

    def _do(self, seat: int, move: engine.Move) -> engine.Events:
        self.events = engine.apply(self.state, seat, move)
        return self.events

    def play(
        self, seat: int, card: str, color: str | None = None, *, uno: bool = False, then: str = ""
    ) -> engine.Events:
        """Lay a card of the seat's hand; `then` names the other cards of a dump."""
        hand = self.state.hands[seat]
        others: list[int] = []
        first = self.card(card, hand)
        for name in then.split():
            others.append(self.card(name, [c for c in hand if c != first and c not in others]))
        named = None if color is None else COLORS.index(color)
        return self._do(seat, engine.Play(first, named, uno, tuple(others)))

    def draw(self, seat: int) -> engine.Events:
        return self._do(seat, engine.Draw())

    def keep(self, seat: int) -> engine.Events:
        return self._do(seat, engine.Pass())

    def challenge(self, seat: int) -> engine.Events:
        return self._do(seat, engine.Challenge())

    def color(self, seat: int, color: str) -> engine.Events:
        return self._do(seat, engine.ChooseColor(COLORS.index(color)))

    def pick(self, seat: int, target: int) -> engine.Events:
        return self._do(seat, engine.ChooseSeat(target))

    def uno(self, seat: int) -> engine.Events:
        return self._do(seat, engine.CallUno())

    def catch(self, seat: int, target: int) -> engine.Events:
        return self._do(seat, engine.Catch(target))

    def draft(self, seat: int, *, keep: bool) -> engine.Events:
        return self._do(seat, engine.Draft(keep))

    def next_round(self, seat: int) -> engine.Events:
        return self._do(seat, engine.NextRound())

    def leave(self, seat: int) -> engine.Events:
        self.events = engine.leave(self.state, seat)
        return self.events

    def refuses(self, code: str, seat: int, move: engine.Move) -> None:
        """Assert that a move is refused with `code` and leaves everything as it was."""
        before = json.dumps(engine.encode(self.state))
        with pytest.raises(Refusal) as refusal:
            engine.apply(self.state, seat, move)
        assert refusal.value.code == code
        assert json.dumps(engine.encode(self.state)) == before

    def refuses_play(self, code: str, seat: int, card: str, color: str | None = None) -> None:
        """Assert that laying a card (of the hand if it is there) is refused with `code`."""
        hand = self.state.hands[seat]
        held = [c for c in hand if self.deck.ids[c].split(".")[0] == card.split(".", maxsplit=1)[0]]
        named = None if color is None else COLORS.index(color)
        self.refuses(code, seat, engine.Play(held[0] if held else self.card(card), named))

    # ---------------------------------------------------------------------------------------- what is seen

    @property
    def to_move(self) -> int | None:
        return self.state.phase.seat

    @property
    def phase(self) -> str:
        return self.state.phase.name

    @property
    def up(self) -> str:
        return self.deck.ids[self.state.discard_pile[-1]]

    @property
    def current_color(self) -> str | None:
        return engine.view(self.state, None)["discard_pile"]["color"]  # type: ignore[no-any-return] # a JSON value

    def hand(self, seat: int) -> str:
        """Give a hand in canonical order, without copies."""
        return " ".join(self.deck.ids[card].split(".")[0] for card in self.state.hands[seat])

    def counts(self) -> list[int]:
        return [len(hand) for hand in self.state.hands]

    def legal(self, seat: int) -> list[str]:
        """List the legal moves as words: `R7`, `W`, `RR+R2+R9`, `draw`, `catch 1`."""
        return [_word(entry.json) for entry in engine.legal_moves(self.state, seat)]

    def types(self) -> list[str]:
        return [event["type"] for event in self.events]

    def event(self, kind: str) -> dict[str, Any]:
        """Give the one event of that type of the last move."""
        (event,) = [event for event in self.events if event["type"] == kind]
        return event


def _word(entry: dict[str, Any]) -> str:
    if entry["action"] == "play":
        return "+".join(card.split(".")[0] for card in (entry["card"], *entry.get("then", ())))
    return " ".join(str(part) for part in (entry["action"], entry.get("seat")) if part is not None)


def position(
    up: str,
    *hands: str,
    variant: str = "classic",
    to_move: int = 0,
    color: str | None = None,
    under: str = "",
    draw: str | None = None,
    direction: int = 1,
    dealer: int | None = None,
    gone: Sequence[int] = (),
    phase: Phase | None = None,
    **options: Any,
) -> Table:
    """Set up a table.

    `under` are the discards below the up card, oldest first; `draw` is the draw pile, top first, and all of it; left
    out, it holds every other card in canonical order. `gone` are seats that left; `color` is the colour named for a
    wild up card.
    """
    made = engine.VARIANTS[variant].make_options(options)
    deck = engine.VARIANTS[variant].deck
    free = list(deck.ids)

    def take(names: str) -> list[int]:
        cards = []
        for name in names.split():
            card = next(card for card in free if card == name or card.split(".")[0] == name)
            free.remove(card)
            cards.append(deck.index[card])
        return cards

    held = [sorted(take(hand)) for hand in hands]
    discards = take(under) + take(up)
    pile = take(" ".join(free) if draw is None else draw)
    up_color = deck.colors[discards[-1]]
    state = engine.State(
        variant=variant,
        options=made,
        rules=rules_for(variant, made),
        seed=SEED,
        client_seeds=(),
        phase=phase or TurnPhase(to_move),
        hands=held,
        active=[seat not in gone for seat in range(len(hands))],
        totals=[0] * len(hands),
        said=[False] * len(hands),
        draw_pile=pile[::-1],
        discard_pile=discards,
        color=COLORS.index(color) if color else up_color,
        direction=direction,
        round=1,
        dealer=len(hands) - 1 if dealer is None else dealer,
    )
    return Table(state)


def dealt(variant: str, seats: int, deck: str, *, dealer: int | None = None, **options: Any) -> Table:
    """Start a stacked game: `deck` lists cards top first (copies may be left out), the others follow canonically."""
    base = engine.VARIANTS[variant]
    free = list(base.deck.ids)
    cards = []
    for name in deck.split():
        card = next(card for card in free if card == name or card.split(".")[0] == name)
        free.remove(card)
        cards.append(card)
    state, events = engine.new_game(
        variant, base.make_options(options), seats, seed=SEED, deck=cards, dealer=dealer
    )
    table = Table(state)
    table.events = events
    return table


def all_cards(state: engine.State) -> list[int]:
    """List the cards of hands and piles in canonical order, so that one lost or doubled shows."""
    return sorted(chain(state.draw_pile, state.discard_pile, *state.hands))
