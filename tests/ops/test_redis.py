"""The Redis of the development overlay and of compose.yaml: its command line, run by a real server."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
import redis

from service.store.embedded import end_process
from service.store.embedded.binary import find_server
from tests.ops import composed
from tests.ops.manifests import container, environment, one, quantity, rendered
from tests.running import RunningService
from tests.store.servers import free_port, until


class Redis(NamedTuple):
    """How it is started, asked for its health, and how many bytes it may have."""

    command: list[str]
    probe: list[str]
    memory: Decimal


def _of_the_overlay() -> Redis:
    [of] = one(rendered("overlays/dev"), "StatefulSet", "uno-redis")["spec"]["template"]["spec"]["containers"]
    probes = [of[name]["exec"]["command"] for name in ("startupProbe", "livenessProbe", "readinessProbe")]
    assert probes[0] == probes[1] == probes[2]
    return Redis([*of["command"], *of["args"]], probes[0], quantity(of["resources"]["limits"]["memory"]))


def _of_compose() -> Redis:
    of = composed.services()["redis"]
    kind, *probe = of["healthcheck"]["test"]
    assert kind == "CMD"
    assert of["mem_limit"].endswith("m")
    return Redis(of["command"], probe, Decimal(of["mem_limit"].removesuffix("m")) * 2**20)


BOTH = pytest.mark.parametrize("of", [_of_the_overlay(), _of_compose()], ids=["overlay", "compose"])


@contextmanager
def _running(of: Redis) -> Iterator[int]:
    """A server started as `of` says, but for its folder and its port, which is returned."""
    program, *arguments = of.command
    assert program == "valkey-server"
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        arguments = [folder if word == "/data" else word for word in arguments]
        server = subprocess.Popen(
            [find_server(), *arguments, "--bind", "127.0.0.1", "--port", str(port)],
            stdout=subprocess.DEVNULL,
        )
        try:
            client = redis.Redis(port=port)
            until(client.ping)
            client.close()
            yield port
        finally:
            end_process(server, 20.0)
        assert list((Path(folder) / "appendonlydir").glob("*.aof"))


@BOTH
def test_it_keeps_every_acknowledged_move_and_evicts_no_game(of: Redis) -> None:
    with _running(of) as port, redis.Redis(port=port, decode_responses=True) as client:
        chosen = client.config_get("append*", "maxmemory*", "save", "protected-mode")
    assert chosen["appendonly"] == "yes"
    assert chosen["appendfsync"] == "always"
    assert chosen["save"] == ""
    assert chosen["maxmemory-policy"] == "noeviction"
    # While the file is rewritten a page may be there twice.
    assert 0 < int(chosen["maxmemory"]) * 2 <= of.memory


@BOTH
def test_its_probe_tells_whether_it_answers(of: Redis) -> None:
    program, *words = of.probe
    assert program == "valkey-cli"
    with _running(of) as port:
        probe = ["redis-cli", "-p", str(port), *words]  # the same program under its older name
        assert subprocess.run(probe, check=False, capture_output=True, timeout=20).returncode == 0
    assert subprocess.run(probe, check=False, capture_output=True, timeout=20).returncode != 0


def test_a_pod_of_the_overlay_starts_with_its_settings_and_answers_what_kubernetes_asks(
    tmp_path: Path,
) -> None:
    pod = rendered("overlays/dev")
    metrics = free_port()
    with _running(_of_the_overlay()) as port:
        own = {"UNO_REDIS_URL": f"redis://127.0.0.1:{port}/0", "UNO_METRICS_PORT": str(metrics), "PORT": "0"}
        with RunningService(tmp_path, **{**environment(pod), **own}) as service:
            for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
                path = container(pod)[probe]["httpGet"]["path"]
                assert httpx.get(service.url + path).status_code == 200
            shown = httpx.get(f"http://127.0.0.1:{metrics}/metrics")
            assert shown.status_code == 200
            assert "uno_build_info" in shown.text
        assert not [line for line in service.lines if "is not a setting" in line]
