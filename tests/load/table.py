"""A table: one game after another, all of its seats played by one of locust's users."""

import itertools
import time
import uuid
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, ClassVar

import gevent
import orjson
from locust import FastHttpUser

from tests.load.follower import Follower

VARIANTS = {"classic": (2, 3, 4), "duo": (2,), "mario_kart": (2, 3, 4)}
"""Variants that tables play in turn, and with how many players."""
COLORS = ("red", "yellow", "green", "blue")
MOVE = "a move"
RUN = uuid.uuid4().hex
"""Keeps the keys of one run apart from those of others."""


@dataclass
class Game:
    """A game as its table knows it: what a seat was shown last, and when the move to each version was sent."""

    view: dict[str, Any]
    tokens: list[str]
    followers: list[Follower] = field(default_factory=list)
    sent: dict[int, float] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Where it is."""
        return f"/v1/games/{self.view['id']}"


@dataclass
class Hall:
    """All tables, the games that they have ended, and how many seconds behind its sending streams told of each move."""

    tables: list["Table"] = field(default_factory=list)
    ended: list[Game] = field(default_factory=list)
    late: list[float] = field(default_factory=list)

    @property
    def games(self) -> list[Game]:
        """The games that are being played."""
        return [table.game for table in self.tables if table.game is not None]


class FailedError(Exception):
    """An answer or a stream is not as promised."""


class Table(FastHttpUser):  # type: ignore[misc, unused-ignore] # where locust is not installed it has no type
    """A user whose task is one move; where no game is on, it begins the next one first."""

    abstract = False
    host: str = ""
    hall: ClassVar[Hall] = Hall()
    streams: ClassVar[int] = 0
    """How many follow each game."""

    def on_start(self) -> None:
        """Sit down."""
        self.number = len(self.hall.tables)
        self.rng = Random(self.number)
        self.games = itertools.count()
        self.game: Game | None = None
        self.hall.tables.append(self)

    def on_stop(self) -> None:
        """Leave in mid-game."""
        self.end()

    def play(self) -> None:
        """Make a move. What fails is in locust's statistics, and the game is given up."""
        try:
            if self.game is None:
                self.game = self.begin()
            self.move(self.game)
        except FailedError:
            self.end()
            gevent.sleep(1)  # it would fail again at once where there is no service

    tasks = [play]  # noqa: RUF012 - locust's own name and form

    def begin(self) -> Game:
        """Create a game and follow it: as its players first, then as others who look on."""
        number = next(self.games)
        variant = list(VARIANTS)[(self.number + number) % len(VARIANTS)]
        seats = self.rng.choice(VARIANTS[variant])
        body = {"variant": variant, "players": [{"name": f"P{seat}"} for seat in range(seats)]}
        headers = {"Idempotency-Key": f"{RUN}, table {self.number}, game {number}"}
        made = self.ask("POST", "/v1/games", "a creation", headers, body)
        game = Game(made["game"], [seat["token"] for seat in made["seats"]])
        heard = partial(self.hear, game)
        for token in [*game.tokens, *[None] * self.streams][: self.streams]:
            game.followers.append(Follower(self.host, game.path, token, heard))
        return game

    def hear(self, game: Game, version: int, now: float) -> None:
        """A stream tells of a version."""
        if version in game.sent:
            self.hall.late.append(now - game.sent[version])

    def move(self, game: Game) -> None:
        """Make a random move, a play where there is one mostly."""
        turn = game.view["turn"]
        seat = turn["seat"] if turn else self.rng.randrange(len(game.tokens))
        headers = {"Authorization": f"Bearer {game.tokens[seat]}"}
        if game.view.get("you", {}).get("seat") != seat:
            game.view = self.ask("GET", game.path, "a view", headers)
        listed = game.view["you"]["legal_actions"]
        plays = [entry for entry in listed if entry["action"] == "play"]
        entry = dict(self.rng.choice(plays if plays and self.rng.random() < 0.8 else listed))
        choices = {"color": COLORS, "seat": entry.pop("seats", ()), "keep": (True, False)}
        filled = {name: self.rng.choice(choices[name]) for name in entry.pop("needs", ())}
        action = entry.pop("action").replace("_", "-")
        version = game.view["version"] + 1
        headers["Idempotency-Key"] = str(version)
        game.sent[version] = time.perf_counter()
        game.view = self.ask("POST", f"{game.path}/{action}", MOVE, headers, entry | filled)["game"]
        if game.view["version"] != version:
            self.fail("a move", f"version {game.view['version']} instead of {version}")
        if game.view["status"] == "finished":
            self.hall.ended.append(game)
            self.end()

    def end(self) -> None:
        """Part with the game, once its streams have told all that is known of it."""
        game, self.game = self.game, None
        if game is None:
            return
        for follower in game.followers:
            follower.close(game.view["last_event"])
            if follower.failure:
                self.fail("a stream", follower.failure)

    def ask(self, method: str, path: str, name: str, headers: dict[str, str], json: Any = None) -> Any:
        """Send a request, which counts under a name; what the answer says."""
        answer = self.client.request(method, path, name=name, headers=headers, json=json)
        if answer.status_code not in (200, 201):
            raise FailedError  # locust counts it by itself
        return orjson.loads(answer.content)

    def fail(self, name: str, why: str) -> None:
        """Have a failure counted that no status shows."""
        self.environment.events.request.fire(
            request_type="CHECK",
            name=name,
            response_time=0,
            response_length=0,
            context={},
            exception=FailedError(why),
        )
