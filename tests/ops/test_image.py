"""What the image is made of, and that it serves from a tree that nobody may write to."""

import ast
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service import __version__
from tests.e2e.whole import play_to_the_end
from tests.ops.image.dockerfile import Copy, context, stages
from tests.ops.image.replay import Replay, remove
from tests.ops.image.started import SERVICE_LINKS, UID, Started
from tests.running import ROOT
from tests.store.servers import Server, free_port

REQUIREMENTS = ["requirements.lock", "requirements-tracing.lock"]
PLATFORMS = ["x86_64-manylinux_2_28", "aarch64-manylinux_2_28"]
OF_TRACING = {"opentelemetry"}
NO_STORE = "UNO_REDIS_URL is not set and UNO_EMBEDDED is 0: name a Redis, or set it to 1."
FIND_MODULES = """
import importlib.util, sys
print(*[name for name in sys.argv[1:] if importlib.util.find_spec(name) is None])
"""
UNCHECKED = 1  # the flags in a compiled file that holds whatever the time or the content of its source


@pytest.fixture(scope="module", params=REQUIREMENTS)
def image(request: pytest.FixtureRequest) -> Iterator[Replay]:
    directory = Path(tempfile.mkdtemp(prefix="uno-image-"))
    directory.chmod(0o755)  # others look in
    try:
        yield Replay(ROOT, directory, REQUIREMENTS=request.param)
    finally:
        remove(directory)


@pytest.fixture
def run(image: Replay, short_dir: Path) -> Iterator[Any]:
    """Starts the image's command with its own variables, further ones, and a temporary directory, as its user."""
    temporary = short_dir / "tmp"
    temporary.mkdir()
    root = os.geteuid() == 0
    user = {"user": UID, "group": UID, "extra_groups": []} if root else {}
    if root:
        short_dir.chmod(0o755)
        os.chown(temporary, UID, UID)
    with (short_dir / "errors").open("w+") as errors:

        def started(**env: str) -> Started:
            given = {**image.env, "HOME": "/", "TMPDIR": str(temporary), **SERVICE_LINKS, **env}
            return Started(image.command, given, errors, cwd=image.workdir, **user)

        before = written(image)
        yield started
    assert written(image) == before
    assert not list(temporary.iterdir())


def written(image: Replay) -> dict[Path, int]:
    """When each file and directory was written to last, but for those of the games."""
    return {
        path: path.lstat().st_mtime_ns
        for path in image.tree.rglob("*")
        if image.data not in (path, *path.parents)
    }


