"""The end of a round and of a game: who won, what it counts, the score sheet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from service.engine import events as ev
from service.engine.events import Events
from service.engine.phases import GameOver, RoundOver
from service.engine.state import State


@dataclass(frozen=True, slots=True)
class Scoring:
    """How rounds are counted: `points(hand values, winner, blocked)` by seat, and which of two totals is `best`."""

    points: Callable[[Sequence[int], int | None, int], list[int]]
    best: Callable[[list[int]], int]
    ties_play_on: bool


def _winner_collects(values: Sequence[int], winner: int | None, lowest: int) -> list[int]:
    """Give the winner what each other hand holds above the lowest, which is nothing unless blocked (C6, R4)."""
    collected = sum(value - lowest for value in values if value > lowest)
    return [collected if seat == winner else 0 for seat in range(len(values))]


def _losers_count(values: Sequence[int], winner: int | None, lowest: int) -> list[int]:  # noqa: ARG001 - one signature
    """Charge each seat its own hand (D15, R4)."""
    return list(values)


SCORINGS: Final = {
    "winner_collects": Scoring(_winner_collects, max, ties_play_on=False),
    "losers_count": Scoring(_losers_count, min, ties_play_on=True),
}


def _scoring(state: State) -> Scoring:
    return SCORINGS[state.rules.variant.scoring]


def _hand_values(state: State) -> list[int]:
    points = state.rules.deck.points
    return [sum(points[card] for card in hand) for hand in state.hands]


def win_round(state: State, winner: int, events: Events) -> None:
    """End the round that `winner` has won by emptying the hand."""
    _end_round(state, [winner], 0, events, blocked=False)


def block_round(state: State, events: Events) -> None:
    """End a round in which nobody can draw or plays any more: the lowest hand wins it (R4)."""
    values = _hand_values(state)
    seats = state.active_seats()
    lowest = min(values[seat] for seat in seats)
    _end_round(state, [seat for seat in seats if values[seat] == lowest], lowest, events, blocked=True)


def _end_round(state: State, best: list[int], lowest: int, events: Events, *, blocked: bool) -> None:
    """Enter the round's result, `best` being the seats with the lowest hand, and end the game if its goal is met."""
    values = _hand_values(state)
    winner = best[0] if len(best) == 1 else None
    points = _scoring(state).points(values, winner, lowest)
    state.totals = [total + gain for total, gain in zip(state.totals, points, strict=True)]
    result = {
        "round": state.round,
        "winner": winner,
        "blocked": blocked,
        "points": points,
        "hands": [
            {"seat": seat, "cards": state.card_ids(hand), "points": values[seat]}
            for seat, hand in enumerate(state.hands)
            if hand
        ],
    }
    state.rounds.append(result)
    state.phase = RoundOver()
    events.append(ev.round_ended(result))
    winners = _winners(state, best)
    if winners:
        end_game(state, winners, events)


def _winners(state: State, best: list[int]) -> list[int]:
    """Tell who has won the game by the round just entered; nobody while it goes on (R21, D15)."""
    goal = state.options.goal
    if goal.value is None:
        return best
    if goal.kind == "rounds":
        return _leaders(state) if state.round >= goal.value else []
    if max(state.totals[seat] for seat in state.active_seats()) < goal.value:
        return []
    leaders = _leaders(state)
    return [] if len(leaders) > 1 and _scoring(state).ties_play_on else leaders


def _leaders(state: State) -> list[int]:
    seats = state.active_seats()
    best = _scoring(state).best([state.totals[seat] for seat in seats])
    return [seat for seat in seats if state.totals[seat] == best]


def end_game(state: State, winners: list[int], events: Events) -> None:
    """Finish the game."""
    state.winners = winners
    state.phase = GameOver()
    state.window = state.early = None
    events.append(ev.game_ended(winners, state.totals))


def score_sheet(state: State) -> dict[str, Any]:
    """Give `scoring`, `goal`, `totals` by seat, `rounds` with cards as objects, and `winners`."""
    objects = state.rules.deck.objects
    goal = state.options.goal
    return {
        "scoring": state.rules.variant.scoring,
        "goal": {"kind": goal.kind, "value": goal.value},
        "totals": list(state.totals),
        "rounds": [
            result
            | {
                "hands": [
                    hand | {"cards": [objects[card] for card in hand["cards"]]} for hand in result["hands"]
                ]
            }
            for result in state.rounds
        ],
        "winners": state.winners,
    }
