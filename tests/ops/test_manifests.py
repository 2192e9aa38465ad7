"""The manifests: that they render, are what the API takes, and fit together."""

import re

import kubernetes_validate
import pytest

from service import __version__
from tests.ops.manifests import (
    EVERYTHING,
    K8S,
    OWN,
    Manifest,
    container,
    every,
    one,
    pod,
    ports,
    rendered,
    selects,
    templates,
)

KUBERNETES = "1.37"
OPERATORS = {"ServiceMonitor", "PrometheusRule"}
"""Kinds of the Prometheus operator, whose schemas are not among those of Kubernetes; see test_monitoring."""
CLUSTER_WIDE = {"Namespace"}

everything = pytest.mark.parametrize("what", EVERYTHING)


@everything
def test_everything_is_what_the_api_takes(what: str) -> None:
    objects = rendered(what)
    core = [each for each in objects if each["kind"] not in OPERATORS]
    assert {each["kind"] for each in core} >= {
        "Deployment",
        "Service",
        "NetworkPolicy",
        "PodDisruptionBudget",
    }
    for each in core:
        kubernetes_validate.validate(each, KUBERNETES, strict=True)


def test_a_field_that_there_is_not_is_noticed() -> None:
    deployment = one(rendered("base"), "Deployment")
    wrong = {**deployment, "spec": {**deployment["spec"], "replica": 2}}
    with pytest.raises(kubernetes_validate.ValidationError, match="replica"):
        kubernetes_validate.validate(wrong, KUBERNETES, strict=True)


@everything
def test_every_object_is_there_once_and_named_as_ours(what: str) -> None:
    objects = rendered(what)
    names = [(each["kind"], each["metadata"]["name"]) for each in objects]
    assert len(set(names)) == len(names)
    for each in objects:
        if each["kind"] not in {"Namespace", "ConfigMap"}:
            assert each["metadata"]["labels"]["app.kubernetes.io/name"] in {"uno-service", "uno-redis"}


@everything
def test_no_secret_is_in_the_tree(what: str) -> None:
    assert every(rendered(what), "Secret") == []
    secrets = [
        (variable["name"], variable["valueFrom"]["secretKeyRef"])
        for variable in container(rendered(what))["env"]
        if "secretKeyRef" in variable.get("valueFrom", {})
    ]
    redis = ("UNO_REDIS_URL", {"name": "uno-service", "key": "redis-url"})
    keys = ("UNO_API_KEYS", {"name": "uno-service", "key": "api-keys", "optional": True})
    assert secrets == ([keys] if "redis" in what or what == "overlays/dev" else [redis, keys])


def test_the_secret_that_the_readme_has_the_operator_make_is_the_one_that_is_read() -> None:
    readme = (K8S / "README.md").read_text(encoding="utf-8")
    assert "create secret generic uno-service" in readme
    assert "--from-literal=redis-url=" in readme
    assert "--from-literal=api-keys=" in readme


def test_the_readme_builds_the_image_that_the_manifests_name() -> None:
    readme = (K8S / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"uno-service:([\w.]+)", readme)) == {__version__}


@everything
def test_changed_settings_roll_the_pods(what: str) -> None:
    [source] = container(rendered(what))["envFrom"]
    name = source["configMapRef"]["name"]
    assert re.fullmatch(r"uno-service-[a-z0-9]{10}", name)
    assert one(rendered(what), "ConfigMap", name)["data"]


def test_other_settings_have_another_name() -> None:
    base, production = (
        container(rendered(what))["envFrom"][0]["configMapRef"]["name"]
        for what in ("base", "overlays/production")
    )
    assert base != production


@everything
def test_images_have_a_tag_and_the_services_is_this_release(what: str) -> None:
    images = [
        each["image"] for template in templates(rendered(what)) for each in template["spec"]["containers"]
    ]
    assert container(rendered(what))["image"].rpartition("/")[2] == f"uno-service:{__version__}"
    assert all(re.fullmatch(r"[\w./-]+:[0-9][\w.-]*", image) for image in images)


def _service_selectors(objects: tuple[Manifest, ...]) -> list[tuple[str, dict[str, str]]]:
    spread = pod(objects)["topologySpreadConstraints"]
    return [
        ("Deployment", one(objects, "Deployment")["spec"]["selector"]["matchLabels"]),
        ("Service", one(objects, "Service")["spec"]["selector"]),
        ("PodDisruptionBudget", one(objects, "PodDisruptionBudget")["spec"]["selector"]["matchLabels"]),
        *((each["topologyKey"], each["labelSelector"]["matchLabels"]) for each in spread),
        *(
            (each["metadata"]["name"], each["spec"]["podSelector"]["matchLabels"])
            for each in every(objects, "NetworkPolicy")
            if each["metadata"]["labels"] == OWN
        ),
    ]