def test_hadolint_has_nothing_to_say() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    told = subprocess.run([hadolint, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


def test_the_build_is_given_what_it_copies_and_nothing_else() -> None:
    text = (ROOT / "Dockerfile").read_text()
    copied = {
        source
        for requirements in REQUIREMENTS
        for stage in stages(text, {}, REQUIREMENTS=requirements)
        for step in stage.steps
        if isinstance(step, Copy) and not step.stage
        for source in step.sources
    }
    names = context(ROOT)
    assert {name.partition("/")[0] for name in names} == copied
    assert {Path(name).suffix for name in names} <= {"", ".json", ".lock", ".lua", ".md", ".py", ".typed"}


def test_the_labels_say_what_the_project_says() -> None:
    text = (ROOT / "Dockerfile").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert stages(text, {})[-1].labels == {
        "org.opencontainers.image.title": project["name"],
        "org.opencontainers.image.description": project["description"],
        "org.opencontainers.image.licenses": project["license"],
        "org.opencontainers.image.version": __version__,
        "org.opencontainers.image.revision": "unknown",
    }
    labels = stages(text, {}, VERSION="1.2.3", REVISION="0123abc")[-1].labels
    assert labels["org.opencontainers.image.version"] == "1.2.3"
    assert labels["org.opencontainers.image.revision"] == "0123abc"


def test_it_runs_without_a_shell_and_as_a_user_without_rights() -> None:
    last = stages((ROOT / "Dockerfile").read_text(), {})[-1]
    assert last.entrypoint == ["python", "-m", "service"]
    assert last.last == {
        "USER": f"{UID}:{UID}",
        "EXPOSE": last.env["PORT"],
        "STOPSIGNAL": "SIGTERM",
        "ENTRYPOINT": last.last["ENTRYPOINT"],
    }


@pytest.mark.parametrize("requirements", REQUIREMENTS)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_the_default_base_image_finds_a_wheel_of_each_package(
    platform: str, requirements: str, tmp_path: Path
) -> None:
    base = stages((ROOT / "Dockerfile").read_text(), {})[0].base
    version = re.fullmatch(r"python:(3\.\d+)-slim", base)
    assert version, base
    target = ("--python-version", version[1], "--python-platform", platform, "--target", str(tmp_path))
    as_there = ("--require-hashes", "--only-binary", ":all:", "-r", str(ROOT / requirements))
    uv = Path(sys.executable).with_name("uv")
    told = subprocess.run(
        [uv, "pip", "install", "--dry-run", *target, *as_there], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr


def test_the_lock_file_brings_every_module_that_is_imported(image: Replay) -> None:
    python, *_ = image.command
    names = sorted(imported(image.workdir / "service") - {"service"})
    assert {"flask", "gevent", "os", "redis"} <= set(names)
    told = subprocess.run(
        [python, "-I", "-c", FIND_MODULES, *names], capture_output=True, text=True, check=True
    )
    tracing = image.stages["build"].args["REQUIREMENTS"] == "requirements-tracing.lock"
    assert set(told.stdout.split()) == (set() if tracing else OF_TRACING & set(names))


def imported(package: Path) -> set[str]:
    """The first names of all modules that the code imports, in functions too, but not for its types alone."""
    modules: list[str] = []
    for file in package.rglob("*.py"):
        nodes: list[ast.AST] = [ast.parse(file.read_text())]
        for node in nodes:
            match node:
                case ast.Import():
                    modules += [alias.name for alias in node.names]
                case ast.ImportFrom():
                    modules.append(node.module or "")
                case ast.If(test=ast.Name("TYPE_CHECKING")):
                    continue
            nodes += ast.iter_child_nodes(node)
    return {module.partition(".")[0] for module in modules}


def test_all_code_is_compiled_for_good(image: Replay) -> None:
    sources = set((image.workdir / "service").rglob("*.py"))
    compiled = {path: path.read_bytes()[4:8] for path in image.tree.rglob("*.pyc")}
    assert {path.parent.parent / f"{path.name.partition('.')[0]}.py" for path in compiled} >= sources
    assert {int.from_bytes(flags, "little") for flags in compiled.values()} == {UNCHECKED}


def test_everybody_may_read_it_all_and_nobody_write(image: Replay) -> None:
    for path in image.tree.rglob("*"):
        if not path.is_symlink() and path != image.data:
            needed = 0o555 if path.is_dir() else 0o444
            assert path.stat().st_mode & (needed | 0o222) == needed, path
    assert os.geteuid() or image.data.stat().st_uid == UID


def test_it_does_not_start_without_a_store(run: Any) -> None:
    refused = run(PORT="0")
    refused.launch()
    assert refused.wait() == 2
    assert refused.said() == f"The service did not start: {NO_STORE}\n"


def test_it_serves_a_game_from_a_redis(run: Any) -> None:
    port, metrics = free_port(), free_port()
    with (
        Server() as redis,
        run(PORT=str(port), UNO_METRICS_PORT=str(metrics), UNO_REDIS_URL=redis.url) as served,
    ):
        assert httpx.URL(served.url).port == port
        play_to_the_end([served.url], 10)
        assert "uno_moves_total" in httpx.get(f"http://127.0.0.2:{metrics}/metrics").text
        assert redis.client.dbsize() > 0
        assert served.stop() == 0
    assert served.said() == ""
    messages = served.messages()
    assert "UNO_PORT is not a setting of this service and is ignored" in messages
    assert "UNO_SERVICE_HOST is not a setting of this service and is ignored" in messages


def test_it_serves_a_game_from_its_own_store(run: Any, image: Replay) -> None:
    with run(PORT="0", UNO_EMBEDDED="1", UNO_DRAIN_SECONDS="0") as served:
        play_to_the_end([served.url], 10)
        assert served.stop() == 0
    assert served.said() == ""
    (games,) = image.data.glob("appendonlydir/*.incr.aof")
    assert b"uno:{" in games.read_bytes()
