"""The pods: what they may do, how they start, answer and stop, and which settings they start with."""

from collections.abc import Callable
from typing import Any

import pytest

from service.__main__ import STOP_SECONDS
from service.settings import Settings, unknown_variables, variables
from tests.ops.manifests import (
    EVERYTHING,
    Manifest,
    container,
    environment,
    every,
    one,
    pod,
    ports,
    quantity,
    rendered,
    templates,
)

everything = pytest.mark.parametrize("what", EVERYTHING)

HOST_FIELDS = ("hostNetwork", "hostPID", "hostIPC", "hostUsers", "initContainers", "ephemeralContainers")
VOLUMES = {
    "configMap",
    "csi",
    "downwardAPI",
    "emptyDir",
    "ephemeral",
    "persistentVolumeClaim",
    "projected",
    "secret",
}
CAPABILITIES = {"drop": ["ALL"]}

# Each rule of the restricted pod security standard, and what we hold beyond it: whether (pod, container) keep to it.
Rule = Callable[[Manifest, Manifest], Any]
RULES: dict[str, Rule] = {
    "runs as nobody": lambda pod, _: pod["securityContext"]["runAsNonRoot"] is True,
    "by a number, which can be checked": lambda pod, _: (
        pod["securityContext"]["runAsUser"] == pod["securityContext"]["runAsGroup"] == 10001
    ),
    "nothing overrides that": lambda _, own: (
        own["securityContext"].keys()
        == {"allowPrivilegeEscalation", "readOnlyRootFilesystem", "capabilities"}
    ),
    "seccomp": lambda pod, _: pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"},
    "no capability": lambda _, own: own["securityContext"]["capabilities"] == CAPABILITIES,
    "no escalation": lambda _, own: own["securityContext"]["allowPrivilegeEscalation"] is False,
    "nothing to write to": lambda _, own: own["securityContext"]["readOnlyRootFilesystem"] is True,
    "nothing of the host": lambda pod, _: not pod.keys() & set(HOST_FIELDS),
    "no port of the host": lambda _, own: not any("hostPort" in port for port in own["ports"]),
    "volumes of no host": lambda pod, _: all(
        volume.keys() - {"name"} <= VOLUMES for volume in pod.get("volumes", [])
    ),
    "no sysctls": lambda pod, _: "sysctls" not in pod["securityContext"],
    "no token of the API server": lambda pod, _: pod["automountServiceAccountToken"] is False,
    "no links to other services": lambda pod, _: pod["enableServiceLinks"] is False,
    "requests": lambda _, own: own["resources"]["requests"].keys() == {"cpu", "memory"},
    "a limit of memory": lambda _, own: (
        quantity(own["resources"]["limits"]["memory"]) >= quantity(own["resources"]["requests"]["memory"])
    ),
    "no limit of CPU": lambda _, own: "cpu" not in own["resources"]["limits"],
}


@everything
def test_every_pod_is_restricted(what: str) -> None:
    for template in templates(rendered(what)):
        [own] = template["spec"]["containers"]
        assert [name for name, holds in RULES.items() if not holds(template["spec"], own)] == []


@everything
def test_there_is_a_place_for_temporary_files(what: str) -> None:
    assert pod(rendered(what))["volumes"] == [
        {"name": "tmp", "emptyDir": {"medium": "Memory", "sizeLimit": "128Mi"}}
    ]
    assert container(rendered(what))["volumeMounts"] == [{"name": "tmp", "mountPath": "/tmp"}]


@everything
@pytest.mark.parametrize(
    ("probe", "path"),
    [("startupProbe", "/healthz"), ("livenessProbe", "/healthz"), ("readinessProbe", "/readyz")],
)
def test_an_outage_of_redis_takes_pods_out_of_service_and_restarts_none(
    what: str, probe: str, path: str
) -> None:
    of = container(rendered(what))[probe]
    assert of["httpGet"] == {"path": path, "port": "http"}
    assert of["timeoutSeconds"] > 1.7  # which a request has for Redis
    assert of["periodSeconds"] * of["failureThreshold"] >= 15  # a failover takes up to five


