"""The image, built and run for real; `make image` runs this and writes IMAGE.md."""

import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service import __version__
from tests.e2e.match import Match
from tests.e2e.whole import play_to_the_end
from tests.ops.image.dockerfile import context
from tests.ops.image.engine import IMAGE, Engine, missing, output
from tests.ops.image.record import Record
from tests.ops.image.started import SERVICE_LINKS, UID, Started
from tests.running import ROOT
from tests.store.servers import Server, free_port

pytestmark = pytest.mark.container

TRACING = "localhost/uno-service-tracing"
REFUSAL = "The service did not start: "
# What a process in the container finds that it is and may do.
PROBE = """
import json, subprocess
status = dict(line.split(":", 1) for line in open("/proc/1/status"))
def outcome(action):
    try:
        action()
    except OSError as error:
        return error.strerror
    return "done"
print(json.dumps({
    **{name: status[name].split()[0] for name in ("Uid", "Gid", "CapEff", "CapBnd", "NoNewPrivs")},
    "/app": outcome(lambda: open("/app/service/new.py", "w")),
    "/data": outcome(lambda: open("/data/new", "w")),
    "/tmp": outcome(lambda: open("/tmp/new", "w")),
    "sh": outcome(lambda: subprocess.run(["/bin/sh", "-c", "true"])),
}))
"""


@pytest.fixture(scope="module")
def record(request: pytest.FixtureRequest) -> Iterator[Record]:
    """The base image and the image, and the record of what is done with it, written if all went well."""
    if sentence := missing():
        pytest.fail(sentence)
    with tempfile.TemporaryDirectory(prefix="uno-image-") as directory:
        engine = Engine(Path(directory))
        engine.make_base()
        engine.build(REVISION=revision())
        record = Record(engine)
        yield record
        if not request.session.testsfailed and not request.config.option.keyword:
            record.write()


def revision() -> str:
    """What is built, by git: the commit, marked where what goes into the image is no longer as it was there."""

    def git(*words: str) -> str:
        return output("git", "-C", str(ROOT), *words)

    changed = git(
        "status", "--porcelain", "--", "Dockerfile", *{name.partition("/")[0] for name in context(ROOT)}
    )
    return git("rev-parse", "HEAD") + ("-dirty" if changed else "")


@pytest.fixture
def run(record: Record, tmp_path: Path) -> Iterator[Callable[..., Started]]:
    """Makes a container of this name, with podman's further options and these variables."""
    with (tmp_path / "errors").open("w+") as errors:

        def container(name: str, *options: str, image: str = IMAGE, **env: str) -> Started:
            errors.truncate(0)
            return record.engine.container(name, errors, *options, image=image, **env)

        yield container


def stopped(record: Record, name: str, served: Started) -> int:
    """Stop a container by its engine; its exit code."""
    record.engine.stop(name)
    return served.wait()


def test_its_configuration(record: Record) -> None:
    config = record.engine.inspect()["Config"]
    assert config["User"] == f"{UID}:{UID}"
    assert config["Entrypoint"] == ["python", "-m", "service"]
    assert config.get("Cmd") is None
    assert config["ExposedPorts"] == {"8000/tcp": {}}
    assert config["StopSignal"] == "SIGTERM"
    assert {"HOST=0.0.0.0", "PORT=8000", "UNO_EMBEDDED=0", "UNO_DATA_DIR=/data"} <= set(config["Env"])
    labels = config["Labels"]
    assert labels["org.opencontainers.image.version"] == __version__
    assert labels["org.opencontainers.image.revision"] == revision()
    assert {"title", "description", "licenses"} <= {name.rpartition(".")[2] for name in labels}


def test_it_holds_what_runs_and_nothing_of_the_build(record: Record) -> None:
    with record.engine.mounted() as root:
        assert {path.name for path in (root / "app").iterdir()} == {"LICENSE", "service"}
        assert not list((root / "opt/venv").rglob("pip"))
        assert not list((root / "opt/venv/lib").rglob("tests"))
        assert not (root / "build").exists()
        assert not (root / "etc/pip.conf").exists()
        for path in (*(root / "app").rglob("*"), *(root / "opt/venv").rglob("*")):
            about = path.lstat()
            assert path.is_symlink() or (about.st_uid, about.st_mode & 0o022) == (0, 0), path
    record.note(
        "looked into it", "the service, its packages and the licence; all of it root's, no pip, no pip.conf"
    )


