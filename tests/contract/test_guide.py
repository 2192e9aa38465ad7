"""The snippets of the client guide: those of each language are one program, which plays a game at the service."""

import re
import sys
from pathlib import Path

import pytest

from tests.contract.conftest import compiled
from tests.contract.tools import OPENAPI, run

GUIDE = (OPENAPI / "README.md").read_text(encoding="utf-8")


def program(language: str) -> str:
    """All snippets of a language, in their order."""
    snippets = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    assert len(snippets) == 7, "one for each section but the last, and one to begin with"
    return "\n".join(snippets)


def test_the_curl_snippets_play_a_game(service_url: str, tmp_path: Path) -> None:
    script = tmp_path / "guide.sh"
    script.write_text("set -euo pipefail\n" + program("sh"))
    written = run(["bash", script], tmp_path, UNO=service_url).splitlines()
    assert written[0] == '[1,"Bo"]'
    assert "the same answer, one move" in written
    assert [line for line in written if line in ("304", "204")] == ["304", "204"]
    assert written[-1] == "event: game_ended"


def test_the_python_snippets_play_a_game(service_url: str, tmp_path: Path) -> None:
    script = tmp_path / "guide.py"
    script.write_text(program("python"))
    assert run([sys.executable, script], tmp_path, UNO=service_url).splitlines()[-1] == "finished"


def test_the_typescript_snippets_play_a_game(service_url: str, typescript: Path) -> None:
    script = typescript / "guide.ts"
    script.write_text(program("ts"))
    written = run(["node", str(compiled(typescript, script))], typescript, UNO=service_url)
    assert written.splitlines()[-1] == "finished"


@pytest.mark.parametrize("name", ["createGame", "listEvents"])
def test_the_guide_names_operations_that_there_are(name: str) -> None:
    assert f'"operationId": "{name}"' in (OPENAPI / "openapi.json").read_text(encoding="utf-8")
