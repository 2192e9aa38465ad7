"""What an operation tells those who operate the service: the log line's fields, and the metrics of moves."""

from service.games import Answer, Opened
from service.games.tokens import is_game_id
from service.observability import note
from service.observability.metrics import MOVES


def asked(game_id: str | None) -> None:
    """Note which game is asked about, if it can be one."""
    if game_id is not None and is_game_id(game_id):
        note(game=game_id)


def opened(found: Opened) -> None:
    """Note in which version the game is, and for which seat something is asked."""
    if found.game is not None:
        note(game=found.game.id, seat=found.seat, version=found.game.version)


def answered(answer: Answer) -> None:
    """Note what the answer is about: a new game's id, and the version that it made or shows."""
    if answer.location is not None:
        note(game=answer.location.rpartition("/")[2])
    version, dot, _ = (answer.etag or "").partition(".")
    if dot:  # else it is not about a game
        note(version=int(version))


def moved(variant: str, action: str) -> None:
    """Count an action that changed a game."""
    MOVES.labels(variant, action).inc()
