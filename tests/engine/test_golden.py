"""The recorded games are played as they were recorded; `python -m tests.engine.golden` writes them anew."""

import re

import pytest

from tests.engine.golden import FOLDER, GAMES, record
from tests.engine.golden_scenes import SCENES

RECORDS = {name: (FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in (*GAMES, *SCENES)}


@pytest.mark.parametrize("name", RECORDS)
def test_the_game_goes_as_it_was_recorded(name: str) -> None:
    assert record(name) == RECORDS[name]


def test_every_record_has_its_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(RECORDS)


MECHANICS = {
    "classic": [
        r"card_turned_up card .S\.\d\n  > player_skipped",
        r"card_turned_up card .D\.\d\n  > cards_drawn seat \d, count 2, reason turned_up",
        r"card_turned_up card .R\.\d\n  > direction_changed seat null",
        r"card_turned_up card W4\.\d\n  > starter_returned",
        r"card_turned_up card W\.(?:.+\n)+?  turn: seat \d, phase color, .*reason starter",
        "direction_changed",
        "player_skipped",
        r"play W\.",
        "count 2, reason draw_two",
        "count 4, reason wild_draw_four",
        "count 4, reason bluff_caught",
        "count 6, reason challenge_failed",
        r"\A.*needs no_match(?s:.*)challenge_resolved .*succeeded true",
        r"\A.*needs no_match(?s:.*)challenge_resolved .*succeeded false",
        r"\A.*bluffing false(?s:.*)play W4\..*\n.*\n  > cards_drawn .*count 4, reason wild_draw_four",
        r"\(drawn: (.+)\) and may: play \1\n",
        r"\A.*force_play true(?s:.*)\(drawn: (W4..)\) and may: play \1 \(color\?\), pass\n",
        r"\(drawn: (.+)\) and may: play \1, pass\n",
        r"draw\n  > cards_drawn seat \d, count [23], reason turn",
        r"phase play, penalty 8(?:.+\n)+\n.*draw\n  > cards_drawn seat \d, count 8, reason draw_two",
        r"phase challenge, penalty 8(?:.+\n)+\n.*challenge\n(?:.+\n)+?.*count 8, reason bluff_caught",
        r"turn: seat (\d), (?:.+\n)+\n\d+\. seat (?!\1)\d: play",
        r"choose seat \d\n.*\n  > hands_swapped",
        "hands_rotated",
        "draw_pile_recycled",
        "with UNO",
        ": uno\n",
        "uno_caught",
        "leaves",
        "blocked true",
        "goal {kind rounds, value 2}",
        "scoring winner_collects",
    ],
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
        "blocked true",
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
        r"play WI\.\d\n  > card_played .*\n  > draw_pile_recycled .*\n  > item_flipped",
        "leaves",
        "uno_caught",
        "blocked true",
    ],
}
"""What the records of a variant must show, as expressions."""


@pytest.mark.parametrize(
    ("variant", "shown"), [(key, line) for key, lines in MECHANICS.items() for line in lines]
)
def test_the_records_show_each_special_mechanic(variant: str, shown: str) -> None:
    assert any(re.search(shown, text) for name, text in RECORDS.items() if name.startswith(variant))
