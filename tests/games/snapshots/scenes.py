"""Games in every situation that a snapshot can hold, played by the rules with given chance: always the same."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from service import engine
from service.games import NewGame, books, lobby, play
from service.games.record import Game
from service.games.tokens import derived_token, sha256
from tests.games.table import ORDERLY, START

LIVES: Final = books.Lives(lobby=7_200, idle=604_800, finished=86_400)
NAMES: Final = ("Ana", "Bo", "Cy", "Dé")
GAMES, CHANGES = 300, 400
"""Within so many games of so many changes a situation comes about."""

Holds = Callable[[Game], object]


@dataclass(frozen=True, kw_only=True)
class Scene:
    """The first position of which `holds` is true, in games of so many seats created by `order`.

    Some of them are `open`: who sits there joins later.
    """

    holds: Holds
    variant: str = "classic"
    seats: int = 3
    open: int = 0
    order: Mapping[str, Any] = field(default_factory=dict)


def phase(name: str, reason: str | None = None, *, penalty: bool = False) -> Holds:
    """Hold while a game waits so; a penalty is that of a draw card, which a challenge always has."""

    def holds(game: Game) -> bool:
        if game.state is None or game.abandoned:
            return False
        found = game.state.phase
        return (found.name, found.reason, found.penalty > 0) == (name, reason, penalty)

    return holds


def state(wanted: Callable[[engine.State], object]) -> Holds:
    """Hold while a game's state is as wanted."""
    return lambda game: game.state is not None and wanted(game.state)


def options(**values: Any) -> dict[str, Any]:
    """Give an order with short rounds, two of them, and these options."""
    return {"options": {"starting_hand": 3, "goal": {"kind": "rounds", "value": 2}} | values}


DUO: Final[dict[str, Any]] = {"variant": "duo", "seats": 2}
KART: Final[dict[str, Any]] = {"variant": "mario_kart"}
STACKED: Final = ORDERLY | {"dealer": 2}
ROUNDS: Final = {"options": {"goal": {"kind": "rounds", "value": 3}}}
ONE_ROUND: Final = {"options": {"goal": {"kind": "one_round"}}}

SCENES: Final[Mapping[str, Scene]] = {
    "lobby": Scene(
        holds=lambda game: game.version == 1, open=2, order={"public": True, "client_seed": "clover"}
    ),
    "lobby-joined-and-left": Scene(
        holds=lambda game: game.state is None and not game.abandoned and game.version > 3, seats=4, open=2
    ),
    "lobby-stacked": Scene(holds=lambda game: game.version == 1, open=1, order=STACKED),
    "stacked": Scene(holds=lambda game: game.version == 3, order=STACKED),
    "client-seeds": Scene(
        holds=state(lambda state: len(state.client_seeds) == 2), open=1, order={"client_seed": "clover"}
    ),
    "play": Scene(holds=phase("play")),
    "drawn": Scene(holds=phase("drawn")),
    "challenge": Scene(holds=phase("challenge", penalty=True)),
    "challenge-guilty": Scene(holds=state(lambda state: getattr(state.phase, "guilty", False))),
    "starter-color": Scene(holds=phase("color", "starter"), order=options(starter_wild="choose")),
    "seven": Scene(holds=phase("seat", "seven"), order=options(seven_zero=True, jump_in=True)),
    "stacking": Scene(holds=phase("play", penalty=True), order=options(stacking="draw_two")),
    "stacking-on-wilds": Scene(
        holds=state(lambda state: state.phase.penalty == 8), seats=4, order=options(stacking="same")
    ),
    "uno-said": Scene(holds=state(lambda state: True in state.said)),
    "uno-early": Scene(holds=state(lambda state: state.early is not None)),
    "uno-window": Scene(holds=state(lambda state: state.window is not None)),
    "counter-clockwise": Scene(holds=state(lambda state: state.direction < 0)),
    "left": Scene(holds=state(lambda state: False in state.active)),
    "round-over": Scene(holds=phase("round_over"), order=options()),
    "second-round": Scene(holds=state(lambda state: state.round == 2), order=options()),
    "finished": Scene(holds=phase("game_over"), order=options()),
    "abandoned": Scene(holds=lambda game: game.abandoned and game.state, order=options()),
    "abandoned-lobby": Scene(holds=lambda game: game.abandoned and not game.state, seats=2, open=1),
    "duo-draft": Scene(holds=phase("draft"), **DUO),
    "duo-drafted": Scene(holds=state(lambda state: len(state.hands[1]) == 3), **DUO),
    "duo-play": Scene(holds=phase("play"), **DUO),
    "duo-drawn": Scene(holds=phase("drawn"), **DUO),
    "duo-volley": Scene(holds=phase("play", penalty=True), **DUO),
    "duo-challenge": Scene(holds=phase("challenge", penalty=True), **DUO),
    "duo-color": Scene(holds=phase("color", "starter"), **DUO),
    "duo-dump": Scene(holds=phase("dump", "reverse"), **DUO),
    "duo-starter-dump": Scene(holds=phase("dump", "starter"), **DUO),
    "duo-round-over": Scene(holds=phase("round_over"), order=ROUNDS, **DUO),
    "duo-finished": Scene(holds=phase("game_over"), order=ONE_ROUND, **DUO),
    "kart-play": Scene(holds=phase("play"), **KART),
    "kart-drawn": Scene(holds=phase("drawn"), **KART),
    "kart-challenge": Scene(holds=phase("challenge", penalty=True), **KART),
    "kart-starter-color": Scene(holds=phase("color", "starter"), **KART),
    "kart-green-shell": Scene(holds=phase("seat", "green_shell"), **KART),
    "kart-bob-omb": Scene(holds=phase("color", "bob_omb"), **KART),
    "kart-stacking": Scene(holds=phase("play", penalty=True), order=options(stacking="same"), **KART),
    "kart-round-over": Scene(holds=phase("round_over"), order=options(), **KART),
    "kart-finished": Scene(holds=phase("game_over"), **KART),
}


