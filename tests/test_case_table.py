"""The table of faults names tests that exist."""

import re
from pathlib import Path

TESTS = Path(__file__).parent


def test_every_test_that_the_table_names_exists() -> None:
    table = (TESTS / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`(test_\w+)::(test_\w*)(…?)`", table)
    assert len(named) > 120
    missing = []
    for module, name, more in named:
        wanted = re.compile(rf"^def {name}{'' if more else r'[(]'}", re.MULTILINE)
        sources = (file.read_text(encoding="utf-8") for file in TESTS.rglob(f"{module}.py"))
        if not any(wanted.search(source) for source in sources):
            missing.append(f"{module}::{name}{more}")
    assert missing == []
