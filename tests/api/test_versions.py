"""ETag, If-None-Match, If-Match and Prefer."""

import pytest

from tests.api.conftest import Seat
from tests.api.table import Table, as_json, code


@pytest.fixture
def table(stacked: Seat) -> Table:
    return stacked([["R1.1", "R2.1"], ["G1.1", "R3.1"]], "R9.1", "B5.1", "B6.1", "B7.1", "B8.1")


@pytest.mark.parametrize("rest", ["", "/score", "/events"])
def test_what_a_client_has_already_is_not_sent_again(table: Table, rest: str) -> None:
    first = table.get(0, rest)
    assert first.headers["ETag"] == '"1.0"'
    assert table.get(None, rest).headers["ETag"] == '"1.s"'
    for known in ('"1.0"', 'W/"1.0"', '"0.0", "1.0"', "*"):
        again = table.get(0, rest, If_None_Match=known)
        assert again.status_code == 304
        assert again.headers["ETag"] == '"1.0"'
        assert again.headers["Vary"] == "Authorization, Accept"
        assert again.headers["Cache-Control"] == "private, no-cache"
    for other in ('"1.s"', '"2.0"', '"11.0"', "garbage"):
        assert table.get(0, rest, If_None_Match=other).status_code == 200
    table.post(0, "draw")
    assert table.get(0, rest, If_None_Match='"1.0"').status_code == 200


@pytest.mark.parametrize("tag", ['"1"', '"1.0"', '"1.s"', 'W/"1.0"', "*", '"7", "1"'])
def test_an_action_goes_through_at_the_version_it_names(table: Table, tag: str) -> None:
    response = table.post(0, "draw", If_Match=tag)
    assert response.status_code == 200
    assert response.headers["ETag"] == '"2.0"'


@pytest.mark.parametrize("tag", ['"2"', '"0.0"', 'W/"17.0"', '"999999999999999999"'])
def test_at_another_version_nothing_happens(table: Table, tag: str) -> None:
    assert code(table.post(0, "draw", If_Match=tag)) == (412, "version_mismatch")
    assert code(table.delete(0, If_Match=tag)) == (412, "version_mismatch")
    assert table.view()["version"] == 1


@pytest.mark.parametrize(
    "tag", ["", "1", "1.0", '"abc"', '"1', '"-1"', '"1.x"', '"1" "2"', '"1",', '"٣"', "W/1"]
)
def test_garbage_in_if_match_is_told(table: Table, tag: str) -> None:
    response = table.post(0, "draw", If_Match=tag)
    assert code(response) == (422, "validation_failed")
    assert [fault["pointer"] for fault in as_json(response)["errors"]] == ["/If-Match"]
    assert table.view()["version"] == 1


def test_the_version_is_checked_before_the_game(table: Table) -> None:
    assert code(table.post(1, "draw", If_Match='"9"')) == (412, "version_mismatch")
    assert code(table.post(1, "draw", If_Match='"1"')) == (409, "not_your_turn")


def test_what_is_wrong_is_told_before_the_version(table: Table) -> None:
    assert code(table.post(0, "play", {"card": 5}, If_Match='"9"')) == (422, "validation_failed")
    assert code(table.post(None, "draw", If_Match='"9"')) == (401, "token_required")


@pytest.mark.parametrize(
    "wish",
    [
        "return=minimal",
        "Return=Minimal",
        'return="minimal"',
        "wait=5, return=minimal; x=1",
        "return = minimal",
    ],
)
def test_a_client_may_do_without_the_view(table: Table, wish: str) -> None:
    response = table.post(0, "draw", Prefer=wish)
    assert (response.status_code, response.data) == (204, b"")
    assert response.headers["ETag"] == '"2.0"'
    assert response.headers["Preference-Applied"] == "return=minimal"
    assert "Content-Type" not in response.headers


@pytest.mark.parametrize(
    "wish", ["return=representation", "minimal", "", "return=representation, return=minimal"]
)
def test_other_wishes_are_ignored(table: Table, wish: str) -> None:
    response = table.post(0, "draw", Prefer=wish)
    assert response.status_code == 200
    assert "Preference-Applied" not in response.headers


def test_a_wish_for_less_changes_no_refusal(table: Table) -> None:
    assert code(table.post(1, "draw", Prefer="return=minimal")) == (409, "not_your_turn")


def test_creating_and_looking_ignore_the_wish(table: Table) -> None:
    body = {"variant": "classic", "players": [{"name": "Ana"}], "open_seats": 1}
    response = table.client.post("/v1/games", json=body, headers={"Prefer": "return=minimal"})
    assert response.status_code == 201
    assert table.get(0, "", Prefer="return=minimal").status_code == 200


def test_head_is_get_without_the_body(table: Table) -> None:
    response = table.client.head(table.path, headers=table.headers(0))
    assert (response.status_code, response.data) == (200, b"")
    assert response.headers["ETag"] == '"1.0"'
    assert int(response.headers["Content-Length"]) == len(table.get(0).data)
