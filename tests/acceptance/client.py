"""The service over HTTP, as one player after another."""

from typing import Any

import httpx

Body = dict[str, Any]


class Client:
    """One game of a running service; tokens by seat, None is the one without a seat."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self.game_id = ""
        self.tokens: dict[int | None, str] = {}

    def create(self, body: Body) -> httpx.Response:
        """POST /v1/games, and keeps the tokens."""
        answer = self.http.post("/v1/games", json=body)
        if answer.status_code == 201:
            self.game_id = answer.json()["game"]["id"]
            self.tokens = {seat["seat"]: seat["token"] for seat in answer.json()["seats"]}
        return answer

    def headers(self, seat: int | None) -> dict[str, str]:
        """The seat's credentials."""
        token = self.tokens.get(seat)
        return {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, seat: int | None, path: str = "", **query: int) -> httpx.Response:
        """GET the game, or what lies under it."""
        return self.http.get(f"/v1/games/{self.game_id}{path}", headers=self.headers(seat), params=query)

    def post(
        self, seat: int | None, action: str, body: Body | None, if_match: str | None = None
    ) -> httpx.Response:
        """POST an action; `body` None sends none."""
        headers = self.headers(seat) | ({"If-Match": if_match} if if_match else {})
        path = f"/v1/games/{self.game_id}/{action.replace('_', '-')}"
        return (
            self.http.post(path, json=body, headers=headers)
            if body is not None
            else self.http.post(path, headers=headers)
        )

    def leave(self, seat: int) -> httpx.Response:
        """The seat leaves."""
        return self.http.delete(f"/v1/games/{self.game_id}/players/{seat}", headers=self.headers(seat))
