"""Creating, looking at and abandoning games."""

import re

import pytest
from flask.testing import FlaskClient

from tests.api.conftest import Seat, make_app
from tests.api.table import Table, as_json, code, stack


def test_a_game_without_open_seats_starts_at_once(client: FlaskClient) -> None:
    response = client.post(
        "/v1/games", json={"variant": "classic", "players": [{"name": "Ana"}, {"name": " Bo "}]}
    )
    assert response.status_code == 201
    body = as_json(response)
    game = body["game"]
    assert re.fullmatch(r"[A-Za-z0-9_-]{22}", game["id"])
    assert response.headers["Location"] == f"/v1/games/{game['id']}"
    assert response.headers["ETag"] == '"1.s"'
    assert response.headers["Cache-Control"] == "no-store"
    assert (game["status"], game["version"], game["round"]) == ("playing", 1, 1)
    assert [seat["name"] for seat in body["seats"]] == ["Ana", "Bo"]
    assert all(re.fullmatch(r"uno_[A-Za-z0-9_-]{43}", seat["token"]) for seat in body["seats"])
    assert "you" not in game


def test_null_means_left_out(client: FlaskClient) -> None:
    body = {
        "variant": "classic",
        "players": [{"name": "Ana"}, {"name": "Bo"}],
        "open_seats": None,
        "options": {
            "goal": {"kind": "one_round", "value": None},
            "draw_until_playable": None,
            "bluffing": None,
        },
        "public": None,
        "client_seed": None,
        "deck": None,
        "dealer": None,
    }
    response = client.post("/v1/games", json=body)
    assert response.status_code == 201
    options = as_json(response)["game"]["options"]
    assert options["goal"] == {"kind": "one_round", "value": None}
    assert options["bluffing"] is True


def test_options_of_a_view_can_be_sent_again(new_table: Seat) -> None:
    options = {
        "goal": {"kind": "rounds", "value": 3},
        "starting_hand": 5,
        "force_play": True,
        "uno_penalty": 0,
    }
    first = new_table(options=options).view()["options"]
    assert first.items() >= options.items()
    assert new_table(options=first).view()["options"] == first


def test_a_lobby_fills_up_and_starts(new_table: Seat, client: FlaskClient) -> None:
    table = new_table(["Ana"], open_seats=1, deck=["R0.1"])  # a number is turned up
    assert table.view()["status"] == "lobby"
    assert table.view(0)["you"]["legal_actions"] == []
    response = client.post(f"{table.path}/players", json={"name": "Bo", "client_seed": "bo's"})
    body = as_json(response)
    assert (response.status_code, body["seat"], body["name"]) == (201, 1, "Bo")
    assert response.headers["Cache-Control"] == "no-store"
    assert body["game"]["status"] == "playing"
    assert body["game"]["fairness"]["client_seeds"] == ["bo's"]
    table.tokens.append(body["token"])
    assert len(table.view(1)["you"]["hand"]) == 7


def test_the_host_starts_with_those_seated(new_table: Seat) -> None:
    table = new_table(["Ana", "Bo"], open_seats=2)
    assert table.view(0)["you"]["legal_actions"] == [{"action": "start"}]
    assert table.view(1)["you"]["legal_actions"] == []
    response = table.post(0, "start")
    assert response.status_code == 200
    assert as_json(response)["game"]["status"] == "playing"
    assert response.headers["ETag"] == '"2.0"'


@pytest.mark.parametrize(
    ("caller", "answer"), [(None, (401, "token_required")), (1, (403, "not_host"))], ids=["stranger", "guest"]
)
@pytest.mark.parametrize("action", ["start", "abandon"])
def test_only_the_host_starts_and_abandons(
    new_table: Seat, caller: int | None, answer: tuple[int, str], action: str
) -> None:
    table = new_table(["Ana", "Bo"], open_seats=1)
    response = table.delete(caller) if action == "abandon" else table.post(caller, "start")
    assert code(response) == answer
    assert table.view()["version"] == 1


