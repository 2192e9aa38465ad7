"""The application on a real store, with every answer held against the contract."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.resources.docs import CONTRACT
from service.app import create_app
from service.settings import Settings
from tests.api.contract import Contract
from tests.api.table import Table, as_json, stack


def make_app(redis_url: str, **settings: Any) -> Flask:
    """The application as `create_app` makes it, with clients whose answers are checked; nothing is limited."""
    app = create_app(Settings(redis_url=redis_url, **{"rate_limits": "off"} | settings))
    contract = Contract(app, app.config[CONTRACT])

    class CheckedClient(FlaskClient):
        def open(self, *args: Any, **kwargs: Any) -> TestResponse:
            response = super().open(*args, **kwargs)
            contract.check_response(response)
            return response

    app.test_client_class = CheckedClient
    app.extensions["contract"] = contract
    return app


@pytest.fixture(scope="session")
def app(store_url: str) -> Flask:
    """The application with the sandbox on."""
    return make_app(store_url, sandbox=True)


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    """Somebody who sends requests."""
    with app.test_client() as client:
        yield client


Seat = Callable[..., Table]


@pytest.fixture
def new_table(client: FlaskClient) -> Seat:
    """A function that creates a game: `names` are its players, the rest fields of the body."""

    def create(names: Sequence[str] = ("Ana", "Bo"), **fields: Any) -> Table:
        body = {"variant": "classic", "players": [{"name": name} for name in names]} | fields
        response = client.post("/v1/games", json=body)
        assert response.status_code == 201, response.json
        created = as_json(response)
        return Table(client, created["game"]["id"], [seat["token"] for seat in created["seats"]])

    return create


@pytest.fixture
def stacked(new_table: Seat) -> Seat:
    """A function that creates a game of known cards: hands by seat, starter, pile; seat 0 moves first."""

    def create(hands: Sequence[Sequence[str]], starter: str, *pile: str, **options: Any) -> Table:
        names = ("Ana", "Bo", "Cy", "Di")[: len(hands)]
        options = {"starting_hand": len(hands[0])} | options
        return new_table(names, deck=stack(hands, starter, *pile), options=options)

    return create
