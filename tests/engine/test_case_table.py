"""The table of faults names tests that exist."""

import re
from pathlib import Path

TESTS = Path(__file__).parent


def test_every_test_that_the_table_names_exists() -> None:
    table = (TESTS.parent / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`(test_\w+)::(test_\w*)(…?)`", table)
    assert len(named) > 60
    missing = []
    for module, name, more in named:
        source = (TESTS / f"{module}.py").read_text(encoding="utf-8")
        if not re.search(rf"^def {name}{'' if more else r'[(]'}", source, re.MULTILINE):
            missing.append(f"{module}::{name}{more}")
    assert missing == []