def test_an_abandoned_game_stays_readable(new_table: Seat) -> None:
    table = new_table()
    response = table.delete(0)
    assert (response.status_code, response.data) == (204, b"")
    assert response.headers["ETag"] == '"2.0"'
    view = table.view(0)
    assert (view["status"], view["winners"], view["turn"]) == ("abandoned", [], None)
    assert view["you"]["legal_actions"] == []
    assert view["fairness"]["seed"] is not None
    assert code(table.post(0, "draw")) == (409, "game_over")
    assert code(table.delete(0)) == (409, "game_over")


def test_refusals_of_a_lobby(new_table: Seat, client: FlaskClient) -> None:
    table = new_table(["Ana"], open_seats=2)
    assert code(table.post(0, "draw")) == (409, "game_not_started")
    assert code(table.post(0, "start")) == (409, "too_few_players")
    assert code(client.post(f"{table.path}/players", json={"name": "ANA"})) == (409, "name_taken")
    assert client.post(f"{table.path}/players", json={"name": "Bo"}).status_code == 201
    assert client.post(f"{table.path}/players", json={"name": "Cy"}).status_code == 201
    assert code(client.post(f"{table.path}/players", json={"name": "Di"})) == (409, "already_started")
    assert code(table.post(0, "start")) == (409, "already_started")


@pytest.mark.parametrize(
    ("method", "rest", "json", "answer"),
    [
        ("POST", "/players", {"name": "Di"}, (409, "already_started")),
        ("DELETE", "/players/1", None, (409, "kick_not_allowed")),
        ("POST", "/start", {}, (409, "already_started")),
        ("POST", "/start", {"options": {"stacking": "same"}}, (422, "validation_failed")),
        ("PATCH", "", {"options": {"stacking": "same"}}, (405, "method_not_allowed")),
        ("PUT", "", {"variant": "duo"}, (405, "method_not_allowed")),
        ("PATCH", "/players/1", {"name": "Bob"}, (405, "method_not_allowed")),
    ],
)
def test_nobody_changes_the_table_in_the_middle_of_a_round(
    new_table: Seat, method: str, rest: str, json: dict[str, object] | None, answer: tuple[int, str]
) -> None:
    table = new_table(["Ana", "Bo", "Cy"])
    before = table.get(None).data
    seat = None if rest == "/players" else 0
    response = table.client.open(table.path + rest, method=method, json=json, headers=table.headers(seat))
    assert code(response) == answer
    assert table.get(None).data == before


def test_spectators_false_closes_the_game_once_it_has_started(new_table: Seat, client: FlaskClient) -> None:
    table = new_table(["Ana"], open_seats=1, options={"spectators": False})
    assert table.get(None).status_code == 200
    table.tokens.append(as_json(client.post(f"{table.path}/players", json={"name": "Bo"}))["token"])
    for rest in ("", "/score", "/events"):
        assert code(table.get(None, rest)) == (403, "spectators_closed")
        assert table.get(1, rest).status_code == 200


def test_a_stacked_game_shows_it(stacked: Seat) -> None:
    table = stacked([["R1.1", "R2.1"], ["G1.1", "G2.1"]], "R9.1", "B5.1")
    view = table.view(0)
    assert view["stacked"] is True
    assert [card["id"] for card in view["you"]["hand"]] == ["R1.1", "R2.1"]
    assert view["discard_pile"]["top"] == {
        "id": "R9.1",
        "color": "red",
        "kind": "number",
        "number": 9,
        "points": 9,
        "item": None,
    }
    assert view["turn"]["seat"] == 0


@pytest.mark.parametrize("field", [{"deck": ["R1.1"]}, {"dealer": 0}, {"deck": "garbage"}, {"dealer": []}])
def test_without_the_sandbox_nothing_is_stacked(redis_url: str, field: dict[str, object]) -> None:
    client = make_app(redis_url).test_client()
    body = {"variant": "classic", "players": [{"name": "Ana"}, {"name": "Bo"}], "nonsense": 1} | field
    assert code(client.post("/v1/games", json=body)) == (403, "sandbox_disabled")


