"""A game played through the use cases, by people who hold its tokens."""

from collections.abc import Sequence
from typing import Any

import orjson
import redis

from service.games import Access, Answer, Games, NewGame, Opened, Request
from service.observability import METER

START = 1_750_000_000_000


class Clock:
    """A clock that stands still unless it is moved."""

    def __init__(self) -> None:
        self.moment = START

    def __call__(self) -> int:
        return self.moment

    def forward(self, seconds: float) -> None:
        self.moment += round(seconds * 1000)


def games_at(store: Any, now: Any, **settings: Any) -> Games:
    values = {"lobby_ttl": 100, "idle_ttl": 1000, "finished_ttl": 500, "sandbox": True, "now": now}
    values["meter"] = METER
    return Games(store, **values | settings)


def create(
    games: Games, *players: str, key: str | None = None, token: str | None = None, **order: Any
) -> Answer:
    body = {"players": list(players)} | order
    request = Request(method="POST", path="/v1/games", key=key, token=token, body=body)
    opened = games.open(request, Access.ANYONE)
    if opened.replay:
        return opened.replay
    return games.create(opened, NewGame(**{"variant": "classic", "players": list(players)} | order))


class Table:
    """One game; `tokens` are those of its seats, by seat."""

    def __init__(self, games: Games, *players: str, **order: Any) -> None:
        self.games = games
        created = orjson.loads(create(games, *players, **order).body)
        self.id: str = created["game"]["id"]
        self.tokens: list[str] = [seat["token"] for seat in created["seats"]]

    @classmethod
    def of(cls, games: Games, game_id: str, tokens: list[str]) -> "Table":
        """A game that exists already."""
        table = cls.__new__(cls)
        table.games, table.id, table.tokens = games, game_id, tokens
        return table

    def request(self, method: str, path: str, seat: int | None, **more: Any) -> Request:
        token = None if seat is None else self.tokens[seat]
        return Request(
            method=method, path=f"/v1/games/{self.id}{path}", game_id=self.id, **{"token": token} | more
        )

    def look(self, seat: int | None = None) -> Opened:
        return self.games.open(self.request("GET", "", seat), Access.LOOK)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        content: dict[str, Any] = orjson.loads(self.games.view(self.look(seat)).body)
        return content

    def score(self) -> dict[str, Any]:
        content: dict[str, Any] = orjson.loads(self.games.score(self.look()).body)
        return content

    def events(self, after: int = 0, limit: int = 500, seat: int | None = None) -> dict[str, Any]:
        content: dict[str, Any] = orjson.loads(self.games.events(self.look(seat), after, limit).body)
        return content

    def act(self, seat: int, action: str, fields: dict[str, Any] | None = None, **more: Any) -> Answer:
        path = f"/{action.replace('_', '-')}"
        opened = self.games.open(self.request("POST", path, seat, body=fields or {}, **more), Access.SEAT)
        return opened.replay or self.games.act(opened, action, fields or {})

    def join(self, name: str, client_seed: str | None = None, **more: Any) -> Answer:
        body = {"name": name, "client_seed": client_seed}
        opened = self.games.open(self.request("POST", "/players", None, body=body, **more), Access.ANYONE)
        answer = opened.replay or self.games.join(opened, name, client_seed)
        token = orjson.loads(answer.body)["token"]
        if token not in self.tokens:
            self.tokens.append(token)
        return answer

    def start(self, seat: int = 0, **more: Any) -> Answer:
        opened = self.games.open(self.request("POST", "/start", seat, **more), Access.HOST)
        return opened.replay or self.games.start(opened)

    def leave(self, seat: int, caller: int | None = None, **more: Any) -> Answer:
        caller = seat if caller is None else caller
        opened = self.games.open(self.request("DELETE", f"/players/{seat}", caller, **more), Access.SEAT)
        return opened.replay or self.games.leave(opened, seat)

    def abandon(self, seat: int = 0, **more: Any) -> Answer:
        opened = self.games.open(self.request("DELETE", "", seat, **more), Access.HOST)
        return opened.replay or self.games.abandon(opened)


def edit(redis_url: str, table: Table, **fields: Any) -> None:
    """Change a game in the store by other means than a request: values, or functions of the present ones."""
    server, name = redis.Redis.from_url(redis_url), f"uno:{{{table.id}}}:game"
    found = server.get(name)
    assert isinstance(found, bytes)
    snapshot = orjson.loads(found)
    for field, value in fields.items():
        snapshot[field] = value(snapshot[field]) if callable(value) else value
    server.set(name, orjson.dumps(snapshot), ex=50)


def stacked(hands: Sequence[str], *rest: str) -> list[str]:
    """The deck that deals `hands` (card ids, one text a seat) to a game whose last seat deals, then the `rest`."""
    return [card for cards in zip(*(hand.split() for hand in hands), strict=True) for card in cards] + [*rest]


ORDERLY: dict[str, Any] = {
    "options": {"starting_hand": 2},
    "deck": stacked(["R1.1 R2.1", "G1.1 G2.1", "B1.1 B2.1"], "Y9.1"),
}
"""A game of three in which seat 0 moves first, and nobody can play the first cards drawn."""
