"""The deal and the starter of the first round (R1, C2, C3, D4, M9)."""

from tests.acceptance.model.cards import color_of, is_wild, rank_of
from tests.acceptance.model.duo import must_dump
from tests.acceptance.model.table import Table, Turn


def begin(table: Table) -> None:
    """Deals the first round of a stacked game, or opens the draft."""
    table.emit("game_started")
    table.emit("round_started", round=table.round, dealer=table.dealer)
    if table.variant == "duo":
        table.status = "drafting"
        table.turn = Turn(table.dealer, "draft")
        return
    seat = table.dealer
    count = table.options["starting_hand"]
    for _ in range(count * len(table.names)):
        seat = table.next_seat(seat)
        table.hands[seat].append(table.draw_pile.pop(0))
    for seat, hand in enumerate(table.hands):
        table.emit("cards_dealt", {seat: {"cards": list(hand)}}, seat=seat, count=count)
    turn_up(table)


def _goes_back(table: Table, card: str) -> bool:
    """C3, M9: which cards cannot start."""
    if table.variant == "duo":
        return False
    if rank_of(card) == "W":
        return bool(table.options["starter_wild"] != "choose")
    return rank_of(card) == "W4"


def turn_up(table: Table) -> None:
    """Turns cards until one may start, and lets it act."""
    table.status = "playing"
    while True:
        card = table.draw_pile.pop(0)
        if _goes_back(table, card):
            table.draw_pile.append(card)
            table.emit("starter_returned", card=card)
            continue
        table.discards.append(card)
        table.emit("card_turned_up", card=card)
        ignored = table.variant == "mario_kart" and not is_wild(card) and not rank_of(card).isdigit()
        if not ignored:
            break
    table.color = color_of(card)
    first = table.next_seat(table.dealer)
    if table.variant == "duo":
        _duo_starter(table, rank_of(card), first)
    elif is_wild(card):
        table.turn = Turn(first, "color", reason="starter")
    else:
        _classic_starter(table, rank_of(card), first)


def _classic_starter(table: Table, rank: str, first: int) -> None:
    mover = first
    if rank == "D":
        table.deal_to(first, 2, "turned_up")
        mover = table.next_seat(first)
    elif rank == "S":
        table.emit("player_skipped", seat=first)
        mover = table.next_seat(first)
    elif rank == "R":
        table.direction = -1
        table.emit("direction_changed", direction=-1)
        mover = table.dealer
    table.turn = Turn(mover)


def _duo_starter(table: Table, rank: str, second: int) -> None:
    """D4: P1 is the dealer, `second` is P2."""
    p1 = table.dealer
    if rank in ("D", "W4"):
        table.deal_to(second, 2 if rank == "D" else 4, "turned_up")
    if rank in ("W", "W4"):
        table.turn = Turn(p1, "color", reason="starter")
    elif rank == "R":
        must_dump(table, second, "starter")
    else:
        table.turn = Turn(p1 if rank in ("D", "S") else second)
        if rank == "S":
            table.emit("player_skipped", seat=second)


def starter_color_named(table: Table, seat: int) -> None:
    """Who moves once the starter's colour is named: after a Duo Wild the other one, else the one who named it."""
    other_moves = table.variant == "duo" and rank_of(table.up_card) == "W"
    table.turn = Turn(1 - seat if other_moves else seat)
