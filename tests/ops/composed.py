"""compose.yaml as Compose reads it."""

import re
from typing import Any

import yaml

from tests.running import ROOT

FILE = ROOT / "compose.yaml"
INTERPOLATION = re.compile(r"\$\{([A-Z_]+):-([^}]*)\}")


def file() -> dict[str, Any]:
    """All of it, nothing interpolated."""
    found: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return found


def services() -> dict[str, dict[str, Any]]:
    """The services by name."""
    found: dict[str, dict[str, Any]] = file()["services"]
    return found


def environment(**given: str) -> dict[str, str]:
    """What the service starts with where `given` stands in the operator's shell or .env."""
    return {
        name: INTERPOLATION.sub(lambda match: given.get(match[1]) or match[2], value)
        for name, value in services()["uno"]["environment"].items()
    }
