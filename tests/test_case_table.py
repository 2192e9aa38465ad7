"""The table of faults in `README.md` names tests that exist."""

import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
TABLE = (TESTS / "README.md").read_text(encoding="utf-8").split("## Faults that others had")[1]
ROWS = dict(re.findall(r"^\| (?!fault|---)(.+?) \| (.+) \|$", TABLE, re.MULTILINE))
NAME = re.compile(r"(?:(\w+)/)?(test_\w+)::(test_\w+)(…?)")


@cache
def names_in(folder: str, module: str) -> list[str]:
    """List the tests of a module, which is one of `engine/` or lies beside the table if no folder is named."""
    places = [TESTS / folder] if folder else [TESTS / "engine", TESTS]
    [file] = [place / f"{module}.py" for place in places if (place / f"{module}.py").exists()]
    return re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_table_is_read() -> None:
    assert len(ROWS) > 70


@pytest.mark.parametrize("fault", ROWS)
def test_a_fault_has_tests_that_exist(fault: str) -> None:
    named = re.findall(r"`([^`]*::[^`]*)`", ROWS[fault])
    assert named
    for text in named:
        parts = NAME.fullmatch(text)
        assert parts, f"{text} is no [folder/]module::test"
        folder, module, test, more = parts.groups(default="")
        there = names_in(folder, module)
        if more:
            meant = [name for name in there if name.startswith(test)]
            assert 0 < len(meant) < len(there), f"{text} stands for none or all of the tests of {module}"
        else:
            assert test in there, f"{text} does not exist"
