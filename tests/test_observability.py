import logging

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from service import observability

TOKEN = "uno_a06sl7ubM0jgElotCd3wKUPgSM4rut2btZnrC4hBG0Y"


@pytest.fixture
def client() -> FlaskClient:
    app = Flask("observed")
    observability.install(app)
    app.add_url_rule("/games/<game>", view_func=lambda game: Response(iter([game, "!"])), endpoint="game")
    return app.test_client()


def test_each_request_leaves_one_line_once_its_answer_is_sent(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "service.request"):
        answer = client.get("/games/secret?ticket=secret", headers={"Authorization": f"Bearer {TOKEN}"})
        assert caplog.records == []
        assert answer.get_data(as_text=True) == "secret!"
        answer.close()
    (record,) = caplog.records
    fields = vars(record)["fields"]
    assert (fields["method"], fields["route"], fields["status"]) == ("GET", "/games/<game>", 200)
    assert fields["request_id"] == answer.headers["X-Request-ID"]
    assert fields["duration_ms"] > 0
    assert "secret" not in str(fields)
    assert TOKEN not in str(vars(record))


def test_a_path_that_nobody_serves_has_no_route(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "service.request"):
        client.get("/nothing/here").close()
    (record,) = caplog.records
    assert vars(record)["fields"].items() >= {"route": None, "status": 404}.items()


@pytest.mark.parametrize("sent", ["a", "0123456789" * 6 + "abcd", "Az.0-_"])
def test_a_sane_request_id_is_kept(client: FlaskClient, sent: str) -> None:
    assert client.get("/games/1", headers={"X-Request-ID": sent}).headers["X-Request-ID"] == sent


@pytest.mark.parametrize("sent", [None, "", "a" * 65, "two words", "é", '"quoted"', TOKEN, f"x.{TOKEN}"])
def test_any_other_is_replaced(client: FlaskClient, sent: str | None) -> None:
    answers = [
        client.get("/games/1", headers={"X-Request-ID": sent} if sent is not None else {}) for _ in range(2)
    ]
    made = [answer.headers["X-Request-ID"] for answer in answers]
    assert made[0] != made[1]
    assert all(len(name) == 16 and name.isalnum() for name in made)