def token_of(game_id: str, seat: int) -> str:
    """Give the token that was dealt out with a seat of the beginning."""
    return derived_token("a key of the fixtures", "a salt of the fixtures", game_id, seat)


def reached(name: str) -> Game:
    """Play until a scene is there."""
    scene = SCENES[name]
    for number in range(GAMES):
        found = next(
            (game for game in positions(scene, random.Random(f"{name} {number}")) if scene.holds(game)), None
        )
        if found:
            return found
    raise AssertionError(f"no game came to {name}")


def positions(scene: Scene, rng: random.Random) -> Iterator[Game]:
    """Play one game, and show it after each change."""
    game_id, seed = f"{rng.getrandbits(80):022x}", rng.randbytes(32)
    named = scene.seats - scene.open
    order = NewGame(variant=scene.variant, players=NAMES[:named], open_seats=scene.open, **scene.order)

    def hash_of(seat: int) -> str:
        return sha256(token_of(game_id, seat))

    game, events = lobby.create(order, game_id, seed, hash_of)
    for change in range(1, CHANGES):
        books.enter(game, events, LIVES, START + 1_000 * change)
        yield game
        if game.is_over:
            return
        events = _wait(game, rng, hash_of) if game.state is None else _go_on(game, rng)


def _wait(game: Game, rng: random.Random, hash_of: Callable[[int], str]) -> engine.Events:
    """Join, or leave as one of those who are seated."""
    seated = [seat for seat, _ in game.players()]
    if rng.random() < 0.3:
        seat = rng.choice(seated)
        return lobby.leave(game, seat, seat)
    name = next(name for name in NAMES if name not in {player.name for _, player in game.players()})
    return lobby.join(game, name, f"from {name}", hash_of)


def _go_on(game: Game, rng: random.Random) -> engine.Events:
    """Make a legal move; seldom leave or abandon instead."""
    assert game.state is not None
    seats = game.state.active_seats()
    chance = rng.random()
    if chance < 0.01 and len(seats) > 2:
        seat = rng.choice(seats)
        return lobby.leave(game, seat, seat)
    if chance > 0.999:
        return lobby.abandon(game)
    moves = [
        (seat, move)
        for seat in seats
        for entry in engine.legal_moves(game.state, seat)
        for move in entry.moves
    ]
    seat, move = rng.choice(moves)
    return play.act(game, seat, move)