@everything
def test_what_is_meant_for_the_services_pods_finds_them_and_no_others(what: str) -> None:
    objects = rendered(what)
    of_the_service, *others = sorted(
        (template["metadata"]["labels"] for template in templates(objects)), key=lambda labels: labels != OWN
    )
    for name, selector in _service_selectors(objects):
        assert selects(selector, of_the_service), name
        assert not any(selects(selector, labels) for labels in others), name


@everything
def test_pods_are_spread_over_nodes_and_zones(what: str) -> None:
    spread = pod(rendered(what))["topologySpreadConstraints"]
    assert [each["topologyKey"] for each in spread] == [
        "kubernetes.io/hostname",
        "topology.kubernetes.io/zone",
    ]
    for each in spread:
        assert each["maxSkew"] == 1
        # Pods of the release that goes do not count; and no pod waits for want of a better place.
        assert each["matchLabelKeys"] == ["pod-template-hash"]
        assert each["whenUnsatisfiable"] == "ScheduleAnyway"


@everything
def test_services_lead_to_ports_that_there_are_and_players_to_no_metrics(what: str) -> None:
    objects = rendered(what)
    for service in every(objects, "Service"):
        [template] = [
            each
            for each in templates(objects)
            if selects(service["spec"]["selector"], each["metadata"]["labels"])
        ]
        known = ports(template["spec"]["containers"][0])
        assert {port["targetPort"] for port in service["spec"]["ports"]} <= known.keys()
    [public] = one(objects, "Service")["spec"]["ports"]
    assert public == {"name": "http", "port": 80, "targetPort": "http"}
    assert "type" not in one(objects, "Service")["spec"]


@everything
def test_every_workload_has_the_account_that_it_names(what: str) -> None:
    account = one(rendered(what), "ServiceAccount", pod(rendered(what))["serviceAccountName"])
    assert account["automountServiceAccountToken"] is False
    assert {each["kind"] for each in rendered(what)}.isdisjoint({"Role", "RoleBinding", "ClusterRoleBinding"})


@pytest.mark.parametrize(("what", "namespace"), [("overlays/dev", "uno-dev"), ("overlays/production", "uno")])
def test_an_overlay_is_one_namespace_that_admits_restricted_pods_only(what: str, namespace: str) -> None:
    labels = one(rendered(what), "Namespace", namespace)["metadata"]["labels"]
    assert {labels[f"pod-security.kubernetes.io/{mode}"] for mode in ("enforce", "warn", "audit")} == {
        "restricted"
    }
    for each in rendered(what):
        if each["kind"] not in CLUSTER_WIDE:
            assert each["metadata"]["namespace"] == namespace


@pytest.mark.parametrize("name", ["dev", "production"])
def test_an_overlay_copies_nothing(name: str) -> None:
    files = sorted(file.name for file in (K8S / "overlays" / name).iterdir())
    assert files == ["kustomization.yaml", "patch.yaml"]
    assert len((K8S / "overlays" / name / "patch.yaml").read_text(encoding="utf-8").splitlines()) <= 20


@pytest.mark.parametrize("what", [what for what in EVERYTHING if "ingress" in what or "production" in what])
def test_the_way_in_does_not_hold_streams_back(what: str) -> None:
    ingress = one(rendered(what), "Ingress")
    annotations = ingress["metadata"]["annotations"]
    assert annotations["nginx.ingress.kubernetes.io/proxy-buffering"] == "off"
    assert annotations["nginx.org/proxy-buffering"] == "False"
    # Between two comments of a stream lie 15 s.
    assert int(annotations["nginx.ingress.kubernetes.io/proxy-read-timeout"]) >= 60
    assert int(annotations["nginx.org/proxy-read-timeout"].removesuffix("s")) >= 60
    [rule] = ingress["spec"]["rules"]
    [path] = rule["http"]["paths"]
    assert path["backend"]["service"] == {"name": "uno-service", "port": {"name": "http"}}
    assert ingress["spec"]["tls"] == [{"hosts": [rule["host"]], "secretName": "uno-service-tls"}]
