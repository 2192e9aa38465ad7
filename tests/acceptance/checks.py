"""What is asked of the service after every request of a game: views, events, refusals, the score sheet."""

from random import Random
from typing import Any

import httpx

from tests.acceptance.client import Client
from tests.acceptance.compare import compare_events, compare_score, compare_view
from tests.acceptance.model import Game
from tests.acceptance.model.expect import differences
from tests.acceptance.model.refusals import STATUS
from tests.acceptance.model.views import host

Body = dict[str, Any]


class MismatchError(Exception):
    """The service is not as the model has it; the text says where."""


def demand(lines: list[str], about: str) -> None:
    """Raises when there are differences."""
    if lines:
        raise MismatchError("\n".join([about, *(f"  {line}" for line in lines)]))


def answered(answer: httpx.Response, status: int, about: str) -> Body:
    """The body of an answer with the expected status."""
    if answer.status_code != status:
        raise MismatchError(f"{about}\n  expected {status}, got {answer.status_code}: {answer.text[:500]}")
    body: Body = answer.json()
    return body


class Checks:
    """The checks of one game; remembers the last event seen."""

    def __init__(self, client: Client, game: Game, rng: Random) -> None:
        self.client, self.game, self.rng = client, game, rng
        self.last_event = 0

    def viewers(self) -> list[int | None]:
        """Everyone who may look."""
        seats: list[int | None] = [*self.game.table.active_seats()]
        return [None, *seats] if self.game.table.options["spectators"] else seats

    def action_answer(self, answer: httpx.Response, seat: int, about: str) -> None:
        """An action that was taken: the view, the events and the ETag of its answer."""
        body = answered(answer, 200, about)
        table = self.game.table
        demand(compare_view(table, seat, body["game"]), f"{about}: the view in the answer")
        self.new_events(body["events"], seat, about)
        demand(differences("ETag", f'"{table.version}.{seat}"', answer.headers.get("etag")), about)

    def new_events(self, events: list[Body], viewer: int | None, about: str) -> None:
        """The events of the last request: as expected, without gaps, all with the new version."""
        table = self.game.table
        demand(compare_events(table, viewer, events), f"{about}: events for {viewer}")
        ids = [event["id"] for event in events]
        demand(differences("ids", [*range(self.last_event + 1, self.last_event + 1 + len(ids))], ids), about)
        demand(
            differences("versions", [table.version] * len(ids), [event["version"] for event in events]), about
        )

    def everyone(self, about: str) -> None:
        """The views of all seats and of one without a seat, and the new events of one of them."""
        viewer = self.rng.choice(self.viewers())
        page = answered(self.client.get(viewer, "/events", after=self.last_event, limit=500), 200, about)
        self.new_events(page["events"], viewer, about)
        self.last_event += len(page["events"])
        self.views(about)

    def views(self, about: str) -> None:
        """The views of all seats and of one without a seat."""
        table = self.game.table
        for viewer in self.viewers():
            shown = answered(self.client.get(viewer), 200, about)
            demand(compare_view(table, viewer, shown), f"{about}: the view of {viewer}")
            demand(differences("last_event", self.last_event, shown["last_event"]), about)
            table.host = shown["host"] if not differences("", host(table), shown["host"]) else table.host
        if not table.options["spectators"]:
            self.refused(self.client.get(None), {"spectators_closed"}, f"{about}: a spectator")

    def refused(self, answer: httpx.Response, codes: set[str], about: str) -> None:
        """A refusal with one of these codes and its status."""
        problem = (
            answer.json()
            if answer.headers.get("content-type", "").startswith("application/problem+json")
            else {}
        )
        code = problem.get("code")
        if code not in codes:
            raise MismatchError(f"{about}\n  expected {codes}, got {answer.status_code}: {answer.text[:500]}")
        status = STATUS.get(code, 409)
        demand(differences("status", status, answer.status_code), about)
        demand(differences("problem.status", status, problem.get("status")), about)

    def score(self, about: str) -> None:
        """The score sheet, which everyone sees alike."""
        for viewer in self.viewers():
            sheet = answered(self.client.get(viewer, "/score"), 200, about)
            demand(compare_score(self.game.table, sheet), f"{about}: score sheet of {viewer}")

    def whole_log(self, about: str) -> None:
        """All events, page by page, count from 1 without gaps."""
        ids: list[int] = []
        viewer = self.rng.choice(self.viewers())
        while True:
            page = answered(self.client.get(viewer, "/events", after=len(ids), limit=100), 200, about)
            ids += [event["id"] for event in page["events"]]
            if not page["has_more"]:
                break
        demand(differences("log", [*range(1, self.last_event + 1)], ids), about)

    def next_round(self, about: str) -> None:
        """Deals the second round, which the model does not know: what can be said of every deal."""
        table = self.game.table
        caller = self.rng.choice(table.active_seats())
        body = answered(self.client.post(caller, "next_round", self.rng.choice([None, {}])), 200, about)
        game, kinds = body["game"], [event["type"] for event in body["events"]]
        held = [player["cards"] for player in game["players"]]
        duo = table.variant == "duo"
        expected: Body = {
            "round": table.round + 1,
            "version": table.version + 1,
            "dealer": table.step(table.dealer, 1),
            "status": "drafting" if duo else "playing",
            "winners": [],
        }
        found = differences("next round", expected, game)
        found += differences("scores", table.scores, [player["score"] for player in game["players"]])
        found += differences("own hand", held[caller], len(game["you"]["hand"]))
        total = sum(held) + game["draw_pile"]["count"] + game["discard_pile"]["count"]
        found += differences("cards", 112 if table.variant != "classic" else 108, total)
        for seat, here in enumerate(table.active):
            least = 0 if duo or not here else table.options["starting_hand"]
            if held[seat] not in ({least, least + 2} if here and not duo else {0}):
                found.append(f"hand of {seat}: {held[seat]}")
        if kinds[0] != "round_started" or kinds.count("cards_dealt") != (
            0 if duo else len(table.active_seats())
        ):
            found.append(f"events: {kinds}")
        demand(found, about)
        self.refused(self.client.post(caller, "next_round", {}), {"round_not_over"}, f"{about}: once more")
