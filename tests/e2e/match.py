"""A match played through HTTP alone, by taking the first action that is listed."""

from collections.abc import Mapping
from typing import Any

import httpx

SECONDS = 30  # workers that are being renewed answer late
FILLED_IN = {"color": "red", "keep": True}


class Match:
    """A two-handed game of classic at the service with this address, which may be changed.

    `headers` are those of the request that creates it.
    """

    def __init__(self, url: str, headers: Mapping[str, str] | None = None) -> None:
        self.url = url
        players = [{"name": "Ana"}, {"name": "Bo"}]
        body = {"variant": "classic", "players": players}
        made = httpx.post(f"{url}/v1/games", json=body, headers=headers)
        assert made.status_code == 201, made.text
        self.path = f"/v1/games/{made.json()['game']['id']}"
        self.tokens = [seat["token"] for seat in made.json()["seats"]]

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat sees."""
        seen = httpx.get(f"{self.url}{self.path}", headers=self.headers(seat), timeout=SECONDS)
        assert seen.status_code == 200, seen.text
        view: dict[str, Any] = seen.json()
        return view

    def headers(self, seat: int) -> dict[str, str]:
        """What makes a request this seat's."""
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    def next_request(self) -> dict[str, Any]:
        """The arguments of the request that makes the next move."""
        seat = (self.view(0)["turn"] or {"seat": 0})["seat"]
        entry = self.view(seat)["you"]["legal_actions"][0]
        needs, action = entry.pop("needs", []), entry.pop("action")
        body = {**entry, **{name: FILLED_IN[name] for name in needs}}
        return {
            "method": "POST",
            "url": f"{self.url}{self.path}/{action.replace('_', '-')}",
            "json": body,
            "headers": self.headers(seat),
        }

    def move(self) -> int:
        """Make the next move and return the version that it led to."""
        made = httpx.request(**self.next_request(), timeout=SECONDS)
        assert made.status_code == 200, made.text
        return int(made.json()["game"]["version"])
