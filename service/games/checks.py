"""Who may ask, and for which version of the game."""

import hmac

from service.engine import Refusal
from service.games import tokens
from service.games.record import Game
from service.games.requests import Access, Opened, Request


def authenticate(game: Game | None, token: str | None) -> int | None:
    """Tell whose token it is; one that is nobody's is refused."""
    if token is None:
        return None
    found = seat_of(game, tokens.sha256(token))
    if found is None:
        raise Refusal("token_invalid", "The token is not, or no longer, that of a seat in this game.")
    return found


def seat_of(game: Game | None, token_hash: str) -> int | None:
    """Tell to which seat a token belongs, by the token's hash; None where it is nobody's."""
    found = None
    for seat, player in enumerate(game.seats if game else ()):
        if player and player.token and hmac.compare_digest(player.token, token_hash):
            found = seat
    return found


def check_role(opened: Opened) -> None:
    """Refuse a game that does not exist, and a caller who may not do this in it."""
    game, access = opened.game, opened.access
    if game is None:
        raise Refusal("game_not_found", "There is no such game, or it has expired.")
    if access is Access.HOST and opened.seat != game.host:
        raise Refusal("not_host", "Only the host may do this.")
    if access is Access.LOOK and opened.seat is None and game.is_closed:
        raise Refusal("spectators_closed", "This game shows itself only to its players: send a seat's token.")


def check_version(game: Game, request: Request) -> None:
    """Refuse a request that was made for another version of the game."""
    if request.if_match is not None and game.version not in request.if_match:
        raise Refusal(
            "version_mismatch", f"The game has moved on to version {game.version}: look at it again."
        )
