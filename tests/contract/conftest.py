"""Clients made from the contract, each once for all tests."""

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.contract.newer import NewerService
from tests.contract.tools import DOCUMENT, HERE, NODE_TOOLS, SCRIPTS, run

Player = Callable[[str, dict[str, Any]], dict[str, Any]]
"""Plays a game at an address from the body of createGame on and tells of its end."""


@pytest.fixture(scope="session")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package `uno_client`, as openapi-python-client makes it."""
    folder = tmp_path_factory.mktemp("python")
    run(
        [
            *(
                SCRIPTS / "openapi-python-client",
                "generate",
                "--path",
                DOCUMENT,
                "--config",
                HERE / "generator.yaml",
            ),
            *("--output-path", folder / "uno_client", "--meta", "none", "--fail-on-warning"),
        ],
        folder,
    )
    return folder


@pytest.fixture(scope="session")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `schema.d.ts`, as openapi-typescript makes it, and what the compiler needs."""
    folder = tmp_path_factory.mktemp("typescript")
    (folder / "node_modules").symlink_to(HERE / "node_modules")
    shutil.copy(HERE / "package.json", folder)
    run([NODE_TOOLS / "openapi-typescript", DOCUMENT, "--output", folder / "schema.d.ts"], folder)
    return folder


def compiled(folder: Path, program: Path) -> Path:
    """Compile a TypeScript program of the folder by `tsc --strict`; where the JavaScript is."""
    config = json.loads((HERE / "clients" / "tsconfig.json").read_text())
    (folder / "tsconfig.json").write_text(json.dumps(config | {"files": [program.name]}))
    run([NODE_TOOLS / "tsc", "--strict", "--project", folder], folder)
    return program.with_suffix(".js")


def _ending(written: str) -> dict[str, Any]:
    ending: dict[str, Any] = json.loads(written.splitlines()[-1])
    return ending


@pytest.fixture(scope="session")
def python_player(python_client: Path) -> Player:
    """The Python client playing; its code is right by the generated types."""
    program = HERE / "clients" / "game.py"
    checks = [
        "--strict",
        "--follow-imports=silent",
        "--config-file=",
        f"--cache-dir={python_client / 'cache'}",
    ]
    run([SCRIPTS / "mypy", *checks, program], python_client, MYPYPATH=str(python_client))

    def play(url: str, body: dict[str, Any]) -> dict[str, Any]:
        command = [sys.executable, str(program), url, json.dumps(body)]
        return _ending(run(command, python_client, PYTHONPATH=str(python_client)))

    return play


@pytest.fixture(scope="session")
def typescript_player(typescript: Path) -> Player:
    """The TypeScript client playing."""
    program = compiled(typescript, Path(shutil.copy(HERE / "clients" / "game.ts", typescript)))
    return lambda url, body: _ending(run(["node", str(program), url, json.dumps(body)], typescript))


@pytest.fixture
def newer_url(service_url: str) -> Iterator[str]:
    """The address of a service that answers more than the contract tells."""
    with NewerService(service_url) as service:
        yield service.url
