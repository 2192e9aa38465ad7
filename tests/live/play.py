"""Random games over HTTP."""

import random
from typing import Any

import httpx

COLORS = ("red", "yellow", "green", "blue")


class Game:
    """A game whose seats all make random moves."""

    def __init__(self, client: httpx.Client, seats: int = 3, variant: str = "classic", **fields: Any) -> None:
        self.client = client
        names = ("Ana", "Bo", "Cy", "Di")[:seats]
        body = {"variant": variant, "players": [{"name": name} for name in names]} | fields
        made = client.post("/v1/games", json=body).raise_for_status().json()
        self.path = f"/v1/games/{made['game']['id']}"
        self.tokens: list[str] = [seat["token"] for seat in made["seats"]]

    def token(self, seat: int | None) -> str | None:
        """A seat's token."""
        return None if seat is None else self.tokens[seat]

    def headers(self, seat: int | None) -> dict[str, str]:
        """What makes a request this seat's."""
        return {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}

    def view(self, seat: int | None = None) -> Any:
        """What a seat sees."""
        return self.client.get(self.path, headers=self.headers(seat)).raise_for_status().json()

    def events(self, seat: int | None = None, after: int = 0) -> list[Any]:
        """All events behind one, as a seat sees them, page by page."""
        found: list[Any] = []
        while True:
            url = f"{self.path}/events?limit=500&after={after}"
            page = self.client.get(url, headers=self.headers(seat)).raise_for_status().json()
            found += page["events"]
            after = page["last"]
            if not page["has_more"]:
                return found

    def move(self, rng: random.Random) -> Any:
        """Make a random move of the seat whose turn it is; what it was answered with."""
        turn = self.view()["turn"]
        seat = rng.randrange(len(self.tokens)) if turn is None else turn["seat"]
        actions = self.view(seat)["you"]["legal_actions"]
        entry = rng.choice(actions)
        action, needs, seats = entry.pop("action"), entry.pop("needs", []), entry.pop("seats", [])
        choices = {"color": rng.choice(COLORS), "seat": rng.choice(seats or [0]), "keep": rng.random() < 0.5}
        body = entry | {name: choices[name] for name in needs}
        return self.send(seat, "POST", f"/{action.replace('_', '-')}", json=body)

    def send(self, seat: int, method: str, rest: str = "", **request: Any) -> Any:
        """Send a request of a seat."""
        done = self.client.request(method, self.path + rest, headers=self.headers(seat), **request)
        assert done.status_code < 300, done.text
        return done.json() if done.content else None
