"""Moves: what a client names is turned into what the engine knows, and applied."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from service import engine
from service.engine import Refusal
from service.games.record import Game

Fields = Mapping[str, Any]

COLORS: Final = {color: index for index, color in enumerate(engine.COLORS)}
NO_CARD: Final = -1
"""What stands for a card that the deck does not have."""


def _play(fields: Fields, cards: Mapping[str, int]) -> engine.Move:
    color = fields.get("color")
    return engine.Play(
        cards.get(fields["card"], NO_CARD),
        None if color is None else COLORS[color],
        fields.get("uno") or False,
        tuple([cards.get(card, NO_CARD) for card in fields.get("then") or ()]),
    )


def _choose(fields: Fields, _cards: Mapping[str, int]) -> engine.Move:
    seat = fields.get("seat")
    return engine.ChooseColor(COLORS[fields["color"]]) if seat is None else engine.ChooseSeat(seat)


MOVES: Final[Mapping[str, Callable[[Fields, Mapping[str, int]], engine.Move]]] = {
    "play": _play,
    "draw": lambda _fields, _cards: engine.Draw(),
    "pass": lambda _fields, _cards: engine.Pass(),
    "challenge": lambda _fields, _cards: engine.Challenge(),
    "choose": _choose,
    "uno": lambda _fields, _cards: engine.CallUno(),
    "catch": lambda fields, _cards: engine.Catch(fields["seat"]),
    "draft": lambda fields, _cards: engine.Draft(fields["keep"]),
    "next_round": lambda _fields, _cards: engine.NextRound(),
}
"""How each action is read: (its fields, the deck's cards by id) -> the move."""


def read_move(game: Game, action: str, fields: Fields) -> engine.Move:
    """Turn an action and its valid fields into a move; a seat that the game does not have is refused."""
    seat = fields.get("seat")
    if seat is not None and not game.has_seat(seat):
        raise Refusal("seat_not_found", f"This game has no seat {seat}.")
    return MOVES[action](fields, game.rules.deck.index)


def act(game: Game, seat: int, move: engine.Move) -> engine.Events:
    """Make a move for a seat."""
    if game.abandoned:
        raise Refusal("game_over", "The game was abandoned.")
    if game.state is None:
        raise Refusal("game_not_started", "The game has not started yet.")
    return engine.apply(game.state, seat, move)
