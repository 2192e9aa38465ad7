"""Finding games, and whose token it is, over HTTP."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.conftest import Seat
from tests.api.table import as_json, code

pytestmark = pytest.mark.usefixtures("redis_url")
CURSOR = "01750000000000" + "A" * 22


def listed(client: FlaskClient, query: str = "") -> Any:
    response = client.get(f"/v1/games{query}")
    assert response.status_code == 200
    return as_json(response)


def test_public_games_are_found_and_joined(client: FlaskClient, new_table: Seat) -> None:
    made = [new_table(["Ana"], open_seats=2, public=True).id for _ in range(3)]
    new_table(["Ana"], open_seats=2)
    first = listed(client, "?limit=2")
    rest = listed(client, f"?limit=2&cursor={first['next']}")
    assert {game["id"] for game in (*first["games"], *rest["games"])} == set(made)
    assert rest["next"] is None
    for seat in (1, 2):
        joined = client.post(f"/v1/games/{made[0]}/players", json={"name": f"P{seat}"})
        assert as_json(joined)["seat"] == seat
    assert made[0] not in {game["id"] for game in listed(client)["games"]}


def test_a_list_is_filtered_by_variant(client: FlaskClient, new_table: Seat) -> None:
    table = new_table(["Ana"], open_seats=1, public=True, variant="duo")
    new_table(["Ana"], open_seats=1, public=True)
    page = listed(client, "?variant=duo")
    assert [(game["id"], game["variant"], game["open_seats"]) for game in page["games"]] == [
        (table.id, "duo", 1)
    ]


def test_a_list_has_no_secrets(client: FlaskClient, new_table: Seat) -> None:
    table = new_table(["Ana"], open_seats=1, public=True, client_seed="a secret of Ana's")
    text = client.get("/v1/games").text
    assert table.tokens[0] not in text
    assert "seed" not in text


def test_a_list_is_not_sent_twice(client: FlaskClient) -> None:
    etag = client.get("/v1/games").headers["ETag"]
    assert client.get("/v1/games", headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("limit=0", "/limit"),
        ("limit=101", "/limit"),
        ("limit=ten", "/limit"),
        ("limit=1.0", "/limit"),
        ("limit=", "/limit"),
        ("variant=chess", "/variant"),
        ("variant=", "/variant"),
        ("cursor=", "/cursor"),
        ("cursor=garbage", "/cursor"),
        (f"cursor={CURSOR}A", "/cursor"),
        (f"cursor={CURSOR[:-1]}%00", "/cursor"),
        (f"cursor={CURSOR[:-1]}%0A", "/cursor"),
        (f"cursor=%2B{CURSOR[1:]}", "/cursor"),
        (f"cursor={CURSOR}&cursor={CURSOR}", "/cursor"),
        ("page=2", "/page"),
    ],
)
def test_a_query_that_makes_no_sense(client: FlaskClient, query: str, place: str) -> None:
    response = client.get(f"/v1/games?{query}")
    assert code(response) == (422, "validation_failed")
    assert [fault["pointer"] for fault in as_json(response)["errors"]] == [place]


def test_a_cursor_of_a_game_that_is_gone_still_leads_on(client: FlaskClient, new_table: Seat) -> None:
    old, new = (new_table(["Ana"], open_seats=1, public=True) for _ in range(2))
    cursor = listed(client, "?limit=1")["next"]
    for table in (old, new):
        table.delete(0)
    assert listed(client, f"?cursor={cursor}") == {"games": [], "next": None}


def test_whose_token_it_is(client: FlaskClient, new_table: Seat) -> None:
    table = new_table(["Ana", "Bo"])
    response = client.get("/v1/me", headers=table.headers(1))
    assert as_json(response) == {"game_id": table.id, "seat": 1, "name": "Bo"}
    assert response.headers["ETag"] == '"1.1"'


def test_nobodys_token(client: FlaskClient, new_table: Seat) -> None:
    assert code(client.get("/v1/me")) == (401, "token_required")
    unknown = {"Authorization": "Bearer uno_" + "A" * 43}
    assert code(client.get("/v1/me", headers=unknown)) == (401, "token_invalid")
    table = new_table(["Ana", "Bo", "Cy"])
    table.delete(1, "/players/1")
    assert code(client.get("/v1/me", headers=table.headers(1))) == (401, "token_invalid")
