"""Cards, decks and their notation.

Inside the engine a card is its index in the variant's canonical deck; outside it is `<code>.<copy>` (`R5.1`, `W4.2`).
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

COLORS: Final = ("red", "yellow", "green", "blue")
COLOR_LETTERS: Final = "RYGB"
NO_COLOR: Final = 4
"""Colour of a wild, and the current colour while one is still to be named."""
COLOR_NAMES: Final = (*COLORS, None)

SKIP, REVERSE, DRAW_TWO, WILD, WILD_DRAW_FOUR, WILD_ITEM_BOX = range(10, 16)
RANKS: Final = (*"0123456789", "S", "R", "D", "W", "W4", "WI")
KINDS: Final = ("number",) * 10 + ("skip", "reverse", "draw_two", "wild", "wild_draw_four", "wild_item_box")

MUSHROOM, BANANA_PEEL, GREEN_SHELL, LIGHTNING, BOB_OMB = range(5)
ITEMS: Final = ("mushroom", "banana_peel", "green_shell", "lightning", "bob_omb")
"""Items in the order of the colours that picture them; the wilds picture the last (M2)."""


class Deck:
    """Every card of a variant in canonical order, with a table per property.

    `colors`, `ranks` and `points` are indexed by card; `fits[colour][rank]` is a row that tells for each card whether
    it may lie on an up card of that rank while that colour is current (R6), `answers[rank]` whether it may while a sum
    waits (R10).
    """

    def __init__(self, wilds: Mapping[int, int], points: Mapping[int, int], *, items: bool = False) -> None:
        """Build the 100 coloured cards and `wilds` (rank -> copies); `points` gives what ranks from Skip on count."""
        coloured = [
            (color, rank, copy)
            for color in range(4)
            for rank in range(WILD)
            for copy in range(1, 2 if rank == 0 else 3)
        ]
        wild = [(NO_COLOR, rank, copy) for rank, copies in wilds.items() for copy in range(1, copies + 1)]
        cards = coloured + wild
        self.ids = tuple(_notation(*card) for card in cards)
        self.index = {card_id: card for card, card_id in enumerate(self.ids)}
        self.colors = tuple(color for color, _, _ in cards)
        self.ranks = tuple(rank for _, rank, _ in cards)
        self.points = tuple(points.get(rank, rank) for rank in self.ranks)
        self.has_items = items
        self.fits = tuple(tuple(self._fitting(color, rank) for rank in range(16)) for color in range(4))
        self.answers = tuple(bytes(own == rank for own in self.ranks) for rank in range(16))

    def _fitting(self, color: int, rank: int) -> bytes:
        return bytes(
            own_color in (color, NO_COLOR) or own_rank == rank
            for own_color, own_rank in zip(self.colors, self.ranks, strict=True)
        )

    def __len__(self) -> int:
        """Count the cards."""
        return len(self.ids)

    def item(self, card: int) -> int:
        """Tell the item that `card` pictures, by its colour (M2)."""
        return self.colors[card]

    @cached_property
    def objects(self) -> dict[str, dict[str, Any]]:
        """Map each card id to the card as answers show it."""
        return {card_id: self._object(card) for card, card_id in enumerate(self.ids)}

    def _object(self, card: int) -> dict[str, Any]:
        rank = self.ranks[card]
        return {
            "id": self.ids[card],
            "color": COLOR_NAMES[self.colors[card]],
            "kind": KINDS[rank],
            "number": rank if rank < SKIP else None,
            "points": self.points[card],
            "item": ITEMS[self.item(card)] if self.has_items else None,
        }


def _notation(color: int, rank: int, copy: int) -> str:
    letter = "" if color == NO_COLOR else COLOR_LETTERS[color]
    return f"{letter}{RANKS[rank]}.{copy}"
