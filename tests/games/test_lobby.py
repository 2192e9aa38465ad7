"""Creating, joining, starting, abandoning: what is decided, without a store."""

from typing import Any

import pytest

from service.games import Game, Invalid, NewGame, Refusal, lobby
from service.games.record import Player

SEED = bytes(range(32))


def order(*players: str, **more: Any) -> NewGame:
    return NewGame(**{"variant": "classic", "players": players} | more)


def new(*players: str, **more: Any) -> Game:
    return lobby.create(order(*players, **more), "id", SEED, lambda seat: f"hash {seat}")[0]


def take_seat(game: Game, name: str) -> list[dict[str, Any]]:
    return lobby.join(game, name, None, lambda seat: f"hash {seat}")


def types(events: list[dict[str, Any]]) -> list[str]:
    return [event["type"] for event in events]


def refusal(call: Any, *args: Any) -> str:
    with pytest.raises(Refusal) as refused:
        call(*args)
    return refused.value.code


def faults(wanted: NewGame, *, sandbox: bool = True) -> list[str]:
    with pytest.raises(Invalid) as refused:
        lobby.check(wanted, sandbox=sandbox)
    assert refused.value.code == "validation_failed"
    assert all(fault["detail"] for fault in refused.value.errors)
    return [fault["pointer"] for fault in refused.value.errors]


@pytest.mark.parametrize(
    ("wanted", "pointers"),
    [
        (order("Ana", "Bo", variant="chess"), ["/variant"]),
        (order("Ana"), ["/players"]),
        (order(open_seats=2), []),
        (order(*"ABCDEFGHIJK"), ["/players"]),
        (order("Ana", open_seats=10), ["/players"]),
        (order(open_seats=11), ["/open_seats"]),
        (order(*"ABCDEFGHIJKL", dealer=12), ["/players", "/options/starting_hand", "/dealer"]),
        (order("Ana", "Bo", "Cy", variant="duo"), ["/players"]),
        (order("Ana", " ana "), ["/players/1/name"]),
        (order("", "Bo", "b\0", "bo"), ["/players/0/name", "/players/2/name", "/players/3/name"]),
        (order("Ana", "Bo", options={"starting_hand": 20}, open_seats=3), ["/options/starting_hand"]),
        (order("Ana", "Bo", dealer=2), ["/dealer"]),
        (order("Ana", "Bo", dealer=-1), ["/dealer"]),
        (order("Ana", "Bo", deck=["R5.1", "Q1.1", "R5.1"]), ["/deck/1", "/deck/2"]),
        (order("Ana", "Bo", deck=["WI.1"]), ["/deck/0"]),
        (order("Ana", "Bo", deck=["R5.1"], public=True), ["/public"]),
        (
            order("Ana", "Ana", deck=["x"], open_seats=20),
            ["/players/1/name", "/players", "/options/starting_hand", "/deck/0"],
        ),
    ],
)
def test_everything_wrong_is_told(wanted: NewGame, pointers: list[str]) -> None:
    if pointers:
        assert faults(wanted) == pointers
    else:
        lobby.check(wanted, sandbox=True)


@pytest.mark.parametrize(
    "wanted",
    [
        order("Ana", open_seats=1),
        order("Ana", "Bo", public=True),
        order(*"ABCDEFGHIJ"),
        order("Ana", "Bo", options={"starting_hand": 20}, open_seats=2),
        order("Ana", "Bo", variant="duo"),
        order("Ana", "Bo", deck=[]),
    ],
)
def test_what_is_right_is_taken_without_a_sandbox(wanted: NewGame) -> None:
    lobby.check(wanted, sandbox=False)


@pytest.mark.parametrize("more", [{"deck": ["R5.1"]}, {"dealer": 0}, {"deck": ["no"], "variant": "chess"}])
def test_stacking_is_for_the_sandbox(more: dict[str, Any]) -> None:
    assert refusal(lambda: lobby.check(order("Ana", "Bo", **more), sandbox=False)) == "sandbox_disabled"


def test_a_game_with_nobody_to_wait_for_starts_at_once() -> None:
    game, events = lobby.create(order("Ana", " Bo "), "id", SEED, lambda seat: f"hash {seat}")
    assert types(events)[:5] == [
        "game_created", "player_joined", "player_joined", "game_started", "round_started",
    ]  # fmt: skip
    assert game.status == "playing"
    assert [player.name for _, player in game.players()] == ["Ana", "Bo"]


