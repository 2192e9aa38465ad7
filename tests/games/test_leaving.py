"""R19: players who leave, and hosts who send others away."""

from collections.abc import Callable
from typing import Any

import orjson
import pytest

from service.games import Games, Refusal
from tests.games.table import ORDERLY, Table


@pytest.fixture
def lobby(games: Games) -> Table:
    """Ana is the host, Bo and Cy have joined, one seat is open."""
    table = Table(games, "Ana", open_seats=3)
    table.join("Bo", "bos seed")
    table.join("Cy")
    return table


@pytest.fixture
def playing(games: Games) -> Table:
    return Table(games, "Ana", "Bo", "Cy", **ORDERLY)


def code(call: Callable[..., Any], *args: Any, **more: Any) -> str:
    with pytest.raises(Refusal) as refused:
        call(*args, **more)
    return refused.value.code


def types(table: Table, count: int) -> list[str]:
    return [event["type"] for event in table.events()["events"][-count:]]


def test_in_the_lobby_the_seat_opens_again(lobby: Table) -> None:
    answer = lobby.leave(1)
    content = orjson.loads(answer.body)
    assert (answer.status, answer.etag) == (200, "4.s")
    assert [(event["type"], event["seat"], event["kicked"]) for event in content["events"]] == [
        ("player_left", 1, False)
    ]
    view = lobby.view()
    assert content["game"] == view
    assert [player["seat"] for player in view["players"]] == [0, 2]
    assert (view["open_seats"], view["fairness"]["client_seeds"]) == (2, [])
    assert code(lobby.view, 1) == "token_invalid"


def test_the_seat_can_be_taken_by_somebody_else_of_the_same_name(lobby: Table) -> None:
    lobby.leave(1)
    lobby.tokens[1] = orjson.loads(lobby.join("Bo").body)["token"]
    assert lobby.view(1)["you"]["seat"] == 1


def test_a_host_may_send_others_away_from_the_lobby(lobby: Table) -> None:
    answer = lobby.leave(2, caller=0)
    content = orjson.loads(answer.body)
    assert answer.etag == "4.0"
    assert content["game"]["you"]["seat"] == 0
    assert content["events"][0]["kicked"] is True
    assert code(lobby.view, 2) == "token_invalid"


def test_nobody_else_may(lobby: Table, playing: Table) -> None:
    assert code(lobby.leave, 2, caller=1) == "not_your_seat"
    assert code(lobby.leave, 0, caller=1) == "not_your_seat"
    assert code(playing.leave, 2, caller=1) == "not_your_seat"
    assert code(playing.leave, 1, caller=0) == "kick_not_allowed"


@pytest.mark.parametrize("seat", [3, 4, 10**9])
def test_a_seat_that_nobody_sits_in_cannot_be_left(lobby: Table, seat: int) -> None:
    assert code(lobby.leave, seat, caller=0) == "seat_not_found"
    assert code(lobby.leave, seat, caller=1) == "seat_not_found"


def test_the_hosts_rights_pass_to_the_next_seat(lobby: Table) -> None:
    lobby.leave(1)
    lobby.leave(0)
    assert types(lobby, 2) == ["player_left", "host_changed"]
    assert lobby.view()["host"] == 2
    lobby.tokens.append(orjson.loads(lobby.join("Di").body)["token"])
    assert lobby.view(2)["you"]["legal_actions"] == [{"action": "start"}]


def test_a_lobby_that_all_have_left_is_abandoned(lobby: Table) -> None:
    for seat in (0, 2, 1):
        lobby.leave(seat)
    assert types(lobby, 2) == ["player_left", "game_abandoned"]
    view = lobby.view()
    assert (view["status"], view["players"], view["open_seats"]) == ("abandoned", [], 4)
    assert code(lobby.join, "Di") == "game_over"


def test_gaps_are_closed_at_the_start(lobby: Table) -> None:
    lobby.leave(1)
    answer = orjson.loads(lobby.start().body)
    assert [player["name"] for player in answer["game"]["players"]] == ["Ana", "Cy"]
    assert lobby.view(2)["you"]["seat"] == 1


def test_a_leaver_keeps_an_entry_in_play(playing: Table) -> None:
    playing.leave(1)
    view = playing.view()
    assert [player["active"] for player in view["players"]] == [True, False, True]
    assert view["players"][1]["name"] == "Bo"
    assert (view["host"], view["open_seats"], view["status"]) == (0, 0, "playing")
    assert code(playing.act, 1, "draw") == "token_invalid"
    assert code(playing.leave, 1, caller=0) == "kick_not_allowed"


def test_a_host_who_leaves_in_play_is_followed_by_the_next_active(playing: Table) -> None:
    playing.leave(1)
    last = playing.view()["last_event"]
    playing.leave(0)
    events = playing.events(last)["events"]
    assert [(event["type"], event["seat"]) for event in events] == [
        ("turn_passed", 0),
        ("player_left", 0),
        ("host_changed", 2),
        ("game_ended", None),
    ]
    view = playing.view()
    assert (view["status"], view["winners"], view["host"]) == ("finished", [2], 2)
    assert code(playing.leave, 2) == "game_over"


def test_a_leaver_who_wants_no_body_gets_none(playing: Table) -> None:
    answer = playing.leave(2, minimal=True)
    assert (answer.status, answer.body, answer.etag) == (204, b"", "2.s")


def test_leaving_minds_the_version(playing: Table) -> None:
    assert code(playing.leave, 1, if_match=frozenset({7})) == "version_mismatch"
    assert code(playing.leave, 9, caller=1, if_match=frozenset({7})) == "seat_not_found"
