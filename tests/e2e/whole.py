"""Whole matches of five through HTTP alone, and what their books must say."""

import random
from collections.abc import Sequence
from typing import Any

import httpx

from tests.e2e.replicas import connect

LONG_MATCHES = 10  # that go to 500 points; the others end at 100
COLORS = ("red", "yellow", "green", "blue")


class Table:
    """A game at the service, and the tokens of all of its seats."""

    def __init__(self, client: httpx.Client, names: str, **order: Any) -> None:
        self.client = client
        players = [{"name": name} for name in names.split()]
        made = self.send("POST", "/v1/games", json={"variant": "classic", "players": players, **order})
        self.path = f"/v1/games/{made['game']['id']}"
        self.tokens = [seat["token"] for seat in made["seats"]]

    def send(self, method: str, path: str, seat: int | None = None, **more: Any) -> Any:
        """Send what must succeed; the answer's content."""
        headers = {} if seat is None else self.headers(seat)
        return self.client.request(method, path, headers=headers, **more).raise_for_status().json()

    def headers(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    def view(self, seat: int) -> Any:
        return self.send("GET", self.path, seat)

    def post(self, seat: int, action: str, body: dict[str, Any]) -> Any:
        return self.send("POST", f"{self.path}/{action.replace('_', '-')}", seat, json=body)

    def events(self) -> list[dict[str, Any]]:
        """All events, page by page."""
        found: list[dict[str, Any]] = []
        while True:
            after = found[-1]["id"] if found else 0
            page = self.send("GET", f"{self.path}/events?limit=500&after={after}")
            found += page["events"]
            if not page["has_more"]:
                return found


def play_to_the_end(urls: Sequence[str], number: int) -> None:
    """Play a match by listed actions, a play where there is one, and check its books."""
    rng = random.Random(number)
    goal = {"kind": "points", "value": 500 if number < LONG_MATCHES else 100}
    with connect(urls) as client:
        table = Table(client, "Ana Bo Cy Di Ed", options={"goal": goal})
        view, accepted = table.view(0), 1
        while view["status"] != "finished":
            seat = view["turn"]["seat"] if view["turn"] else rng.randrange(5)
            entry = table.view(seat)["you"]["legal_actions"][0]
            body = {key: value for key, value in entry.items() if key not in ("action", "needs")}
            if "needs" in entry:
                body["color"] = rng.choice(COLORS)
            view, accepted = table.post(seat, entry["action"], body)["game"], accepted + 1
        sheet, events = table.send("GET", f"{table.path}/score"), table.events()
    totals = [sum(points) for points in zip(*(each["points"] for each in sheet["rounds"]), strict=True)]
    assert view["version"] == accepted
    assert [event["id"] for event in events] == list(range(1, view["last_event"] + 1))
    assert sorted({event["version"] for event in events}) == list(range(1, accepted + 1))
    assert [total["points"] for total in sheet["totals"]] == totals
    assert view["winners"] == [totals.index(max(totals))]
    assert max(totals) >= goal["value"]
