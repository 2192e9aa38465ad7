"""Whatever is sent, no answer is one that the contract does not declare.

schemathesis makes the requests from the contract: its examples, the edges of its schemas, random good and bad ones, and
chains along its links, from a new game to its actions. `make fuzz` sends many more than `make check`, and others each
time.
"""

import os
import re
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
"""The most random requests to each operation, and the most chains."""
SAMENESS = (
    ["--generation-database", "none"] if "FUZZ_EXAMPLES" in os.environ else ["--generation-deterministic"]
)
REACHED = {
    "createGame",
    "joinGame",
    "getGame",
    "listEvents",
    "playCard",
    "drawCards",
    "leaveGame",
    "getScore",
}
"""What must have been accepted at least once, or else little was shown."""


def test_every_answer_is_declared(service_url: str, tmp_path: Path) -> None:
    accepted = tmp_path / "accepted"
    report = run(
        [
            *(SCRIPTS / "schemathesis", "run", DOCUMENT, "--url", service_url, "--checks", ",".join(CHECKS)),
            *("--max-examples", EXAMPLES, "--warnings", "off", "--no-color", *SAMENESS),
        ],
        tmp_path,
        seconds=1200,
        SCHEMATHESIS_HOOKS="tests.contract.fuzz_hooks",
        PYTHONPATH=str(DOCUMENT.parents[1]),
        FUZZ_URL=service_url,
        FUZZ_ACCEPTED=str(accepted),
    )
    assert set(accepted.read_text().split()) >= REACHED
    generated = re.search(r"(\d+) generated", report)
    assert generated, report
    assert int(generated[1]) >= 10 * int(EXAMPLES)