def test_it_does_not_start_without_a_store(record: Record, run: Any) -> None:
    refused = run("refused")
    refused.launch()
    assert refused.wait() == 2
    sentence = f"{REFUSAL}UNO_REDIS_URL is not set and UNO_EMBEDDED is 0: name a Redis, or set it to 1."
    assert sentence in refused.said()
    record.note("no variable set", f"exit code 2, “{sentence}”")


def test_its_own_store_needs_a_place_for_its_files(record: Record, run: Any) -> None:
    refused = run("refused", UNO_EMBEDDED="1")
    refused.launch()
    assert refused.wait() == 2
    sentence = (
        f"{REFUSAL}The data directory /data cannot be used: [Errno 30] Read-only file system: '/data/lock'."
    )
    assert sentence in refused.said()
    record.note("`UNO_EMBEDDED=1`, no volume", f"exit code 2, “{sentence}”")


def test_it_serves_a_game_from_a_redis(record: Record, run: Any) -> None:
    port, metrics = free_port(), free_port()
    variables = {**SERVICE_LINKS, "PORT": str(port), "UNO_METRICS_PORT": str(metrics)}
    with Server() as redis, run("redis", UNO_REDIS_URL=redis.url, **variables) as served:
        assert httpx.URL(served.url).port == port
        play_to_the_end([served.url], 10)
        assert "uno_moves_total" in httpx.get(f"http://127.0.0.2:{metrics}/metrics").text
        found = json.loads(record.engine.within("redis", "python", "-c", PROBE).stdout)
        record.note(
            "`PORT` and `UNO_REDIS_URL` set, and the variables of services named redis and uno",
            "served on 0.0.0.0 at that port, a match of five to 100 points played to the end over HTTP",
        )
        assert found == {
            "Uid": str(UID),
            "Gid": str(UID),
            "CapEff": "0" * 16,
            "CapBnd": "0" * 16,
            "NoNewPrivs": "1",
            "/app": "Read-only file system",
            "/data": "Read-only file system",
            "/tmp": "done",
            "sh": "Permission denied",
        }
        record.note(
            "a process in that container, asked what it is and may do",
            f"user {UID}:{UID}, no capability and none to get; `/app` and `/data` read-only, `/tmp` writable; no shell",
        )
        assert stopped(record, "redis", served) == 0
    record.note("stopped by the engine", "exit code 0")
    assert "serving on" in " ".join(served.messages())
    record.note("what it wrote to stdout", "JSON lines alone")


def test_it_serves_a_game_from_its_own_store_and_keeps_it(record: Record, run: Any) -> None:
    variables = {"PORT": str(free_port()), "UNO_EMBEDDED": "1"}
    volume = ("--volume", "games:/data")
    with run("first", *volume, **variables) as served:
        play_to_the_end([served.url], 10)
        match = Match(served.url)
        version = match.move()
        assert stopped(record, "first", served) == 0
    with run("second", *volume, **variables) as served:
        assert match.move() == version + 1
        assert stopped(record, "second", served) == 0
    record.note(
        "`UNO_EMBEDDED=1` and a new volume at `/data`",
        "a match played to the end; another one went on in a second container on that volume",
    )


def test_with_the_other_lock_file_it_can_trace(record: Record, run: Any) -> None:
    record.engine.build(TRACING, REQUIREMENTS="requirements-tracing.lock")
    with run("tracing", image=TRACING, PORT="0", UNO_EMBEDDED="1", UNO_DATA_DIR="/tmp/data") as served:
        imported = record.engine.within("tracing", "python", "-c", "import opentelemetry.sdk.trace")
        assert imported.returncode == 0, imported.stderr
        Match(served.url).move()
        assert stopped(record, "tracing", served) == 0
    record.note(
        "built with `REQUIREMENTS=requirements-tracing.lock`", "OpenTelemetry is there, and a move was made"
    )
