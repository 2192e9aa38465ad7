"""One random game: moves that are listed, attempts that are not, and the checks after each."""

from random import Random
from typing import Any

import httpx

from tests.acceptance.chance import MOODS, Move, random_attempt, random_move
from tests.acceptance.checks import Checks, MismatchError, answered, demand
from tests.acceptance.client import Client
from tests.acceptance.compare import compare_view
from tests.acceptance.model import Game

Body = dict[str, Any]

#: bodies that no action takes
MALFORMED: list[tuple[str, Body]] = [
    ("play", {}),
    ("play", {"card": 5}),
    ("play", {"card": "nonsense"}),
    ("play", {"card": "R5.1", "color": "purple"}),
    ("play", {"card": "R5.1", "uno": "true"}),
    ("play", {"card": "R5.1", "number": 5}),
    ("choose", {}),
    ("choose", {"color": "red", "seat": 0}),
    ("catch", {}),
    ("catch", {"seat": "1"}),
    ("draft", {"keep": 1}),
    ("draft", {}),
    ("draw", {"count": 2}),
]


class Session:
    """A game on the service and in the model."""

    def __init__(self, http: httpx.Client, create: Body, rng: Random) -> None:
        self.create, self.rng = create, rng
        self.game = Game(create)
        self.client = Client(http)
        self.checks = Checks(self.client, self.game, rng)
        self.taken: list[Move] = []

    def play(self, moves: int, leave: bool) -> None:
        """Plays until the round is over or that many moves are taken. Raises `MismatchError`."""
        self._begin()
        table = self.game.table
        mood = self.rng.choice(list(MOODS))
        while table.turn is not None and len(self.taken) < moves:
            self._disturb()
            leaver = self.rng.choice(table.active_seats())
            if leave and self.rng.random() < 0.02 and self._may_leave(leaver):
                self.take(Move(leaver, "leave", {}))
            else:
                self.take(random_move(self.rng, self.game, mood))
        if table.turn is None:
            self._end(leave)

    def replay(self, moves: list[Move]) -> None:
        """Takes exactly these moves."""
        self._begin()
        for move in moves:
            self.take(move)
        if self.game.table.turn is None:
            self.checks.score("the end of the round")

    def take(self, move: Move) -> None:
        """A permitted move: takes it in both and compares."""
        self.taken.append(move)
        about = f"move {len(self.taken)}: seat {move.seat} {move.action} {move.body}"
        if move.action == "leave":
            self.game.leave(move.seat)
            answered(self.client.leave(move.seat), 200, about)
            self.checks.everyone(about)
            gone = self.client.get(move.seat)
            if gone.status_code != 401 or gone.json()["code"] != "token_invalid":
                raise MismatchError(f"{about}: the token still works: {gone.status_code} {gone.text[:300]}")
            return
        self.game.act(move.seat, move.action, move.body)
        body = move.body if move.body or self.rng.random() < 0.5 else None
        self.checks.action_answer(self.client.post(move.seat, move.action, body), move.seat, about)
        self.checks.everyone(about)

    def _begin(self) -> None:
        body = answered(self.client.create(self.create), 201, "create")
        you = body["game"].get("you")
        demand(compare_view(self.game.table, you["seat"] if you else None, body["game"]), "create")
        self.checks.everyone("create")

    def _may_leave(self, seat: int) -> bool:
        """Not where the rules leave open what a departure does to a decision that is pending or to the round."""
        table = self.game.table
        turn = table.turn
        if turn is None:
            return True
        if turn.phase == "seat" and turn.seat != seat and len(table.active_seats()) == 3:
            return False
        mine = turn.seat == seat
        nothing_left = not table.draw_pile and len(table.discards) == 1
        return not (mine and (turn.phase == "dump" or (table.owed_for is not None and nothing_left)))

    def _disturb(self) -> None:
        """Now and then requests that must be refused and change nothing."""
        while self.rng.random() < 0.5:
            move = random_attempt(self.rng, self.game)
            if not self.game.permits(move.seat, move.action, move.body):
                self._attempt(move)
        if self.rng.random() < 0.1:
            self._malformed()

    def _attempt(self, move: Move) -> None:
        codes = self.game.refusal(move.seat, move.action, move.body)
        about = f"after move {len(self.taken)}: seat {move.seat} tries {move.action} {move.body}"
        stale = self.rng.random() < 0.05 and "seat_not_found" not in codes
        version = self.game.table.version
        if_match = (
            f'"{version + self.rng.choice([1, -1])}"' if stale else self.rng.choice([None, f'"{version}"'])
        )
        answer = self.client.post(move.seat, move.action, move.body, if_match)
        self.checks.refused(answer, {"version_mismatch"} if stale else codes, about)

    def _malformed(self) -> None:
        seat = self.rng.choice(self.game.table.active_seats())
        action, body = self.rng.choice(MALFORMED)
        about = f"after move {len(self.taken)}: seat {seat} tries {action} {body}"
        self.checks.refused(self.client.post(seat, action, body), {"validation_failed"}, about)
        self.checks.refused(
            self.client.post(None, "draw", {}), {"token_required"}, f"{about}: without a token"
        )

    def _end(self, leave: bool) -> None:
        table = self.game.table
        about = f"the end of the round, after move {len(self.taken)}"
        for _ in range(5):
            move = random_attempt(self.rng, self.game)
            if not self.game.permits(move.seat, move.action, move.body):
                self._attempt(move)
        if table.status == "round_over" and leave and self.rng.random() < 0.2:
            self.take(Move(self.rng.choice(table.active_seats()), "leave", {}))
        self.checks.score(about)
        self.checks.views(about)
        self.checks.whole_log(about)
        if table.status == "round_over":
            self.checks.next_round(about)
