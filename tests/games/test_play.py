"""What clients name and what the engine is asked."""

from typing import Any

import pytest

from service import engine
from service.games import Game, NewGame, Refusal, lobby, play

DECK = engine.VARIANTS["classic"].deck.index


def new(*players: str, open_seats: int = 0) -> Game:
    order = NewGame(variant="classic", players=players, open_seats=open_seats)
    return lobby.create(order, "id", bytes(32), lambda _seat: "hash")[0]


@pytest.mark.parametrize(
    ("action", "fields", "move"),
    [
        ("play", {"card": "R5.1"}, engine.Play(DECK["R5.1"])),
        ("play", {"card": "R5.1", "color": None, "uno": None, "then": []}, engine.Play(DECK["R5.1"])),
        ("play", {"card": "W.2", "color": "blue", "uno": True}, engine.Play(DECK["W.2"], 3, uno=True)),
        (
            "play",
            {"card": "R9.2", "then": ["R1.1", "WI.1"]},
            engine.Play(DECK["R9.2"], then=(DECK["R1.1"], -1)),
        ),
        ("play", {"card": "WI.1"}, engine.Play(-1)),
        ("draw", {}, engine.Draw()),
        ("pass", {}, engine.Pass()),
        ("challenge", {}, engine.Challenge()),
        ("choose", {"color": "red"}, engine.ChooseColor(0)),
        ("choose", {"seat": 1}, engine.ChooseSeat(1)),
        ("uno", {}, engine.CallUno()),
        ("catch", {"seat": 0}, engine.Catch(0)),
        ("draft", {"keep": False}, engine.Draft(keep=False)),
        ("next_round", {}, engine.NextRound()),
    ],
)
def test_each_action_is_a_move(action: str, fields: dict[str, Any], move: engine.Move) -> None:
    assert play.read_move(new("Ana", "Bo"), action, fields) == move


@pytest.mark.parametrize(("action", "seat"), [("catch", 2), ("choose", 10**9)])
def test_a_seat_must_exist(action: str, seat: int) -> None:
    with pytest.raises(Refusal) as refused:
        play.read_move(new("Ana", "Bo"), action, {"seat": seat})
    assert refused.value.code == "seat_not_found"


def test_an_open_seat_does_not_exist_yet() -> None:
    with pytest.raises(Refusal) as refused:
        play.read_move(new("Ana", open_seats=1), "catch", {"seat": 1})
    assert refused.value.code == "seat_not_found"


def test_there_are_no_moves_before_the_start() -> None:
    with pytest.raises(Refusal) as refused:
        play.act(new("Ana", open_seats=1), 0, engine.Draw())
    assert refused.value.code == "game_not_started"


def test_there_are_no_moves_in_an_abandoned_game() -> None:
    game = new("Ana", "Bo")
    lobby.abandon(game)
    with pytest.raises(Refusal) as refused:
        play.act(game, 0, engine.Draw())
    assert refused.value.code == "game_over"
