"""The recorded games are played as they were recorded; `python -m tests.engine.golden` writes them anew."""

import re

import pytest

from tests.engine.golden import FOLDER, GAMES, record


@pytest.mark.parametrize("name", GAMES)
def test_the_game_goes_as_it_was_recorded(name: str) -> None:
    assert record(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_record_has_its_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)


MECHANICS = {
    "duo": [
        "draft keep",
        "draft refuse",
        r"card_turned_up card .S\.",
        r"card_turned_up card .R\.",
        r"card_turned_up card .D\.",
        r"card_turned_up card W\.",
        r"card_turned_up card W4\.",
        "phase dump, .*reason starter",
        "phase dump, .*reason reverse",
        r"play .R\.. then",
        r"cards_dumped .*\.\d .D\.\d\]",
        r"cards_dumped .*\.\d .S\.\d\]",
        r"cards_dumped .*\.\d .R\.\d\]",
        "phase play, penalty 4",
        "count 4, reason wild_draw_four",
        "reason bluff_caught",
        "count 6, reason challenge_failed",
        "draw_pile_recycled",
        "uno_caught",
        "scoring losers_count",
    ],
    "mario_kart": [
        "item mushroom",
        "item banana_peel",
        "item green_shell",
        "item lightning",
        "item bob_omb",
        r"item_flipped .*card .[SRD]\.",
        r"item_flipped .*card W",
        "reason green_shell, deadline",
        "reason bob_omb, deadline",
        "reason starter, deadline",
        "starter_returned",
        r"card_turned_up card .[SRD]\.\d\n  > card_turned_up",
        r"play WI\.\d\n  > card_played .*\n  > round_ended",
        "phase play, penalty 4",
        "reason bluff_caught",
        "count 6, reason challenge_failed",
        "draw_pile_recycled",
        "leaves",
        "uno_caught",
    ],
}
"""What the records of a variant must show, as expressions."""


@pytest.mark.parametrize(
    ("variant", "shown"), [(key, line) for key, lines in MECHANICS.items() for line in lines]
)
def test_the_records_show_each_special_mechanic(variant: str, shown: str) -> None:
    texts = [
        (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        for name in GAMES
        if GAMES[name].variant == variant
    ]
    assert any(re.search(shown, text) for text in texts)
