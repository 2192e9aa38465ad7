"""The recorded games are played as they were recorded; `python -m tests.engine.golden` writes them anew."""

import pytest

from tests.engine.golden import FOLDER, GAMES, record


@pytest.mark.parametrize("name", GAMES)
def test_the_game_goes_as_it_was_recorded(name: str) -> None:
    assert record(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_record_has_its_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