def test_a_game_with_open_seats_waits_in_the_lobby() -> None:
    game, events = lobby.create(order("Ana", open_seats=2), "id", SEED, lambda seat: f"hash {seat}")
    assert types(events) == ["game_created", "player_joined"]
    assert game.status == "lobby"
    assert types(take_seat(game, "Bo")) == ["player_joined"]
    assert types(take_seat(game, "Cy"))[:2] == ["player_joined", "game_started"]


def test_the_lowest_open_seat_is_taken() -> None:
    game = new("Ana", open_seats=3)
    take_seat(game, "Bo")
    take_seat(game, "Cy")
    game.seats[1] = None
    assert take_seat(game, "Di")[0]["seat"] == 1


def test_two_alike_cannot_sit_at_one_table() -> None:
    assert refusal(take_seat, new("Ana", open_seats=2), "ANA") == "name_taken"


def test_nobody_joins_a_game_that_has_started() -> None:
    assert refusal(take_seat, new("Ana", "Bo"), "Ana") == "already_started"


def test_nobody_joins_where_no_seat_is_open() -> None:
    game = new("Ana", open_seats=1)
    game.seats[1] = Player("Bo", "hash")
    assert refusal(take_seat, game, "Cy") == "game_full"


@pytest.mark.parametrize("game", [new("Ana", "Bo"), new("Ana", open_seats=2)], ids=["playing", "lobby"])
def test_nothing_happens_to_an_abandoned_game(game: Game) -> None:
    assert lobby.abandon(game) == [{"type": "game_abandoned", "seat": 0}]
    assert game.status == "abandoned"
    assert refusal(take_seat, game, "Cy") == "game_over"
    assert refusal(lobby.start, game) == "game_over"
    assert refusal(lobby.abandon, game) == "game_over"


def test_a_start_takes_enough_players() -> None:
    game = new("Ana", open_seats=3)
    assert refusal(lobby.start, game) == "too_few_players"
    take_seat(game, "Bo")
    assert types(lobby.start(game))[:2] == ["game_started", "round_started"]
    assert refusal(lobby.start, game) == "already_started"


@pytest.mark.parametrize("variant", ["classic", "duo", "mario_kart"])
def test_who_is_alone_cannot_start_and_can_still_be_joined(variant: str) -> None:
    game = new("Ana", variant=variant, open_seats=1)
    assert refusal(lobby.start, game) == "too_few_players"
    assert (game.status, game.state) == ("lobby", None)
    assert types(take_seat(game, "Bo"))[:2] == ["player_joined", "game_started"]
    assert game.state


def test_a_third_finds_no_seat_in_duo() -> None:
    assert faults(order("Ana", "Bo", variant="duo", open_seats=1)) == ["/players"]
    game = new("Ana", variant="duo", open_seats=1)
    take_seat(game, "Bo")
    assert refusal(take_seat, game, "Cy") == "already_started"
    assert [player.name for _, player in game.players()] == ["Ana", "Bo"]


def test_a_start_closes_gaps() -> None:
    """R19: the host keeps the host's rights under the new number."""
    game = new("Ana", open_seats=4)
    for name in ("Bo", "Cy", "Di"):
        take_seat(game, name)
    game.seats[0] = game.seats[2] = None
    game.host = 3
    lobby.start(game)
    assert [(seat, player.name) for seat, player in game.players()] == [(0, "Bo"), (1, "Di")]
    assert game.host == 1


@pytest.mark.parametrize(("dealer", "deals"), [(0, 0), (2, 2), (3, 2), (None, 2)])
def test_a_stacked_games_dealer_that_does_not_exist_is_the_last_seat(dealer: int | None, deals: int) -> None:
    """R19; with no dealer named it is the last seat as well."""
    game = new("Ana", "Bo", "Cy", open_seats=1, deck=["R5.1"], dealer=dealer)
    lobby.start(game)
    assert game.state
    assert game.state.dealer == deals
    assert game.stacked


def test_without_a_deck_a_game_is_not_stacked() -> None:
    game = new("Ana", "Bo", dealer=1)
    assert not game.stacked
    assert game.state
    assert game.state.dealer == 1
    assert not new("Ana", "Bo", deck=[]).stacked


def test_the_creators_seed_is_the_hosts() -> None:
    game = new("Ana", open_seats=1, client_seed="lucky")
    lobby.join(game, "Bo", "seven", lambda _seat: "hash")
    assert game.state
    assert game.state.client_seeds == ("lucky", "seven")
