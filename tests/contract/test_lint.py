"""The contract keeps to what client generators and documentation tools expect."""

from tests.contract.tools import DOCUMENT, NODE_TOOLS, OPENAPI, run


def test_the_contract_passes_the_strict_lint() -> None:
    run([NODE_TOOLS / "redocly", "lint", DOCUMENT, "--config", OPENAPI / "redocly.yaml"], OPENAPI)
