"""Golden playthroughs: games as text, to be read in review and compared by a test.

`python -m tests.engine.golden` plays every game of `GAMES` and every scene of `golden_scenes` anew and writes it to
`golden/<name>.txt`; names as arguments choose some of them. A game is played by numbers that follow from its name and
salt alone, a scene by its script: a file changes only when the engine does, or what is played here.
"""

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from service import engine
from service.engine import Move, Play
from tests.engine.golden_scenes import SCENES, read_move
from tests.engine.positions import Table
from tests.engine.walks import listed_moves

FOLDER: Final = Path(__file__).with_name("golden")


@dataclass(frozen=True)
class Game:
    """What is recorded: a variant with options, who leaves at which step, and a salt that makes another game of it."""

    variant: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    leaves: Mapping[int, int] = field(default_factory=dict)
    salt: int = 0


GAMES: Final[Mapping[str, Game]] = {
    "classic": Game("classic", 3, {"goal": {"kind": "rounds", "value": 2}}, salt=67),
    "classic_house_rules": Game(
        "classic",
        4,
        {
            "goal": {"kind": "rounds", "value": 2},
            "starting_hand": 4,
            "draw_until_playable": 3,
            "stacking": "same",
            "seven_zero": True,
            "jump_in": True,
            "starter_wild": "choose",
        },
        leaves={20: 2},
        salt=32,
    ),
    "duo": Game("duo", 2, {"goal": {"kind": "rounds", "value": 2}}, salt=889),
    "duo_again": Game("duo", 2, {"goal": {"kind": "rounds", "value": 2}}, salt=796),
    "duo_long": Game("duo", 2, {"goal": {"kind": "one_round"}, "uno_penalty": 10}, salt=2087),
    "duo_wild": Game("duo", 2, {"goal": {"kind": "one_round"}}, salt=1053),
    "duo_wild_draw_four": Game("duo", 2, {"goal": {"kind": "one_round"}}, salt=353),
    "mario_kart": Game("mario_kart", 3, {"starting_hand": 5}, salt=2249),
    "mario_kart_points": Game(
        "mario_kart",
        4,
        {"starting_hand": 4, "goal": {"kind": "rounds", "value": 2}},
        leaves={12: 2},
        salt=1248,
    ),
    "mario_kart_house_rules": Game(
        "mario_kart",
        4,
        {"starting_hand": 14, "stacking": "same", "force_play": True, "draw_until_playable": 5},
        salt=1425,
    ),
}


def numbers(name: str) -> Iterator[int]:
    """Give endless numbers: SHA-256 of a name and a counter."""
    counter = 0
    while True:
        yield int.from_bytes(hashlib.sha256(f"{name} {counter}".encode()).digest()[:4], "big")
        counter += 1


def pick_move(state: engine.State, number: int) -> tuple[int, Move]:
    """Choose a move: a play where there is one, most of the time, so that games end; UNO is said now and then."""
    moves = listed_moves(state)
    plays = [(seat, move) for seat, move in moves if isinstance(move, Play)]
    seat, move = (plays or moves)[number % len(plays or moves)] if number % 5 else moves[number % len(moves)]
    if isinstance(move, Play) and len(state.hands[seat]) == 2 and number % 2:
        move = Play(move.card, move.color, uno=True, then=move.then)
    return seat, move


def record(name: str) -> str:
    """Play one game or scene to its end and write it down."""
    return record_game(name, GAMES[name]) if name in GAMES else record_scene(name)


def record_game(name: str, game: Game) -> str:
    """Play a game by its numbers."""
    rules = engine.VARIANTS[game.variant]
    seed = hashlib.sha256(f"{name} {game.salt}".encode()).digest()
    state, events = engine.new_game(game.variant, rules.make_options(game.options), game.seats, seed=seed)
    return _record(name, state, _told(state, events), _chosen(name, game, state))


def _chosen(name: str, game: Game, state: engine.State) -> Iterator[tuple[int, Move | None]]:
    """Choose each move when it is asked for, None for a departure."""
    source = numbers(f"{name} {game.salt}")
    step = 0
    while state.status != "finished":
        step += 1
        seat = game.leaves.get(step)
        yield pick_move(state, next(source)) if seat is None else (seat, None)


def record_scene(name: str) -> str:
    """Play a scene by its script; one that begins in the middle of a round shows its piles."""
    scene = SCENES[name]
    table = scene.begin()
    lines = scene.script.strip().splitlines()
    begun = _told(table.state, table.events) if table.events else _piles(table)
    return _record(name, table.state, begun, (read_move(table, line) for line in lines))