@everything
def test_the_end_has_time_for_all_that_it_consists_of(what: str) -> None:
    settings = Settings.from_environ(environment(rendered(what)))
    pre_stop = container(rendered(what))["lifecycle"]["preStop"]["sleep"]["seconds"]
    needed = pre_stop + settings.drain_seconds + STOP_SECONDS
    assert pre_stop > 0
    assert settings.drain_seconds > 0
    assert needed < pod(rendered(what))["terminationGracePeriodSeconds"] < needed + 30


@everything
def test_an_upgrade_never_leaves_fewer_pods_than_before(what: str) -> None:
    spec = one(rendered(what), "Deployment")["spec"]
    assert spec["strategy"] == {
        "type": "RollingUpdate",
        "rollingUpdate": {"maxUnavailable": 0, "maxSurge": 1},
    }
    assert spec["minReadySeconds"] > 0


@everything
def test_a_disruption_leaves_a_pod_and_an_outage_of_redis_does_not_hold_it_up(what: str) -> None:
    objects = rendered(what)
    scalers = every(objects, "HorizontalPodAutoscaler")
    least = min(
        [each["spec"]["minReplicas"] for each in scalers] or [one(objects, "Deployment")["spec"]["replicas"]]
    )
    budget = one(objects, "PodDisruptionBudget")["spec"]
    assert 1 <= budget["maxUnavailable"] <= least - 1
    assert budget["unhealthyPodEvictionPolicy"] == "AlwaysAllow"


@everything
def test_a_number_of_pods_is_chosen_in_one_place(what: str) -> None:
    scalers = every(rendered(what), "HorizontalPodAutoscaler")
    assert ("replicas" in one(rendered(what), "Deployment")["spec"]) is not bool(scalers)


@pytest.mark.parametrize("what", [what for what in EVERYTHING if "hpa" in what or "production" in what])
def test_pods_come_quickly_and_go_slowly(what: str) -> None:
    spec = one(rendered(what), "HorizontalPodAutoscaler")["spec"]
    assert spec["scaleTargetRef"] == {"apiVersion": "apps/v1", "kind": "Deployment", "name": "uno-service"}
    [metric] = spec["metrics"]
    assert metric["resource"]["name"] == "cpu"
    up, down = spec["behavior"]["scaleUp"], spec["behavior"]["scaleDown"]
    assert up["stabilizationWindowSeconds"] < 60
    assert down["stabilizationWindowSeconds"] >= 600
    # One pod at a time, and its streams have settled elsewhere before the next.
    assert down["policies"] == [{"type": "Pods", "value": 1, "periodSeconds": 300}]


@everything
def test_the_service_takes_every_setting(what: str) -> None:
    found = environment(rendered(what))
    assert unknown_variables(found) == []
    assert found.keys() <= set(variables())
    settings = Settings.from_environ(found)
    assert settings.redis_url
    assert settings.workers == max(
        1, int(quantity(container(rendered(what))["resources"]["requests"]["cpu"]))
    )
    assert settings.sandbox is False


@everything
def test_the_ports_are_those_of_the_settings(what: str) -> None:
    settings = Settings.from_environ(environment(rendered(what)))
    assert ports(container(rendered(what))) == {"http": settings.port, "metrics": settings.metrics_port}


@everything
def test_proxies_are_trusted_where_there_is_one(what: str) -> None:
    settings = Settings.from_environ(environment(rendered(what)))
    assert settings.trusted_proxies == len(every(rendered(what), "Ingress"))


@pytest.mark.parametrize(("what", "replicas"), [("overlays/dev", 0), ("overlays/production", 1)])
def test_in_production_a_move_is_acknowledged_once_a_replica_has_it(what: str, replicas: int) -> None:
    assert Settings.from_environ(environment(rendered(what))).redis_wait_replicas == replicas


@everything
def test_a_setting_that_makes_no_sense_is_told_where_operators_look(what: str) -> None:
    assert container(rendered(what))["terminationMessagePolicy"] == "FallbackToLogsOnError"
