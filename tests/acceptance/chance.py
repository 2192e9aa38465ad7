"""Random games and random moves, biased towards what is rare at a real table."""

from dataclasses import dataclass
from random import Random
from typing import Any

from tests.acceptance.model import Game
from tests.acceptance.model.cards import COLORS, build_deck, is_wild, rank_of
from tests.acceptance.model.options import OWN

Body = dict[str, Any]

#: how likely one of the mover's entries is taken, by the game's mood
MOODS = {
    "race": {"play": 12.0, "draw": 1.0, "pass": 1.0},
    "mixed": {"play": 3.0, "draw": 1.0, "pass": 2.0},
    "hoard": {"play": 0.05, "draw": 6.0, "pass": 6.0},
}
OFF_TURN = {"uno": 0.5, "catch": 0.5, "play": 0.5}
CHOICES: dict[str, list[Any]] = {
    "bluffing": [True, True, False],
    "force_play": [False, True],
    "uno_penalty": [2, 2, 0, 1, 10],
    "spectators": [True, True, False],
    "draw_until_playable": [None, None, 2, 5, 10, 20],
    "stacking": ["none", "draw_two", "same", "same"],
    "wild_draw_four_needs": ["no_color", "no_match"],
    "starter_wild": ["reflip", "choose"],
    "seven_zero": [False, True],
    "jump_in": [False, True],
    "shuffle_on_recycle": [False, True],
}
GOALS: list[Body] = [
    {"kind": "one_round"},
    {"kind": "rounds", "value": 1},
    {"kind": "rounds", "value": 2},
    {"kind": "points", "value": 1},
    {"kind": "points", "value": 60},
    {"kind": "points", "value": 500},
]


@dataclass(frozen=True)
class Move:
    """One request: a seat's action with its body; the action `leave` stands for leaving."""

    seat: int
    action: str
    body: Body


def random_create(rng: Random, variant: str, with_options: bool) -> Body:
    """The body of a stacked game."""
    seats = 2 if variant == "duo" else rng.choice([2, 2, 2, 3, 3, 4, 5, 7, 10])
    options: Body = {}
    if with_options:
        names = [name for name in CHOICES if name in OWN[variant] or name not in _not_common()]
        options = {name: rng.choice(CHOICES[name]) for name in names if rng.random() < 0.6}
        if rng.random() < 0.7:
            options["goal"] = rng.choice(GOALS)
        if variant != "duo" and rng.random() < 0.7:
            options["starting_hand"] = rng.choice([1, 2, 3, 4, min(20, 80 // seats)])
    create: Body = {
        "variant": variant,
        "players": [{"name": f"Player {seat}"} for seat in range(seats)],
        "options": options,
        "deck": random_deck(rng, variant),
    }
    if rng.random() < 0.6:
        create["dealer"] = rng.randrange(seats)
    return create


def _not_common() -> set[str]:
    return {name for own in OWN.values() for name in own}


def random_deck(rng: Random, variant: str) -> list[str]:
    """A permutation of the deck: even, with the special cards rather on top, or only a few cards named."""
    deck = build_deck(variant)
    rng.shuffle(deck)
    kind = rng.random()
    if kind < 0.35:
        return deck
    if kind < 0.4:
        return deck[: rng.randrange(20)]
    dear = set(rng.sample([*"07SRD", "W", "W4", "WI"], 4))
    return sorted(deck, key=lambda card: rng.random() * (0.4 if rank_of(card) in dear else 1.0))


def random_move(rng: Random, game: Game, mood: str) -> Move:
    """One of the listed actions of all seats, with its open parts filled in."""
    table = game.table
    choices: list[Move] = []
    weights: list[float] = []
    for seat in table.active_seats():
        own_turn = table.turn is not None and table.turn.seat == seat
        for entry in game.legal(seat):
            if entry["action"] == "uno" or not own_turn:
                weight = OFF_TURN.get(entry["action"], 1.0)
            else:
                weight = MOODS[mood].get(entry["action"], 3.0)
                weight *= 2.0 if is_wild(entry.get("card", "R1.1")) else 1.0
            choices.append(Move(seat, entry["action"], fill_in(rng, game, seat, entry)))
            weights.append(weight)
    return rng.choices(choices, weights)[0]


def fill_in(rng: Random, game: Game, seat: int, entry: Body) -> Body:
    """The body of a listed action."""
    action = entry["action"]
    if action == "catch":
        return {"seat": entry["seat"]}
    if action == "draft":
        return {"keep": rng.random() < 0.5}
    if action == "choose":
        return (
            {"color": rng.choice(COLORS)}
            if entry["needs"] == ["color"]
            else {"seat": rng.choice(entry["seats"])}
        )
    return _play(rng, game, seat, entry) if action == "play" else {}


def _play(rng: Random, game: Game, seat: int, entry: Body) -> Body:
    card, then = entry["card"], list(entry.get("then", []))
    rng.shuffle(then)
    hand = game.table.hands[seat]
    if game.table.mover.phase == "dump":
        card, *then = rng.sample([card, *then], len(then) + 1)
    body: Body = {"card": card}
    last_wild = len(hand) == 1 and is_wild(card) and rank_of(card) != "WI"
    if "needs" in entry or (last_wild and rng.random() < 0.4):
        body["color"] = rng.choice(COLORS)
    if then or rng.random() < 0.05:
        body["then"] = then
    likely = 0.45 if len(hand) - len(then) == 2 or game.table.options.get("seven_zero") else 0.1
    if rng.random() < likely:
        body["uno"] = True
    elif rng.random() < 0.1:
        body["uno"] = rng.choice([False, None])
    return body


def random_attempt(rng: Random, game: Game) -> Move:
    """Any well-formed request of any active seat, permitted or not."""
    table = game.table
    seat = rng.choice(table.active_seats())
    if table.turn is not None and rng.random() < 0.6:
        seat = table.turn.seat
    action = rng.choice(
        ["play"] * 6 + ["choose"] * 3 + ["catch"] * 2 + ["draw", "pass", "challenge", "uno", "draft"]
    )
    if rng.random() < 0.05:
        action = "next_round"
    return Move(seat, action, _any_body(rng, game, seat, action))


def _any_body(rng: Random, game: Game, seat: int, action: str) -> Body:
    table = game.table
    if action == "choose" and rng.random() < 0.5:
        return {"color": rng.choice(COLORS)}
    if action in ("choose", "catch"):
        return {"seat": rng.randrange(len(table.names) + (rng.random() < 0.1))}
    if action == "draft":
        return {"keep": rng.random() < 0.5}
    if action != "play":
        return {}
    deck = build_deck(table.variant)
    hand = table.hands[seat] or deck
    strange = rng.choice([deck, ["W.1", "WI.1", "W4.9", "R0.2", table.up_card if table.discards else "R1.1"]])
    body: Body = {"card": rng.choice(hand if rng.random() < 0.8 else strange)}
    if rng.random() < 0.35:
        body["color"] = rng.choice(COLORS)
    if rng.random() < 0.2:
        others = [card for card in hand if card != body["card"]]
        body["then"] = rng.sample(others, rng.randint(0, min(3, len(others))))
    if rng.random() < 0.3:
        body["uno"] = True
    return body