@pytest.mark.parametrize("deck", [None, []])
def test_no_deck_is_no_stacking(redis_url: str, deck: list[str] | None) -> None:
    client = make_app(redis_url).test_client()
    body = {"variant": "classic", "players": [{"name": "Ana"}, {"name": "Bo"}], "deck": deck, "dealer": None}
    response = client.post("/v1/games", json=body)
    assert response.status_code == 201
    assert as_json(response)["game"]["stacked"] is False


def test_a_dealer_alone_does_not_stack_a_game(new_table: Seat) -> None:
    view = new_table(dealer=0).view()
    assert (view["dealer"], view["stacked"]) == (0, False)


PLAYERS = [{"name": "Ana"}, {"name": "Bo"}]
GAME: dict[str, object] = {"variant": "classic", "players": PLAYERS}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/variant"),
        ({}, "/players"),
        (GAME | {"variant": 7}, "/variant"),
        (GAME | {"variant": "chess"}, "/variant"),
        (GAME | {"players": {}}, "/players"),
        (GAME | {"players": []}, "/players"),
        (GAME | {"players": "Ana"}, "/players"),
        (GAME | {"players": ["Ana", "Bo"]}, "/players/0"),
        (GAME | {"players": [{"name": "Ana"}, {}]}, "/players/1/name"),
        (GAME | {"players": [{"name": "Ana"}, {"name": None}]}, "/players/1/name"),
        (GAME | {"players": [{"name": "Ana"}, {"name": 5}]}, "/players/1/name"),
        (GAME | {"players": [{"name": "Ana"}, {"name": "  "}]}, "/players/1/name"),
        (GAME | {"players": [{"name": "Ana"}, {"name": "B\u0000o"}]}, "/players/1/name"),
        (GAME | {"players": [{"name": "Ana"}, {"name": "x" * 33}]}, "/players/1/name"),
        (GAME | {"players": [{"name": "Ana"}, {"name": "\uff21\uff2e\uff21"}]}, "/players/1/name"),
        (GAME | {"players": [{"name": "Ana", "seat": 1}, {"name": "Bo"}]}, "/players/0/seat"),
        (GAME | {"players": [{"name": "Ana"}]}, "/players"),
        (GAME | {"players": [{"name": f"P{n}"} for n in range(11)]}, "/players"),
        (GAME | {"open_seats": "1"}, "/open_seats"),
        (GAME | {"open_seats": 1.0}, "/open_seats"),
        (GAME | {"open_seats": True}, "/open_seats"),
        (GAME | {"open_seats": -1}, "/open_seats"),
        (GAME | {"open_seats": 9}, "/players"),
        (GAME | {"open_seats": 10**25}, "/open_seats"),
        (GAME | {"public": 1}, "/public"),
        (GAME | {"public": "yes"}, "/public"),
        (GAME | {"client_seed": 5}, "/client_seed"),
        (GAME | {"client_seed": "x" * 65}, "/client_seed"),
        (GAME | {"options": []}, "/options"),
        (GAME | {"options": {"jokers": True}}, "/options/jokers"),
        (GAME | {"options": {"shuffle_on_recycle": True}}, "/options/shuffle_on_recycle"),
        (GAME | {"options": {"bluffing": "no"}}, "/options/bluffing"),
        (GAME | {"options": {"starting_hand": 0}}, "/options/starting_hand"),
        (GAME | {"options": {"starting_hand": 21}}, "/options/starting_hand"),
        (GAME | {"options": {"starting_hand": 7.0}}, "/options/starting_hand"),
        (GAME | {"options": {"starting_hand": True}}, "/options/starting_hand"),
        (GAME | {"open_seats": 3, "options": {"starting_hand": 17}}, "/options/starting_hand"),
        (GAME | {"options": {"draw_until_playable": 1}}, "/options/draw_until_playable"),
        (GAME | {"options": {"starter_wild": "sometimes"}}, "/options/starter_wild"),
        (GAME | {"options": {"goal": {}}}, "/options/goal/kind"),
        (GAME | {"options": {"goal": 500}}, "/options/goal"),
        (GAME | {"options": {"goal": {"kind": "points"}}}, "/options/goal/value"),
        (GAME | {"options": {"goal": {"kind": "points", "value": None}}}, "/options/goal/value"),
        (GAME | {"options": {"goal": {"kind": "points", "value": 0}}}, "/options/goal/value"),
        (GAME | {"options": {"goal": {"kind": "points", "value": 10001}}}, "/options/goal/value"),
        (GAME | {"options": {"goal": {"kind": "points", "value": 5.0}}}, "/options/goal/value"),
        (GAME | {"options": {"goal": {"kind": "rounds", "value": 101}}}, "/options/goal/value"),
        (GAME | {"options": {"goal": {"kind": "one_round", "value": 1}}}, "/options/goal/value"),
        (GAME | {"options": {"goal": {"kind": "forever"}}}, "/options/goal/kind"),
        (GAME | {"options": {"goal": {"kind": "rounds", "value": 1, "extra": 2}}}, "/options/goal/extra"),
        (GAME | {"deck": "R1.1"}, "/deck"),
        (GAME | {"deck": ["R1.1", 5]}, "/deck/1"),
        (GAME | {"deck": ["R1.1", "Z9.1"]}, "/deck/1"),
        (GAME | {"deck": ["R1.1", None]}, "/deck/1"),
        (GAME | {"deck": ["R1.1", "WI.1"]}, "/deck/1"),
        (GAME | {"deck": ["R1.1", "R1.1"]}, "/deck/1"),
        (GAME | {"deck": ["R1.1"], "public": True}, "/public"),
        (GAME | {"dealer": 2}, "/dealer"),
        (GAME | {"dealer": -1}, "/dealer"),
        (GAME | {"dealer": "0"}, "/dealer"),
        (GAME | {"a/b~c": 1}, "/a~1b~0c"),
    ],
)
def test_a_wrong_creation_points_at_its_fault(
    client: FlaskClient, body: dict[str, object], pointer: str
) -> None:
    response = client.post("/v1/games", json=body)
    assert code(response) == (422, "validation_failed")
    pointers = [fault["pointer"] for fault in as_json(response)["errors"]]
    assert pointer in pointers


