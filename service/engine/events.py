"""What happened: the catalogue of the engine's events.

An event is a JSON-ready dict with its `type`; cards stand as ids. What only some seats may see is under `secret`, a
list of `[seat, fields]`; `view.redact` is the one place that reads it.
"""

from collections.abc import Iterable, Sequence
from typing import Any

Event = dict[str, Any]
Events = list[Event]


def round_started(number: int, dealer: int) -> Event:
    """Round `number` begins, dealt by seat `dealer`."""
    return {"type": "round_started", "round": number, "dealer": dealer}


def cards_dealt(seat: int, cards: Sequence[str]) -> Event:
    """`seat` was dealt `cards`, which only it sees."""
    return {"type": "cards_dealt", "seat": seat, "count": len(cards), "secret": [[seat, {"cards": cards}]]}


def card_drafted(seat: int, card: str) -> Event:
    """`seat` keeps `card`, which only it sees (D2)."""
    return {"type": "card_drafted", "seat": seat, "secret": [[seat, {"card": card}]]}


def draft_card_discarded(seat: int, card: str) -> Event:
    """The choice of `seat` sends `card` to the draft discards, seen by both (D2)."""
    return {"type": "draft_card_discarded", "seat": seat, "card": card}


def starter_returned(card: str) -> Event:
    """The card turned up goes back into the draw pile (C3)."""
    return {"type": "starter_returned", "card": card}


def card_turned_up(card: str) -> Event:
    """`card` is turned onto the discard pile at the start of a round."""
    return {"type": "card_turned_up", "card": card}


def color_chosen(seat: int, color: str | None) -> Event:
    """`seat` named `color` in the phase `color`."""
    return {"type": "color_chosen", "seat": seat, "color": color}


def seat_chosen(seat: int, target: int) -> Event:
    """`seat` picked `target` in the phase `seat`."""
    return {"type": "seat_chosen", "seat": seat, "target": target}


def card_played(seat: int, card: str, color: str | None) -> Event:
    """`seat` laid `card`; `color` is the colour to match from now on, null while none is named."""
    return {"type": "card_played", "seat": seat, "card": card, "color": color}


def cards_dumped(seat: int, cards: Sequence[str]) -> Event:
    """`seat` laid `cards` in this order in one dump (D7, D8)."""
    return {"type": "cards_dumped", "seat": seat, "cards": cards}


def item_flipped(seat: int, card: str, item: str) -> Event:
    """The Item Box of `seat` flipped `card`, whose `item` acts (M3)."""
    return {"type": "item_flipped", "seat": seat, "card": card, "item": item}


def cards_drawn(seat: int, cards: Sequence[str], reason: str) -> Event:
    """`seat` drew `cards`, perhaps none, which only it sees (R3, R8)."""
    return {
        "type": "cards_drawn",
        "seat": seat,
        "count": len(cards),
        "reason": reason,
        "secret": [[seat, {"cards": cards}]],
    }


def turn_passed(seat: int) -> Event:
    """The turn of `seat` ends after a draw without a play."""
    return {"type": "turn_passed", "seat": seat}


def player_skipped(seat: int) -> Event:
    """`seat` loses the turn without having acted."""
    return {"type": "player_skipped", "seat": seat}


def direction_changed(seat: int | None, direction: int) -> Event:
    """Play turns to `direction`; `seat` laid the Reverse, null when it was the starter."""
    return {"type": "direction_changed", "seat": seat, "direction": direction}


def hands_swapped(seat: int, target: int, hands: Iterable[tuple[int, Sequence[str]]]) -> Event:
    """`seat` and `target` swapped hands; each sees the new one."""
    return {"type": "hands_swapped", "seat": seat, "target": target, "secret": _hands(hands)}


def hands_rotated(seat: int, hands: Iterable[tuple[int, Sequence[str]]]) -> Event:
    """The 0 of `seat` moved all hands one seat on; each sees the new one."""
    return {"type": "hands_rotated", "seat": seat, "secret": _hands(hands)}


def _hands(hands: Iterable[tuple[int, Sequence[str]]]) -> list[list[Any]]:
    return [[seat, {"cards": cards}] for seat, cards in hands]


def challenge_resolved(challenger: int, challenged: int, *, succeeded: bool) -> Event:
    """The Wild Draw Four of `challenged` was judged (R13)."""
    return {
        "type": "challenge_resolved",
        "seat": challenger,
        "challenger": challenger,
        "challenged": challenged,
        "succeeded": succeeded,
    }


def hand_revealed(seat: int, challenger: int, cards: Sequence[str]) -> Event:
    """The judged hand of `seat` is shown to `challenger` alone (R13)."""
    return {"type": "hand_revealed", "seat": seat, "secret": [[challenger, {"cards": cards}]]}


def uno_said(seat: int) -> Event:
    """`seat` said UNO."""
    return {"type": "uno_said", "seat": seat}


def uno_caught(seat: int, target: int) -> Event:
    """`seat` caught `target`, who had not said UNO (R16)."""
    return {"type": "uno_caught", "seat": seat, "target": target}


def draw_pile_recycled(count: int) -> Event:
    """`count` cards of the discard pile became the draw pile (R2)."""
    return {"type": "draw_pile_recycled", "count": count}


def round_ended(result: dict[str, Any]) -> Event:
    """A round is over; `result` holds `round`, `winner`, `blocked`, `points` and the `hands` laid open."""
    return {"type": "round_ended", "seat": result["winner"], **result}


def player_left(seat: int, *, kicked: bool) -> Event:
    """`seat` left, or was made to leave (R19)."""
    return {"type": "player_left", "seat": seat, "kicked": kicked}


def game_ended(winners: list[int], totals: list[int]) -> Event:
    """The game is over; `totals` are those of all seats."""
    points = [{"seat": seat, "points": total} for seat, total in enumerate(totals)]
    return {"type": "game_ended", "winners": winners, "totals": points}
