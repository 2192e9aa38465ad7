"""The manifests of k8s/ as `kubectl kustomize` renders them, and what a pod of them would run with."""

import math
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cache
from itertools import chain, combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from tests.running import ROOT

K8S = ROOT / "k8s"
KUBECTL = Path(sys.executable).parent / "kubectl"
OWN = {"app.kubernetes.io/name": "uno-service"}
SECRET = {"redis-url": "redis+sentinel://:secret@a:26379,b:26379/games", "api-keys": "0" * 64}
"""What an operator may put into the Secret that the README describes."""

COMPONENTS = ("redis", "hpa", "ingress", "monitoring")
COMBINATIONS = [
    ("namespace", *chosen)
    for chosen in chain.from_iterable(combinations(COMPONENTS, n) for n in range(len(COMPONENTS) + 1))
]
FOLDERS = ("base", "overlays/dev", "overlays/production")
EVERYTHING = [*FOLDERS, *("+".join(chosen) for chosen in COMBINATIONS)]
"""All that is rendered: folders of k8s/, and an overlay of nothing but the named components."""

UNITS: dict[str, Decimal | int] = {"": 1, "m": Decimal("0.001"), "Mi": 2**20, "Gi": 2**30}

Manifest = dict[str, Any]


@cache
def rendered(what: str) -> tuple[Manifest, ...]:
    """The objects of one of EVERYTHING; kubectl has nothing to say about them."""
    if what in FOLDERS:
        return _kustomize(K8S / what)
    with TemporaryDirectory() as folder:
        place = os.path.relpath(K8S, Path(folder).resolve())
        overlay = {
            "apiVersion": "kustomize.config.k8s.io/v1beta1",
            "kind": "Kustomization",
            "namespace": "trial",
            "resources": [f"{place}/base"],
            "components": [f"{place}/components/{name}" for name in what.split("+")],
        }
        (Path(folder) / "kustomization.yaml").write_text(yaml.safe_dump(overlay), encoding="utf-8")
        return _kustomize(Path(folder))


def _kustomize(folder: Path) -> tuple[Manifest, ...]:
    done = subprocess.run(
        [KUBECTL, "kustomize", folder], check=False, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    return tuple(yaml.safe_load_all(done.stdout))


def every(objects: Iterable[Manifest], kind: str) -> list[Manifest]:
    return [each for each in objects if each["kind"] == kind]


def one(objects: Iterable[Manifest], kind: str, name: str = "uno-service") -> Manifest:
    [found] = [each for each in every(objects, kind) if each["metadata"]["name"] == name]
    return found


def templates(objects: Iterable[Manifest]) -> list[Manifest]:
    """The pod templates of all workloads."""
    workloads = [each for each in objects if "template" in each.get("spec", {})]
    assert {each["kind"] for each in workloads} <= {"Deployment", "StatefulSet"}
    return [each["spec"]["template"] for each in workloads]


def pod(objects: Iterable[Manifest]) -> Manifest:
    """The spec of the service's pods."""
    spec: Manifest = one(objects, "Deployment")["spec"]["template"]["spec"]
    return spec


def container(objects: Iterable[Manifest]) -> Manifest:
    [found] = pod(objects)["containers"]
    assert isinstance(found, dict)
    return found


def ports(of: Manifest) -> dict[str, int]:
    return {port["name"]: port["containerPort"] for port in of["ports"]}


def quantity(text: str) -> Decimal:
    """Cores or bytes."""
    number = text.rstrip("mMGi")
    return Decimal(number) * UNITS[text.removeprefix(number)]


def selects(selector: Mapping[str, str], labels: Mapping[str, str]) -> bool:
    """Whether a selector, which must not be empty, finds what has these labels."""
    return bool(selector) and selector.items() <= labels.items()


def environment(objects: tuple[Manifest, ...]) -> dict[str, str]:
    """The variables that the service's container starts with, given the operator's Secret."""
    of = container(objects)
    found: dict[str, str] = {}
    for source in of["envFrom"]:
        found |= one(objects, "ConfigMap", source["configMapRef"]["name"])["data"]
    for variable in of["env"]:
        found[variable["name"]] = _value(variable, of["resources"])
    return found


def _value(variable: Manifest, resources: Manifest) -> str:
    if "valueFrom" not in variable:
        return str(variable["value"])
    assert "value" not in variable
    match variable["valueFrom"]:
        case {"secretKeyRef": {"name": "uno-service", "key": key}}:
            return SECRET[key]
        case {"resourceFieldRef": {"resource": resource, "divisor": divisor}}:
            group, _, name = resource.partition(".")
            return str(math.ceil(quantity(resources[group][name]) / quantity(divisor)))
        case other:
            raise AssertionError(other)
