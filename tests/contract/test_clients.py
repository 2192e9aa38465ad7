"""Clients generated from the committed contract play whole games at the running service."""

from typing import Any

import httpx
import pytest

from tests.contract.conftest import Player
from tests.contract.newer import NOVEL, RENAMED


def order(variant: str, players: int, **options: Any) -> dict[str, Any]:
    """The body of createGame."""
    names = [{"name": name} for name in ("Ana", "Bo", "Cy", "Di")[:players]]
    return {"variant": variant, "players": names, "options": options, "client_seed": "as ever"}


GAMES = {
    "classic": order("classic", 3, goal={"kind": "points", "value": 100}, seven_zero=True),
    "duo": order("duo", 2, goal={"kind": "rounds", "value": 2}),
    "mario_kart": order("mario_kart", 4),
}


@pytest.fixture(params=["python_player", "typescript_player"])
def player(request: pytest.FixtureRequest) -> Player:
    """Each of the two clients."""
    found: Player = request.getfixturevalue(request.param)
    return found


@pytest.mark.parametrize("variant", GAMES)
def test_a_generated_client_plays_a_whole_game(player: Player, service_url: str, variant: str) -> None:
    ending = player(service_url, GAMES[variant])
    assert ending["status"] == "finished"
    view = httpx.get(f"{service_url}/v1/games/{ending['id']}").json()
    assert (view["status"], view["variant"]) == ("finished", variant)
    assert {"card_played", "round_ended", "game_ended"} <= set(ending["types"])


def test_a_client_of_today_plays_at_a_service_that_has_grown(player: Player, newer_url: str) -> None:
    """Every object has a field more, every list of actions begins with a new one, and a type of event is unknown."""
    ending = player(newer_url, GAMES["classic"])
    assert ending["status"] == "finished"
    assert NOVEL in ending["types"]
    assert RENAMED not in ending["types"]
