"""The end of a round and of the game: points, the score sheet's rounds, winners (R4, R21, C6, D15, M10)."""

from typing import Any

from tests.acceptance.model.cards import points_of
from tests.acceptance.model.table import Table


def hand_value(table: Table, seat: int) -> int:
    """What the cards of a hand count."""
    return sum(points_of(table.variant, card) for card in table.hands[seat])


def round_won(table: Table, winner: int) -> None:
    """A hand is empty."""
    points = [0] * len(table.names)
    for seat in table.others(winner):
        if table.variant == "duo":
            points[seat] = hand_value(table, seat)
        else:
            points[winner] += hand_value(table, seat)
    _close(table, winner, points, best=[winner], blocked=False)


def round_blocked(table: Table) -> None:
    """R4: nobody can draw or play."""
    values = {seat: hand_value(table, seat) for seat in table.active_seats()}
    lowest = min(values.values())
    best = [seat for seat, value in values.items() if value == lowest]
    winner = best[0] if len(best) == 1 else None
    points = [0] * len(table.names)
    if table.variant == "duo":
        for seat, value in values.items():
            points[seat] = value
    elif winner is not None:
        points[winner] = sum(value - lowest for value in values.values())
    _close(table, winner, points, best=best, blocked=True)


def _close(table: Table, winner: int | None, points: list[int], best: list[int], blocked: bool) -> None:
    hands = [
        {"seat": seat, "cards": list(table.hands[seat]), "points": hand_value(table, seat)}
        for seat in table.active_seats()
        if table.hands[seat]
    ]
    table.scores = [before + more for before, more in zip(table.scores, points, strict=True)]
    result: dict[str, Any] = {
        "round": table.round,
        "winner": winner,
        "blocked": blocked,
        "points": points,
        "hands": hands,
    }
    table.rounds.append(result)
    table.emit("round_ended", **result)
    table.turn = table.window = table.drawn_card = table.owed_for = None
    for seat in list(table.calls):
        if table.calls[seat] != "one" or len(table.hands[seat]) != 1:
            del table.calls[seat]
    winners = _game_winners(table, best)
    if winners:
        game_won(table, winners)
    else:
        table.status = "round_over"


def _game_winners(table: Table, best: list[int]) -> list[int]:
    """Who has won the game with this round; nobody while it goes on (R21)."""
    goal = table.options["goal"]
    if goal["kind"] == "one_round":
        return best
    totals = {seat: table.scores[seat] for seat in table.active_seats()}
    lead = min(totals.values()) if table.variant == "duo" else max(totals.values())
    leaders = [seat for seat, total in totals.items() if total == lead]
    if goal["kind"] == "rounds":
        return leaders if table.round >= goal["value"] else []
    if max(totals.values()) < goal["value"] or len(leaders) > 1:
        return []
    return leaders


def game_won(table: Table, winners: list[int]) -> None:
    """The game is over."""
    table.status = "finished"
    table.turn = table.window = table.drawn_card = table.owed_for = None
    table.winners = winners
    table.emit("game_ended", winners=winners, totals=list(table.scores))