def test_all_faults_of_a_body_are_told_at_once(client: FlaskClient) -> None:
    response = client.post("/v1/games", json={"players": [{"nick": 1}], "public": "no", "open_seats": "2"})
    pointers = {fault["pointer"] for fault in as_json(response)["errors"]}
    assert pointers == {"/variant", "/players/0/name", "/players/0/nick", "/public", "/open_seats"}


def test_markup_in_a_name_is_data(new_table: Seat) -> None:
    names = ["<script>alert(1)</script>", "👨‍👩‍👧 \u05d0"]
    assert [player["name"] for player in new_table(names).view()["players"]] == names


def test_a_whole_deck_decides_the_deal(client: FlaskClient) -> None:
    variant = as_json(client.get("/v1/variants/classic"))
    ids = [card["id"] for card in variant["deck"]]
    hands = [[ids[2 * n] for n in range(7)], [ids[2 * n + 1] for n in range(7)]]
    deck = stack(hands, "R9.1")
    response = client.post(
        "/v1/games", json=GAME | {"deck": [*deck, *(card for card in ids if card not in deck)]}
    )
    assert response.status_code == 201
    body = as_json(response)
    table = Table(client, body["game"]["id"], [seat["token"] for seat in body["seats"]])
    for seat, hand in enumerate(hands):
        assert sorted(card["id"] for card in table.view(seat)["you"]["hand"]) == sorted(hand)
