"""`python -m tests.api.recording`: play known games on the real service and keep what was said, as examples.

The entropy that the service takes from the system is counted up here and times are replaced, so that the same code
records the same bytes.
"""

import hashlib
import itertools
import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from flask.testing import FlaskClient

from service.api.completion import RECORDED
from service.store.embedded import EmbeddedStore
from tests.api.conftest import make_app
from tests.api.table import Json, stack

OPTIONS: Json = {"starting_hand": 3, "goal": {"kind": "rounds", "value": 2}}
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
CREATED, EXPIRES = "2026-11-30T20:15:00.000Z", "2026-12-07T20:15:00.000Z"


class Recorder:
    """Sends requests through `client` and keeps those that are given a name."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.kept: dict[str, dict[str, Json]] = {}

    def send(
        self,
        request: str,
        body: Json | None = None,
        *,
        token: str | None = None,
        keep: tuple[str, str, str] | None = None,
        **headers: str,
    ) -> Any:
        """Send `METHOD /path`; `keep` is (operationId, name of the example, its summary)."""
        method, path = request.split(" ")
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        response = self.client.open(path, method=method, json=body, headers=sent)
        answer = _timeless(response.json) if response.data else None
        if keep is not None:
            operation, name, summary = keep
            exchange = {"summary": summary, "status": response.status_code, "request": body, "answer": answer}
            self.kept.setdefault(operation, {})[name] = exchange
        else:
            assert response.status_code < 300, answer
        return answer

    def table(self, hands: list[list[str]], starter: str, *pile: str, **fields: Any) -> "Game":
        """Create a game of known cards, dealt to as many players as there are hands."""
        names = ("Ana", "Bo", "Cy")[: len(hands)]
        options = OPTIONS | {"starting_hand": len(hands[0])} | fields.pop("options", {})
        body = {"variant": "classic", "players": [{"name": name} for name in names], "options": options}
        deck = stack(hands, starter, *pile)
        return Game(self, self.send("POST /v1/games", {**body, "deck": deck, **fields}))


class Game:
    """A game that was created or joined, by its answers."""

    def __init__(self, recorder: Recorder, created: Json) -> None:
        self.recorder = recorder
        self.path = f"/v1/games/{created['game']['id']}"
        self.tokens: list[str] = [seat["token"] for seat in created["seats"]]

    def act(
        self, seat: int, action: str, body: Json | None = None, keep: tuple[str, str, str] | None = None
    ) -> None:
        """Send an action of `seat`."""
        self.recorder.send(f"POST {self.path}/{action}", body, token=self.tokens[seat], keep=keep)


def _timeless(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _timeless(child, key) for key, child in value.items()}
    if isinstance(value, list):
        return [_timeless(child) for child in value]
    if isinstance(value, str) and TIME.fullmatch(value):
        return EXPIRES if name == "expires_at" else CREATED
    return value


def _browse(to: Recorder) -> None:
    to.send("GET /v1/variants", keep=("listVariants", "all", "The three games"))
    to.send("GET /v1/variants/classic", keep=("getVariant", "classic", "The classic game"))
    to.send("GET /v1/variants/poker", keep=("getVariant", "unknown", "A game that is not on offer"))
    to.send("GET /problems/not_your_turn", keep=("getProblem", "not_your_turn", "A problem code"))
    to.send("GET /healthz", keep=("checkHealth", "alive", "The process answers"))
    to.send("GET /readyz", keep=("checkReadiness", "ready", "The store answers"))


def _gather(to: Recorder) -> None:
    body = {"variant": "classic", "players": [{"name": "Ana"}], "open_seats": 2, "options": OPTIONS}
    open_game = Game(
        to, to.send("POST /v1/games", body, keep=("createGame", "lobby", "Two seats are left open"))
    )
    wrong = {"variant": "classic", "players": [{"name": ""}], "open_seats": "2"}
    to.send("POST /v1/games", wrong, keep=("createGame", "invalid", "Two faults in one body"))
    joins = f"POST {open_game.path}/players"
    to.send(joins, {"name": "Bo"}, keep=("joinGame", "seated", "The lowest open seat is taken"))
    to.send(joins, {"name": "ANA"}, keep=("joinGame", "name_taken", "A name too much like another"))
    open_game.act(0, "start", keep=("startGame", "started", "The host starts with those who are seated"))
    ended = f"DELETE {open_game.path}"
    to.send(ended, token=open_game.tokens[0], keep=("abandonGame", "abandoned", "The host ends the game"))
    to.send(ended, token=open_game.tokens[0], keep=("abandonGame", "game_over", "It has ended before"))
    trio = to.table([["R1.1", "R2.1"], ["B1.1", "B2.1"], ["G1.1", "G2.1"]], "R5.1")
    to.send(
        f"DELETE {trio.path}/players/1", token=trio.tokens[1], keep=("leaveGame", "left", "A player leaves")
    )


def _play(to: Recorder) -> None:
    game = to.table([["R1.1", "B5.1", "W.1"], ["R9.1", "Y9.1", "W4.1"]], "R5.1", "R7.1", "G4.1")
    look = f"GET {game.path}"
    to.send(look, token=game.tokens[0], keep=("getGame", "player", "As a player sees it"))
    to.send(look, keep=("getGame", "spectator", "As anybody sees it"))
    game.act(1, "draw", keep=("drawCards", "not_your_turn", "It is another player's turn"))
    game.act(0, "draw", keep=("drawCards", "playable", "The card drawn can be played"))
    game.act(0, "pass", keep=("passTurn", "kept", "The drawn card is kept"))
    game.act(
        1, "play", {"card": "Y9.1"}, ("playCard", "card_not_playable", "Neither colour nor number match")
    )
    game.act(1, "play", {"card": "W4.1", "color": "green"}, ("playCard", "wild", "A wild names a colour"))
    game.act(0, "challenge", keep=("challengeWildDrawFour", "bluff", "It was a bluff: there was a red card"))
    stale = {"If_Match": '"2"', "token": game.tokens[0]}
    moved = ("playCard", "version_mismatch", "The game has moved on")
    to.send(f"POST {game.path}/play", {"card": "W.1", "color": "blue"}, keep=moved, **stale)


def _finish(to: Recorder) -> None:
    game = to.table([["R1.1", "R2.1"], ["R3.1", "B4.1"]], "R5.1", "R7.1", "G4.1")
    game.act(0, "play", {"card": "R1.1"}, ("playCard", "number", "A card of the same colour"))
    game.act(1, "catch", {"seat": 0}, ("catchUno", "caught", "UNO was not said"))
    early = to.table([["R1.1", "R2.1"], ["R3.1", "B4.1"]], "R5.1", "G9.1")
    early.act(0, "uno", keep=("callUno", "said", "UNO is said before the play"))
    early.act(0, "play", {"card": "R1.1"})
    early.act(1, "play", {"card": "R3.1"})
    early.act(0, "play", {"card": "R2.1"})
    to.send(f"GET {early.path}/score", keep=("getScore", "one_round", "After the first of two rounds"))
    early.act(1, "next-round", keep=("nextRound", "dealt", "The second round"))
    log = f"GET {early.path}/events?after=7&limit=9"
    to.send(log, token=early.tokens[0], keep=("listEvents", "page", "From the call of UNO on"))


def _decide(to: Recorder) -> None:
    chosen = to.table([["R1.1", "R2.1"], ["B1.1", "B2.1"]], "W.1", options={"starter_wild": "choose"})
    chosen.act(0, "choose", {"color": "blue"}, ("choose", "color", "A colour for the first card"))
    swap = to.table(
        [["R7.1", "R2.1"], ["B1.1", "B2.1"], ["G1.1", "G2.1"]], "R5.1", options={"seven_zero": True}
    )
    swap.act(0, "play", {"card": "R7.1"})
    swap.act(0, "choose", {"seat": 2}, ("choose", "seat", "A hand to swap with"))
    duo = {
        "variant": "duo",
        "players": [{"name": "Ana"}, {"name": "Bo"}],
        "deck": ["R5.1", "BS.1", "W.1", "Y3.1"],
    }
    draft = Game(to, to.send("POST /v1/games", duo, keep=("createGame", "duo", "A stacked game of Duo")))
    draft.act(1, "draft", {"keep": True}, ("draftCard", "kept", "The card looked at is kept"))
    draft.act(0, "tickets", keep=("createTicket", "made", "A ticket for a browser's stream"))


def _find(to: Recorder) -> None:
    body = {
        "variant": "classic",
        "players": [{"name": "Ana"}],
        "open_seats": 1,
        "public": True,
        "options": OPTIONS,
    }
    token = to.send("POST /v1/games", body)["seats"][0]["token"]
    to.send("GET /v1/games?variant=classic", keep=("listGames", "page", "One game waits for a player"))
    to.send("GET /v1/me", token=token, keep=("whoAmI", "host", "The token of a host"))


def record(redis_url: str) -> dict[str, bytes]:
    """Play on an empty store and give what belongs into each file."""
    counter = itertools.count()

    def counted(size: int) -> bytes:
        return hashlib.sha256(b"%d" % next(counter)).digest()[:size]

    app = make_app(redis_url, sandbox=True)
    with mock.patch("secrets.token_bytes", counted), app.test_client() as client:
        recorder = Recorder(client)
        for act in (_browse, _gather, _play, _finish, _decide, _find):
            act(recorder)
    return dict(_files(recorder.kept))


def _files(kept: dict[str, dict[str, Json]]) -> Iterator[tuple[str, bytes]]:
    for operation, exchanges in kept.items():
        yield f"{operation}.json", (json.dumps(exchanges, indent=2, ensure_ascii=False) + "\n").encode()


def main() -> None:
    """Write the files anew."""
    directory = Path(tempfile.mkdtemp(prefix="uno-test-"))
    with EmbeddedStore(directory, fsync="no") as store:
        files = record(store.url)
    shutil.rmtree(directory)
    shutil.rmtree(RECORDED, ignore_errors=True)
    RECORDED.mkdir()
    for name, content in files.items():
        (RECORDED / name).write_bytes(content)


if __name__ == "__main__":
    main()
