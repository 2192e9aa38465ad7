"""What refusals look like, and that every code explains itself."""

import re

import pytest
from flask.testing import FlaskClient

from service.api.blueprint import EXTENSION
from service.api.codes import CODES
from service.app import create_app
from service.settings import Settings
from tests.api.conftest import Seat
from tests.api.table import as_json, code


def test_a_problem_tells_what_to_do(stacked: Seat) -> None:
    table = stacked([["R1.1", "R2.1"], ["G1.1", "G2.1"]], "R9.1")
    response = table.post(1, "draw", X_Request_ID="abc")
    problem = as_json(response)
    assert len(problem.pop("detail")) > 20
    assert problem == {
        "type": "/problems/not_your_turn",
        "title": "Not your turn",
        "status": 409,
        "code": "not_your_turn",
        "instance": f"{table.path}/draw",
    }
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Request-ID"] == "abc"


@pytest.mark.parametrize(
    ("path", "instance"),
    [
        ("/v1/nothing?token=secret", "/v1/nothing"),
        ("/v1/a%20b", "/v1/a%20b"),
        ("/v1/%3Cscript%3E", "/v1/%3Cscript%3E"),
        ("/v1/%C3%A9%22%7B%7D", "/v1/%C3%A9%22%7B%7D"),
        ("/v1/100%25", "/v1/100%25"),
        ("/v1/uno_secret/x", "/v1/uno_/x"),
    ],
)
def test_the_instance_is_the_quoted_path(client: FlaskClient, path: str, instance: str) -> None:
    response = client.get(path)
    assert as_json(response)["instance"] == instance
    assert b"secret" not in response.data


@pytest.mark.parametrize("problem_code", CODES)
def test_every_code_explains_itself(client: FlaskClient, problem_code: str) -> None:
    response = client.get(f"/problems/{problem_code}")
    assert response.status_code == 200
    explained = as_json(response)
    assert explained["code"] == problem_code
    assert explained["status"] == CODES[problem_code].status
    assert all(re.search(r"[.?]$", explained[part]) for part in ("meaning", "action"))


def test_an_unknown_code_is_not_found(client: FlaskClient) -> None:
    assert code(client.get("/problems/nonsense")) == (404, "not_found")


def test_a_fault_of_ours_is_logged_and_told_without_details(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(Settings(redis_url=redis_url))
    del app.extensions[EXTENSION]
    response = app.test_client().get("/v1/variants")
    assert code(response) == (500, "internal_error")
    assert response.content_type == "application/problem+json"
    assert "KeyError" in caplog.text
    [record] = [record for record in caplog.records if record.exc_info]
    assert vars(record)["fields"]["request_id"] == response.headers["X-Request-ID"]
    assert "/v1" not in record.getMessage()
    assert b"KeyError" not in response.data
