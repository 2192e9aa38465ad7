"""The engine against RLCard's raw UNO game: legal moves and one of them made, random play of two, one process."""

import random
import time

from service import engine
from tests.bench.ratio import line, paired

GAMES = 600
ROUNDS = 7
OPTIONS = {"goal": {"kind": "one_round"}}


def ours() -> float:
    """Moves a second, each: list the legal moves, choose one, make it.

    A draw is chosen only when nothing can be played, as in RLCard, where it is not legal otherwise.
    """
    rng = random.Random(1)
    choice = rng.choice
    options = engine.VARIANTS["classic"].make_options(OPTIONS)
    moves = 0
    began = time.perf_counter()
    for _ in range(GAMES):
        state, _ = engine.new_game("classic", options, 2, seed=rng.randbytes(32))
        while (seat := state.phase.seat) is not None:
            legal = engine.legal_moves(state, seat)
            engine.apply(state, seat, choice((legal[0] if len(legal) == 1 else choice(legal[:-1])).moves))
            moves += 1
    return moves / (time.perf_counter() - began)


def rlcard() -> float:
    """The same of RLCard: list the legal actions, choose one, make it."""
    from rlcard.games.uno import Game  # noqa: PLC0415 - installed for the benchmarks alone

    choice = random.Random(1).choice
    moves = 0
    began = time.perf_counter()
    for _ in range(GAMES):
        game = Game()
        game.init_game()
        while not game.is_over():
            game.step(choice(game.get_legal_actions()))
            moves += 1
    return moves / (time.perf_counter() - began)


def measure() -> str:
    """Measure both in turn."""
    return line("engine, legal moves + apply, against RLCard's UNO", paired(ours, rlcard, ROUNDS), goal=1.0)
