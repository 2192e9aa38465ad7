"""Random stacked games against a running service, held against the model after every request.

    python -m tests.acceptance.driver --base http://127.0.0.1:8000 --variants classic --games 200 --seed 1

The service must run with UNO_SANDBOX=1 and UNO_RATE_LIMITS=off. On a difference it prints the body of the create, the
actions that were taken, and the differences; `--replay FILE` plays such a reproduction again.
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any, TextIO

import httpx

from tests.acceptance.chance import Move, random_create
from tests.acceptance.checks import MismatchError
from tests.acceptance.session import Session

Body = dict[str, Any]


def drive(
    http: httpx.Client, seed: str, variants: list[str], options: str, leave: bool, moves: int
) -> tuple[int, str]:
    """Plays one random game; the number of moves taken, and the reproduction of a difference or ""."""
    rng = Random(seed)
    create = random_create(rng, rng.choice(variants), with_options=options == "random")
    session = Session(http, create, rng)
    try:
        session.play(moves, leave)
    except MismatchError as mismatch:
        return len(session.taken), reproduction(seed, session, str(mismatch))
    return len(session.taken), ""


def reproduction(seed: str, session: Session, difference: str) -> str:
    """What it takes to see the difference again."""
    actions = [asdict(move) for move in session.taken]
    report = {
        "seed": seed,
        "create": session.create,
        "actions": actions,
        "difference": difference.split("\n"),
    }
    return json.dumps(report)


def replay(http: httpx.Client, report: Body) -> str:
    """Plays a reproduction again; the difference that it shows or ""."""
    session = Session(http, report["create"], Random(0))
    try:
        session.replay([Move(**action) for action in report["actions"]])
    except MismatchError as mismatch:
        return str(mismatch)
    return ""


def show(out: TextIO, report: str) -> None:
    """A difference for the reader, and the line for `--replay`."""
    body = json.loads(report)
    out.write("\n".join([f"DIFFERENCE in game {body['seed']}:", *body["difference"], report, ""]))


def main(out: TextIO) -> int:
    """The command line; 1 when there were differences."""
    parser = argparse.ArgumentParser(description="Holds a running service against the model of the rules.")
    parser.add_argument("--base", default="http://127.0.0.1:8000")
    parser.add_argument("--variants", default="classic,duo,mario_kart")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--options", choices=["default", "random"], default="random")
    parser.add_argument("--leave", action="store_true", help="let players leave now and then")
    parser.add_argument("--moves", type=int, default=300, help="the most moves of one game")
    parser.add_argument("--stop", type=int, default=10, help="stop after so many differences")
    parser.add_argument("--replay", type=Path, help="a file with one reproduction")
    args = parser.parse_args()
    with httpx.Client(base_url=args.base, timeout=30) as http:
        if args.replay:
            difference = replay(http, json.loads(args.replay.read_text()))
            out.write(f"{difference or 'no difference'}\n")
            return 1 if difference else 0
        moves = differences = games = 0
        while games < args.games and differences < args.stop:
            seed = f"{args.seed}.{games}"
            taken, report = drive(http, seed, args.variants.split(","), args.options, args.leave, args.moves)
            games, moves = games + 1, moves + taken
            if report:
                differences += 1
                show(out, report)
        out.write(f"{games} games, {moves} moves, {differences} differences\n")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.stdout))
