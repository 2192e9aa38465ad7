"""The snapshot of a state: readable, whole, and read back as it was written."""

import json
from pathlib import Path
from typing import Any

import pytest

from service import engine
from service.engine import decode, encode
from service.engine.codec import PHASES
from tests.engine.positions import Table, dealt, position
from tests.engine.walks import listed_moves, stored

SNAPSHOTS: dict[str, Any] = json.loads((Path(__file__).parent / "snapshots" / "schema_1.json").read_text())
"""One snapshot of each phase as the first release wrote them, with the legal moves of each seat; never changed."""


def in_phase(name: str) -> Table:
    """Reach a phase."""
    table = position("R5", "W4 R7 B9 W", "G1 G2 RD", "B1 B2 Y3", seven_zero=True, draw="R9 Y8 Y7")
    if name == "drawn":
        table.draw(0)
    elif name == "challenge":
        table.play(0, "W4", "blue")
    elif name == "seat":
        table.play(0, "R7")
    elif name == "color":
        table = dealt("classic", 2, "R1 R2 W", starting_hand=1, starter_wild="choose")
    elif name == "dump":
        table = position("R5", "RR R1 RR G3", "R2 RS Y1", variant="duo")
        table.play(0, "RR", then="R1 RR")
    elif name == "draft":
        table = dealt("duo", 2, "R1 W4 G5 B2")
        table.draft(1, keep=False)
    elif name in ("round_over", "game_over"):
        goal = {"kind": "one_round"} if name == "game_over" else {"kind": "points", "value": 90}
        table = position("R5", "R7", "G1 G2", goal=goal)
        table.play(0, "R7")
    return table


@pytest.mark.parametrize("name", PHASES)
def test_every_phase_is_read_back_as_it_was_written(name: str) -> None:
    table = in_phase(name)
    assert table.phase == name
    again = stored(table.state)

    assert again == table.state
    assert again.rules is table.state.rules
    assert encode(again) == encode(table.state)


@pytest.mark.parametrize("name", PHASES)
def test_a_stored_game_goes_on_as_if_it_had_not_been_stored(name: str) -> None:
    for number in range(len(listed_moves(in_phase(name).state))):
        live, kept = in_phase(name).state, stored(in_phase(name).state)
        seat, move = listed_moves(live)[number]

        assert engine.apply(live, seat, move) == engine.apply(kept, seat, move)
        assert live == kept


def test_a_snapshot_is_readable() -> None:
    snapshot = encode(position("W", "R7 Y2", "G1 W4", color="blue", under="B1 R5", draw="G9 Y8").state)

    assert snapshot["hands"] == ["R7.1 Y2.1", "G1.1 W4.1"]
    assert snapshot["discard_pile"] == "B1.1 R5.1 W.1"  # bottom to top
    assert snapshot["draw_pile"] == "Y8.1 G9.1"
    assert snapshot["phase"] == {"name": "play", "seat": 0, "penalty": 0, "by": None}
    assert snapshot["variant"] == "classic"
    assert snapshot["options"] == engine.VARIANTS["classic"].options_dict(
        engine.VARIANTS["classic"].make_options({})
    )


def test_every_field_is_written_and_read() -> None:
    table = in_phase("challenge")
    state = table.state
    state.seed, state.client_seeds = bytes(range(32)), ("a", "ü")
    state.round, state.dealer, state.shuffles, state.stacked = 3, 1, 5, True
    state.direction, state.early, state.window, state.idle = -1, 2, 1, 2
    state.winners, state.active, state.totals = [1], [True, False, True], [3, 4, 5]
    state.said = [False, True, False]
    state.rounds = [{"round": 1, "winner": None, "blocked": True, "points": [0, 0, 0], "hands": []}]
    again = stored(state)

    for name in engine.State.__slots__:
        assert getattr(again, name) == getattr(state, name), name
    assert again.client_seeds == ("a", "ü")


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_snapshots_of_schema_1_are_still_read_and_played(name: str) -> None:
    snapshot, legal = SNAPSHOTS[name]["snapshot"], SNAPSHOTS[name]["legal"]
    state = decode(snapshot)

    assert json.loads(json.dumps(encode(state))) == snapshot
    assert [
        [entry.json for entry in engine.legal_moves(state, seat)] for seat in range(len(state.hands))
    ] == legal
    for seat, move in listed_moves(state):
        assert engine.apply(decode(json.loads(json.dumps(snapshot))), seat, move)


def test_there_is_a_snapshot_of_every_phase() -> None:
    assert {entry["snapshot"]["phase"]["name"] for entry in SNAPSHOTS.values()} == set(PHASES)
    assert {entry["snapshot"]["variant"] for entry in SNAPSHOTS.values()} == set(engine.VARIANTS)
