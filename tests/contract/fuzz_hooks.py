"""What schemathesis cannot know by the contract alone: whose token is right, and which action is legal.

It goes by `SCHEMATHESIS_HOOKS`. A new game mostly becomes one that can be played; a request about a game mostly becomes
one about a game that is there, sent by one of its players, now and then as an action that this player may take.
`FUZZ_URL` is where the service is, `FUZZ_ACCEPTED` names a file that lists in the end which operations were accepted.
"""

import atexit
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import requests
import schemathesis
from schemathesis import Case, GenerationMode, HookContext, Response

PLAYERS = [{"name": "Ana"}, {"name": "Bo"}]
GAMES: list[dict[str, Any]] = [
    {"variant": "classic", "players": PLAYERS, "options": {"starting_hand": 2, "seven_zero": True}},
    {"variant": "classic", "players": PLAYERS, "open_seats": 1},
    {"variant": "duo", "players": PLAYERS},
    {"variant": "mario_kart", "players": PLAYERS},
]
LIFE = 60
"""After how many requests a new game is made."""

url = os.environ["FUZZ_URL"]
session = requests.Session()
rng = random.Random(0)
tokens: dict[str, list[str]] = {}
accepted: set[str] = set()
newest = ""
age = 0


@schemathesis.hook
def before_call(_: HookContext, case: Case[Any], __: dict[str, Any]) -> None:
    """Have a player of a game send what is about a game."""
    path = case.operation.path
    if case.operation.label == "POST /v1/games" and not bad(case) and rng.random() < 0.7:
        case.body = rng.choice(GAMES)
    if not path.startswith(("/v1/games/{id}", "/v1/me")) or rng.random() < 0.1:
        return
    game = case.path_parameters.get("id", "")
    if game not in tokens:
        game = current_game()
    if "id" in case.path_parameters:
        case.path_parameters["id"] = game
    token = rng.choice(tokens[game])
    if bad(case) and 1 <= len(case.headers.get("Idempotency-Key", "")) < 256:
        case.headers["Idempotency-Key"] = f"{rng.random()}"  # a replay comes before the check of the rest
    action = path.rpartition("/")[2].replace("-", "_")
    for entry, owner in legal(game):
        if entry["action"] == action and rng.random() < 0.7:
            token = owner
            if case.operation.body and not bad(case):
                case.body = filled_in(entry)
    case.headers["Authorization"] = f"Bearer {token}"


@schemathesis.hook
def after_call(_: HookContext, case: Case[Any], response: Response) -> None:
    """Keep the tokens of an answer to creating or joining, and note what was accepted."""
    if response.status_code < 300:
        accepted.add(case.operation.definition.raw["operationId"])
    if response.status_code == 201 and "game" in (body := response.json()):
        found = [seat["token"] for seat in body.get("seats", [body])]
        tokens.setdefault(body["game"]["id"], []).extend(found)


def bad(case: Case[Any]) -> bool:
    """Whether a case was made to be refused."""
    return case.meta is None or case.meta.generation.mode is GenerationMode.NEGATIVE


def current_game() -> str:
    """The newest game of ours, now and then a new one."""
    global age, newest  # noqa: PLW0603 - schemathesis calls plain functions
    if age % LIFE == 0:
        made = session.post(f"{url}/v1/games", json=rng.choice(GAMES)).json()
        newest = made["game"]["id"]
        tokens[newest] = [seat["token"] for seat in made["seats"]]
    age += 1
    return newest


def legal(game: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Every legal action of a game and the token of its player."""
    for token in tokens[game]:
        headers = {"Authorization": f"Bearer {token}"}
        view = session.get(f"{url}/v1/games/{game}", headers=headers).json()
        for entry in view.get("you", {}).get("legal_actions", []):
            yield entry, token


def filled_in(entry: dict[str, Any]) -> dict[str, Any]:
    """The body of a legal action."""
    choices = {"color": ["red", "blue"], "keep": [True, False], "seat": entry.get("seats")}
    fields = {name: entry[name] for name in ("card", "then", "seat") if name in entry}
    return fields | {name: rng.choice(choices[name] or [0]) for name in entry.get("needs", [])}


@atexit.register
def report() -> None:
    """List what was accepted."""
    Path(os.environ["FUZZ_ACCEPTED"]).write_text("\n".join(sorted(accepted)))
