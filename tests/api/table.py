"""A table to play at: one game, its tokens, and the requests of its seats."""

from collections.abc import Sequence
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

Json = dict[str, Any]


class Table:
    """One game as its players send requests."""

    def __init__(self, client: FlaskClient, game_id: str, tokens: Sequence[str]) -> None:
        self.client = client
        self.id = game_id
        self.path = f"/v1/games/{game_id}"
        self.tokens = list(tokens)

    def headers(self, seat: int | None, **headers: str) -> dict[str, str]:
        """The headers of a request of `seat`, None for somebody without a token; `_` stands for `-`."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return sent if seat is None else sent | {"Authorization": f"Bearer {self.tokens[seat]}"}

    def post(self, seat: int | None, action: str, json: Json | None = None, **headers: str) -> TestResponse:
        """Send an action."""
        return self.client.post(f"{self.path}/{action}", json=json, headers=self.headers(seat, **headers))

    def get(self, seat: int | None, rest: str = "", **headers: str) -> TestResponse:
        """Look at something."""
        return self.client.get(self.path + rest, headers=self.headers(seat, **headers))

    def delete(self, seat: int | None, rest: str = "", **headers: str) -> TestResponse:
        """Abandon or leave."""
        return self.client.delete(self.path + rest, headers=self.headers(seat, **headers))

    def view(self, seat: int | None = None) -> Json:
        """The game as `seat` sees it."""
        response = self.get(seat)
        assert response.status_code == 200
        return as_json(response)

    def events(self, seat: int | None = None) -> list[Json]:
        """All events as `seat` sees them."""
        events: list[Json] = as_json(self.get(seat, "/events?limit=500"))["events"]
        return events


def as_json(response: TestResponse) -> Json:
    """The body of `response`, which is an object."""
    body = response.json
    assert isinstance(body, dict)
    return body


def stack(hands: Sequence[Sequence[str]], starter: str, *pile: str) -> list[str]:
    """The deck that deals `hands` by seat, turns up `starter` and has `pile` to draw."""
    dealt = [card for cards in zip(*hands, strict=True) for card in cards]
    return [*dealt, starter, *pile]


def code(response: TestResponse) -> tuple[int, str]:
    """The status and the problem code of a refusal."""
    return response.status_code, as_json(response)["code"]
