"""The cards of the three games as plain strings, as the contract names them (`R5.1`, `W4.2`)."""

from functools import cache
from typing import Any

LETTERS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
COLORS = list(LETTERS.values())
RANKS = "0123456789SRD"
KINDS = {
    "S": "skip",
    "R": "reverse",
    "D": "draw_two",
    "W": "wild",
    "W4": "wild_draw_four",
    "WI": "wild_item_box",
}
WILDS = {
    "classic": {"W": 4, "W4": 4},
    "duo": {"W": 8, "W4": 4},
    "mario_kart": {"W4": 4, "WI": 8},
}
ITEMS = {
    "red": "mushroom",
    "yellow": "banana_peel",
    "green": "green_shell",
    "blue": "lightning",
    None: "bob_omb",
}
SEATS = {"classic": (2, 10), "duo": (2, 2), "mario_kart": (2, 10)}


def build_deck(variant: str) -> list[str]:
    """Every card of a variant in canonical order (C1, D1, M1)."""
    cards = []
    for letter in LETTERS:
        for rank in RANKS:
            cards += [f"{letter}{rank}.{copy}" for copy in ((1,) if rank == "0" else (1, 2))]
    for code, copies in WILDS[variant].items():
        cards += [f"{code}.{copy}" for copy in range(1, copies + 1)]
    return cards


def code_of(card: str) -> str:
    """The card's id without its copy."""
    return card.partition(".")[0]


def color_of(card: str) -> str | None:
    """The printed colour, None for wilds."""
    return LETTERS.get(code_of(card)[0])


def rank_of(card: str) -> str:
    """`0`-`9`, `S`, `R`, `D`, or the wild's code `W`, `W4`, `WI`."""
    code = code_of(card)
    return code[1:] if code[0] in LETTERS else code


def is_wild(card: str) -> bool:
    """Whether the card has no colour of its own."""
    return color_of(card) is None


def points_of(variant: str, card: str) -> int:
    """What a card left in hand counts (C6, D15, M10)."""
    rank = rank_of(card)
    if rank.isdigit():
        return int(rank)
    if variant == "duo":
        return {"W": 15, "W4": 20}.get(rank, 10)
    return 50 if is_wild(card) else 20


def item_of(card: str) -> str:
    """The Mario Kart item pictured on a card (M2)."""
    return ITEMS[color_of(card)]


def face(variant: str, card: str) -> dict[str, Any]:
    """The card object of the contract."""
    rank = rank_of(card)
    number = int(rank) if rank.isdigit() else None
    return {
        "id": card,
        "color": color_of(card),
        "kind": "number" if number is not None else KINDS[rank],
        "number": number,
        "points": points_of(variant, card),
        "item": item_of(card) if variant == "mario_kart" else None,
    }


@cache
def _places(variant: str) -> dict[str, int]:
    return {card: place for place, card in enumerate(build_deck(variant))}


def in_order(variant: str, cards: list[str]) -> list[str]:
    """The same cards in canonical order."""
    return sorted(cards, key=_places(variant).__getitem__)