def _record(
    name: str, state: engine.State, begun: Iterable[str], moves: Iterable[tuple[int, Move | None]]
) -> str:
    """Write how it begins, and each move when it is made."""
    variant = state.rules.variant
    usual = variant.options_dict(variant.make_options({}))
    chosen = sorted(variant.options_dict(state.options).items())
    options = ", ".join(f"{key} {_value(value)}" for key, value in chosen if value != usual[key])
    head = f"{name}: {variant.title}, {len(state.hands)} seats; {options or 'default options'}"
    lines = [head, "", *begun, *_seen(state)]
    for step, (seat, move) in enumerate(moves, 1):
        if move is None:
            lines += ["", f"{step}. seat {seat} leaves"]
            events = engine.leave(state, seat)
        else:
            lines += ["", f"{step}. seat {seat}: {_move(state, move)}"]
            events = engine.apply(state, seat, move)
        lines += [*_told(state, events), *_seen(state)]
    assert state.status == "finished"
    return "\n".join([*lines, "", "score sheet", *_sheet(state)]) + "\n"


def _piles(table: Table) -> Iterator[str]:
    for pile in ("draw_pile", "discard_pile"):
        cards: list[int] = getattr(table.state, pile)
        yield f"  {pile}, top first: {_value(table.state.card_ids(cards[::-1]))}"


def _move(state: engine.State, move: Move) -> str:
    ids, words = state.rules.deck.ids, [move.action]
    match move:
        case Play(card, color, uno, then):
            words += [ids[card], *(["then", *(ids[other] for other in then)] if then else [])]
            words += [engine.COLORS[color]] if color is not None else []
            words += ["with UNO"] if uno else []
        case engine.ChooseColor(color):
            words.append(engine.COLORS[color])
        case engine.ChooseSeat(target) | engine.Catch(target):
            words.append(f"seat {target}")
        case engine.Draft(keep):
            words.append("keep" if keep else "refuse")
        case _:
            pass
    return " ".join(words)


def _told(state: engine.State, events: engine.Events) -> Iterator[str]:
    """Write what everyone sees of each event, and in brackets what only one seat does."""
    for event in events:
        public = engine.redact(event, None, state.rules.deck)
        yield f"  > {public.pop('type')} {_fields(public)}".rstrip()
        for seat in range(len(state.hands)):
            own = engine.redact(event, seat, state.rules.deck)
            more = {key: value for key, value in own.items() if key != "type" and public.get(key) != value}
            if more:
                yield f"    (seat {seat} alone: {_fields(more)})"


def _seen(state: engine.State) -> Iterator[str]:
    """Write the view: once what all see, which must be the same for all, then what each seat sees besides."""
    public = engine.view(state, None)
    for key in ("players", "turn", "discard_pile", "draw_pile"):
        value = public.pop(key)
        if key == "players":
            seats = [
                f"{'' if player['active'] else 'gone '}{player['cards']} cards"
                f"{', said UNO' if player['said_uno'] else ''}, {player['score']} points"
                for player in value
            ]
            yield "  players: " + "; ".join(f"{seat}: {words}" for seat, words in enumerate(seats))
        else:
            yield f"  {key}: {_value(value) if value is None else _fields(value)}"
    yield f"  {_fields(public)}"
    for viewer in range(len(state.hands)):
        seen = engine.view(state, viewer)
        you = seen.pop("you")
        assert seen == engine.view(state, None), "the views differ in more than `you`"
        hand = " ".join(card["id"] for card in you["hand"])
        drawn = f" (drawn: {you['drawn_card']})" if you["drawn_card"] else ""
        may = ", ".join(_action(action) for action in you["legal_actions"])
        yield f"  seat {you['seat']} holds [{hand}]{drawn} and may: {may or 'nothing'}"


def _action(entry: dict[str, Any]) -> str:
    words = [entry["action"], entry.get("card", ""), *(entry.get("then", ()))]
    words += [f"seat {entry['seat']}"] if "seat" in entry else []
    words += [f"({need}?)" for need in entry.get("needs", ())]
    words += [f"of {entry['seats']}"] if "seats" in entry else []
    return " ".join(word for word in words if word)


def _sheet(state: engine.State) -> Iterator[str]:
    sheet = engine.score_sheet(state)
    for result in sheet.pop("rounds"):
        yield f"  {_fields(result)}"
    yield f"  {_fields(sheet)}"


def _fields(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {_value(value)}" for key, value in values.items())


def _value(value: Any) -> str:
    """Write a value; a card by its id, which is what the deck's objects are checked for elsewhere."""
    if isinstance(value, Mapping):
        return str(value["id"]) if "id" in value else "{" + _fields(value) + "}"
    if isinstance(value, list | tuple):
        return "[" + " ".join(_value(part) for part in value) + "]"
    return value if isinstance(value, str) else json.dumps(value)


def main() -> None:
    """Write the games named as arguments, or all."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or (*GAMES, *SCENES):
        (FOLDER / f"{name}.txt").write_text(record(name), encoding="utf-8")


if __name__ == "__main__":
    main()
