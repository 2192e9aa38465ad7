"""A table whose client repeats every request until it is answered, and holds the service to all that it was told."""

import itertools
import random
import time
from collections import defaultdict
from typing import Any, NamedTuple

import httpx

from service.engine import VARIANTS

PATIENCE = 60  # seconds until a request, however often it is repeated, must have been answered
KEPT = 16  # answers of each seat that a repeat still gets
COLORS = ("red", "yellow", "green", "blue")


class Told(NamedTuple):
    """A request and what it was answered with."""

    request: dict[str, Any]
    answer: httpx.Response

    def same(self, again: httpx.Response) -> bool:
        """Whether `again` is the answer that was recorded."""
        kept = [(each.status_code, each.content, each.headers.get("ETag")) for each in (self.answer, again)]
        return kept[0] == kept[1] and "Idempotency-Replayed" in again.headers


class Client:
    """Sends requests until they are answered.

    `cut` counts the attempts with a key that broke off, `late` the changes whose first answer was lost though they
    had been made.
    """

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self.cut = self.late = 0

    def send(self, **request: Any) -> httpx.Response:
        """Send a request until there is an answer that does not ask to come again."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                answer = self.http.request(**request)
            except httpx.TransportError:
                self.cut += "Idempotency-Key" in request["headers"]
                continue
            if "Retry-After" not in answer.headers:
                return answer
        raise AssertionError(f"it was not answered in {PATIENCE} seconds: {request}")


class Match:
    """A match by random moves. It keeps each seat's answers; `version` is the one that they have led to."""

    def __init__(self, client: Client, rng: random.Random, variant: str, key: str) -> None:
        self.client, self.rng, self.key = client, rng, key
        self.numbers = itertools.count()
        rules = VARIANTS[variant]
        self.cards = len(rules.deck)
        seats = rng.randint(rules.min_players, min(rules.max_players, 4))
        goal = {"kind": "rounds", "value": 2}
        players = [{"name": f"P{seat}"} for seat in range(seats)]
        order = {"variant": variant, "players": players, "options": {"goal": goal}}
        self.tokens: list[str] = []
        self.created = self.change("/v1/games", order)
        made = self.created.answer.json()
        self.path, self.version = f"/v1/games/{made['game']['id']}", 1
        self.tokens = [seat["token"] for seat in made["seats"]]
        self.told: list[list[Told]] = [[] for _ in self.tokens]

    def headers(self, seat: int | None) -> dict[str, str]:
        """What makes a request this seat's."""
        return {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}

    def change(self, path: str, json: Any, seat: int | None = None) -> Told:
        """Post something under a key of its own; it must succeed."""
        headers = self.headers(seat) | {"Idempotency-Key": f"{self.key}, number {next(self.numbers)}"}
        request = {"method": "POST", "url": path, "json": json, "headers": headers}
        answer = self.client.send(**request)
        assert answer.is_success, answer.text
        self.client.late += "Idempotency-Replayed" in answer.headers
        return Told(request, answer)

    def look(self, seat: int | None, rest: str = "") -> Any:
        """Get something of the game."""
        answer = self.client.send(method="GET", url=self.path + rest, headers=self.headers(seat))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def view(self, seat: int) -> Any:
        """The game as a seat sees it, which must be at the version that was told last."""
        view = self.look(seat)
        assert view["version"] == self.version
        return view

    def move(self) -> bool:
        """Make a random move unless the match is over; whether it is not over yet."""
        turn = self.view(0)["turn"]
        seat = turn["seat"] if turn else self.rng.randrange(len(self.tokens))
        view = self.view(seat)
        if view["status"] == "finished":
            return False
        listed = view["you"]["legal_actions"]
        plays = [entry for entry in listed if entry["action"] == "play"]
        entry = self.rng.choice(plays if plays and self.rng.random() < 0.8 else listed)
        choices = {"color": COLORS, "seat": entry.pop("seats", ()), "keep": (True, False)}
        body = {name: self.rng.choice(choices[name]) for name in entry.pop("needs", ())}
        action = entry.pop("action").replace("_", "-")
        told = self.change(f"{self.path}/{action}", entry | body, seat)
        self.version += 1
        assert told.answer.json()["game"]["version"] == self.version
        self.told[seat].append(told)
        return True

    def check_repeats(self, seat: int, most: int) -> None:
        """The answers to the last requests of a seat are given again when they are repeated, byte by byte."""
        for told in self.told[seat][-most:]:
            assert told.same(self.client.send(**told.request))

    def check(self) -> None:
        """Everything that was told is so: version, events, cards, and recorded answers."""
        assert self.created.same(self.client.send(**self.created.request))
        views = [self.view(seat) for seat in range(len(self.tokens))]
        for seat, told in enumerate(self.told):
            self.check_repeats(seat, KEPT)
            events = self.events(seat)
            assert [event["id"] for event in events] == list(range(1, views[seat]["last_event"] + 1))
            of_version = defaultdict(list)
            for event in events:
                of_version[event["version"]].append(event)
            assert list(of_version) == list(range(1, self.version + 1))
            for each in told:
                said = each.answer.json()
                assert said["events"] == of_version[said["game"]["version"]]
        hands = [[card["id"] for card in view["you"]["hand"]] for view in views]
        held = list(itertools.chain.from_iterable(hands))
        assert [player["cards"] for player in views[0]["players"]] == [len(hand) for hand in hands]
        assert len(set(held)) == len(held)
        if views[0]["status"] == "playing":
            piles = views[0]["draw_pile"]["count"] + views[0]["discard_pile"]["count"]
            assert len(held) + piles == self.cards

    def events(self, seat: int) -> list[Any]:
        """All events as a seat sees them, page by page."""
        found: list[Any] = []
        while True:
            page = self.look(seat, f"/events?limit=500&after={len(found)}")
            found += page["events"]
            if not page["has_more"]:
                return found
