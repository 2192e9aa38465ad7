"""Leaving a game, and being sent away."""

import pytest
from flask.testing import FlaskClient

from tests.api.conftest import Seat
from tests.api.table import Table, as_json, code


def test_a_player_leaves_a_running_game(new_table: Seat) -> None:
    table = new_table(["Ana", "Bo", "Cy"])
    response = table.delete(1, "/players/1")
    assert response.status_code == 200
    assert response.headers["ETag"] == '"2.s"'
    body = as_json(response)
    assert "you" not in body["game"]
    assert "player_left" in [event["type"] for event in body["events"]]
    assert [player["active"] for player in body["game"]["players"]] == [True, False, True]
    for again in (table.get(1), table.post(1, "draw"), table.delete(1, "/players/1")):
        assert code(again) == (401, "token_invalid")
    assert code(table.delete(0, "/players/1")) == (409, "kick_not_allowed")


def test_the_last_one_wins(new_table: Seat) -> None:
    table = new_table()
    game = as_json(table.delete(0, "/players/0"))["game"]
    assert (game["status"], game["winners"], game["host"]) == ("finished", [1], 1)
    assert code(table.delete(1, "/players/1")) == (409, "game_over")


def test_who_leaves_does_not_come_back_for_a_fresh_hand(new_table: Seat, client: FlaskClient) -> None:
    table = new_table(["Ana", "Bo", "Cy"], deck=[f"{color}{n}.1" for color in "RYG" for n in range(9)])
    hands = [table.view(seat)["you"]["hand"] for seat in (0, 2)]
    table.delete(1, "/players/1")
    for name in ("Bo", "Bob"):
        again = client.post(f"{table.path}/players", json={"name": name}, headers=table.headers(None))
        assert code(again) == (409, "already_started")
    view = table.view(0)
    assert [player["cards"] for player in view["players"]] == [7, 0, 7]
    assert [view["you"]["hand"], table.view(2)["you"]["hand"]] == hands


def test_who_has_won_does_not_win_again(new_table: Seat, client: FlaskClient) -> None:
    table = new_table()
    table.delete(0, "/players/0")
    before = table.get(None).data
    assert code(client.post(f"{table.path}/players", json={"name": "Bo"})) == (409, "game_over")
    assert code(client.post(f"{table.path}/players", json={"name": "Ana"})) == (409, "game_over")
    assert code(table.post(1, "next-round")) == (409, "game_over")
    assert table.get(None).data == before
    assert [event["type"] for event in table.events()].count("game_ended") == 1


def test_the_host_sends_somebody_away_in_the_lobby(new_table: Seat, client: FlaskClient) -> None:
    table = new_table(["Ana", "Bo"], open_seats=1)
    assert code(table.delete(1, "/players/0")) == (403, "not_your_seat")
    response = table.delete(0, "/players/1")
    assert response.status_code == 200
    left = as_json(response)["events"][0]
    assert (left["type"], left["seat"], left["kicked"]) == ("player_left", 1, True)
    assert table.view()["open_seats"] == 2
    joined = as_json(client.post(f"{table.path}/players", json={"name": "Bo"}))
    assert joined["seat"] == 1


@pytest.mark.parametrize(
    ("caller", "seat", "answer"),
    [
        (None, 0, (401, "token_required")),
        (0, 1, (409, "kick_not_allowed")),
        (1, 0, (403, "not_your_seat")),
        (1, 2, (404, "seat_not_found")),
        (0, 9, (404, "seat_not_found")),
    ],
)
def test_who_may_not_send_whom_away(
    new_table: Seat, caller: int | None, seat: int, answer: tuple[int, str]
) -> None:
    table = new_table()
    assert code(table.delete(caller, f"/players/{seat}")) == answer
    assert table.view()["version"] == 1


def test_leaving_takes_the_headers_of_an_action(new_table: Seat) -> None:
    table = new_table(["Ana", "Bo", "Cy"])
    assert code(table.delete(1, "/players/1", If_Match='"7"')) == (412, "version_mismatch")
    response = table.delete(1, "/players/1", If_Match='"1"', Prefer="return=minimal")
    assert (response.status_code, response.data) == (204, b"")
    assert response.headers["Preference-Applied"] == "return=minimal"


@pytest.mark.parametrize("seat", ["x", "-1", "1.0", ""])
def test_a_seat_is_a_number(new_table: Seat, seat: str) -> None:
    table: Table = new_table()
    assert code(table.delete(0, f"/players/{seat}")) == (404, "not_found")
