"""The tools that the contract is handed to: each runs as its own process and must end well."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent
OPENAPI = HERE.parents[1] / "openapi"
DOCUMENT = OPENAPI / "openapi.json"
NODE_TOOLS = HERE / "node_modules" / ".bin"
SCRIPTS = Path(sys.executable).parent
"""Where the virtual environment has its commands: those from npm may run by its node, if the machine has none."""


def run(command: Sequence[str | Path], cwd: Path, seconds: int = 300, **env: str) -> str:
    """Run a command and return what it wrote; it fails with its output unless the exit code is 0."""
    path = os.pathsep.join((str(SCRIPTS), os.environ["PATH"]))
    ended = subprocess.run(
        command,
        cwd=cwd,
        env=os.environ
        | {"PATH": path, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
        | env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout
    return ended.stdout
