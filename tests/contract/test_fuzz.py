"""Whatever is sent, no answer is one that the contract does not declare.

schemathesis makes the requests from the contract: its examples, the edges of its schemas, random good and bad ones, and
chains along its links, from a new game to its actions. `make fuzz` sends many more than `make check`, and others each
time.
"""

import os
import re
import sys
from pathlib import Path

from tests.contract.tools import DOCUMENT, SCRIPTS, run

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "ensure_resource_availability",
    "unsupported_method",
    "allow_header_conformance",
)
EXAMPLES = os.environ.get("FUZZ_EXAMPLES", "25")
"""The most random requests to each operation."""
SECONDS = os.environ.get("FUZZ_SECONDS", "15")
"""How long chains are tried."""
SAMENESS = [] if "FUZZ_EXAMPLES" in os.environ else ["--seed", "108"]


def fuzz(url: str, folder: Path, *options: str) -> tuple[str, set[str]]:
    """The report of a run without a finding, and the operations that accepted something."""
    accepted = folder / "accepted"
    report = run(
        [
            *(SCRIPTS / "schemathesis", "run", DOCUMENT, "--url", url, "--checks", ",".join(CHECKS)),
            *("--warnings", "off", "--no-color", "--generation-database", "none", *SAMENESS, *options),
        ],
        folder,
        seconds=1200,
        SCHEMATHESIS_HOOKS="tests.contract.fuzz_hooks",
        PYTHONPATH=str(DOCUMENT.parents[1]),
        FUZZ_URL=url,
        FUZZ_ACCEPTED=str(accepted),
    )
    sys.stdout.write(report)
    return report, set(accepted.read_text().split())


def number(pattern: str, report: str) -> int:
    """A number that the report tells."""
    found = re.search(pattern, report)
    assert found, report
    return int(found[1])


def test_every_answer_is_declared(service_url: str, tmp_path: Path) -> None:
    phases = "examples,coverage,fuzzing"
    report, accepted = fuzz(service_url, tmp_path, "--phases", phases, "--max-examples", EXAMPLES)
    assert number(r"(\d+) generated", report) >= 1_000
    assert accepted >= {
        "createGame",
        "joinGame",
        "getGame",
        "listEvents",
        "playCard",
        "drawCards",
        "leaveGame",
    }


def test_every_answer_along_the_links_from_a_new_game_is_declared(service_url: str, tmp_path: Path) -> None:
    report, accepted = fuzz(service_url, tmp_path, "--phases", "stateful", "--max-time", SECONDS)
    assert number(r"(\d+) covered", report) >= 3
    assert "createGame" in accepted
