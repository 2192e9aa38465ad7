"""compose.yaml: that it keeps to the specification, and what holds for the service in it."""

import re
import subprocess
import sys
from pathlib import Path

import compose_spec
import pytest

from service.__main__ import STOP_SECONDS
from service.settings import Settings, unknown_variables, variables
from tests.ops import composed
from tests.ops.manifests import container, rendered
from tests.running import RunningService
from tests.store.servers import free_port

GIVEN = {
    "UNO_API_KEYS": "0" * 64,
    "UNO_CORS_ORIGINS": "https://play.example",
    "UNO_RATE_LIMITS": "10/second",
    "UNO_TRUSTED_PROXIES": "1",
    "WEB_CONCURRENCY": "3",
}


def _validate(text: str) -> None:
    compose_spec.PyCompose.from_yaml(text).validate()


def test_it_keeps_to_the_specification() -> None:
    _validate(composed.FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        ("read_only:", "readonly:", "readonly"),
        ("service_healthy", "service_well", "service_well"),
        ("networks: [store]", "networks: [stores]", "stores"),
    ],
)
def test_what_does_not_is_noticed(right: str, wrong: str, named: str) -> None:
    text = composed.FILE.read_text(encoding="utf-8")
    assert right in text
    with pytest.raises(ValueError, match=f"`{named}`"):
        _validate(text.replace(right, wrong))


@pytest.mark.parametrize("given", [{}, GIVEN], ids=["nothing given", "all given"])
def test_the_service_takes_every_setting(given: dict[str, str]) -> None:
    found = composed.environment(**given)
    assert found.keys() <= set(variables())
    assert unknown_variables(found) == []
    chosen = {name: value for name, value in found.items() if value and name != "UNO_REDIS_URL"}
    assert chosen == {"WEB_CONCURRENCY": "2"} | given
    settings = Settings.from_environ(found)
    assert settings.redis_url == "redis://redis:6379/0"
    assert settings.sandbox is False


def test_nothing_else_can_be_given() -> None:
    interpolated = {
        name for name, _ in composed.INTERPOLATION.findall(composed.FILE.read_text(encoding="utf-8"))
    }
    assert interpolated == GIVEN.keys()
    assert composed.FILE.read_text(encoding="utf-8").count("${") == len(GIVEN)


def test_only_this_machine_reaches_the_service_and_only_the_service_its_redis() -> None:
    services = composed.services()
    assert services["uno"]["ports"] == ["127.0.0.1:8000:8000"]
    assert "ports" not in services["redis"]
    assert services["redis"]["networks"] == ["store"]
    assert services["uno"]["networks"] == ["default", "store"]
    assert services.keys() == {"uno", "redis"}


@pytest.mark.parametrize("name", ["uno", "redis"])
def test_containers_may_do_little(name: str) -> None:
    of = composed.services()[name]
    assert of["read_only"] is True
    assert of["cap_drop"] == ["ALL"]
    assert of["security_opt"] == ["no-new-privileges:true"]
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", of["user"])
    assert of["mem_limit"]
    assert of["restart"] == "unless-stopped"
    assert not of.keys() & {"privileged", "cap_add", "network_mode", "pid", "ipc", "devices", "init"}


def test_the_memory_is_enough_for_the_workers_and_their_streams() -> None:
    """Whatever the host has: its cores are no measure."""
    settings = Settings.from_environ(composed.environment())
    assert settings.workers == 2
    mebibytes = {"1g": 1_024}[composed.services()["uno"]["mem_limit"]]
    assert 4 * settings.workers * (62 + settings.max_streams * 28 / 1_024) < mebibytes


def test_games_are_on_a_volume_and_temporary_files_in_memory() -> None:
    services = composed.services()
    assert services["redis"]["volumes"] == ["games:/data"]
    assert composed.file()["volumes"] == {"games": None}
    assert services["redis"]["command"][1:3] == ["--dir", "/data"]
    assert services["uno"]["tmpfs"] == ["/tmp"]
    assert "volumes" not in services["uno"]


def test_the_service_starts_when_its_redis_answers_and_has_time_to_end() -> None:
    of = composed.services()["uno"]
    assert of["depends_on"] == {"redis": {"condition": "service_healthy"}}
    settings = Settings.from_environ(composed.environment())
    assert int(of["stop_grace_period"].removesuffix("s")) > settings.drain_seconds + STOP_SECONDS


def test_both_ways_to_run_it_use_one_user_and_one_redis() -> None:
    services = composed.services()
    redis = next(each for each in rendered("overlays/dev") if each["kind"] == "StatefulSet")
    assert services["redis"]["image"] == redis["spec"]["template"]["spec"]["containers"][0]["image"]
    assert services["uno"]["user"] == "10001:10001"
    assert services["uno"]["image"] == container(rendered("overlays/dev"))["image"].partition(":")[0]


def _healthy(port: int) -> bool:
    kind, program, *words = composed.services()["uno"]["healthcheck"]["test"]
    assert (kind, program) == ("CMD", "python")  # no shell
    command = [sys.executable, *(word.replace("8000", str(port)) for word in words)]
    return subprocess.run(command, check=False, capture_output=True, timeout=20).returncode == 0


def test_the_health_check_tells_whether_games_can_be_played(tmp_path: Path) -> None:
    with RunningService(tmp_path) as service:
        assert _healthy(int(service.url.rpartition(":")[2]))
    with RunningService(tmp_path, UNO_REDIS_URL=f"redis://127.0.0.1:{free_port()}") as service:
        assert not _healthy(int(service.url.rpartition(":")[2]))
    assert not _healthy(int(service.url.rpartition(":")[2]))
