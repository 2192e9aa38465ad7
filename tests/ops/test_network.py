"""Who may talk to whom: the sum of all network policies that select a pod."""

import json
from typing import Any

import pytest

from tests.ops.manifests import EVERYTHING, OWN, Manifest, every, rendered, selects, templates

Peers = frozenset[tuple[str | int, str]]

SAME_NAMESPACE: Manifest = {"podSelector": {}}
THE_SERVICE = {"podSelector": {"matchLabels": OWN}}
REDIS = {"podSelector": {"matchLabels": {"app.kubernetes.io/name": "uno-redis"}}}
CONTROLLER = {
    "namespaceSelector": {
        "matchExpressions": [
            {
                "key": "kubernetes.io/metadata.name",
                "operator": "In",
                "values": ["ingress-nginx", "nginx-ingress"],
            }
        ]
    }
}
PROMETHEUS = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "monitoring"}}}
ANYWHERE = None

PARTS = {
    "overlays/dev": {"redis"},
    "overlays/production": {"ingress", "monitoring"},
    **{what: set(what.split("+")) for what in EVERYTHING if "/" not in what},
}

everything = pytest.mark.parametrize("what", EVERYTHING)


def _policies(objects: tuple[Manifest, ...], labels: dict[str, str]) -> list[Manifest]:
    return [
        each["spec"]
        for each in every(objects, "NetworkPolicy")
        if selects(each["spec"]["podSelector"]["matchLabels"], labels)
    ]


def _peers(policies: list[Manifest], direction: str, side: str) -> Peers:
    """All (port, peer) that some rule allows; a rule without peers allows the whole world."""
    return frozenset(
        (port["port"], json.dumps(peer, sort_keys=True))
        for policy in policies
        for rule in policy.get(direction, [])
        for port in rule["ports"]
        for peer in rule.get(side, [ANYWHERE])
    )


def _allowed(*pairs: tuple[str | int, Any]) -> Peers:
    return frozenset((port, json.dumps(peer, sort_keys=True)) for port, peer in pairs)


@everything
def test_what_is_not_allowed_is_denied_in_both_directions(what: str) -> None:
    for template in templates(rendered(what)):
        policies = _policies(rendered(what), template["metadata"]["labels"])
        assert {kind for policy in policies for kind in policy["policyTypes"]} == {"Ingress", "Egress"}


@everything
def test_who_reaches_the_service(what: str) -> None:
    parts = PARTS.get(what, set())
    expected = [("http", SAME_NAMESPACE)]
    expected += [("http", CONTROLLER)] if "ingress" in parts else []
    expected += [("metrics", PROMETHEUS)] if "monitoring" in parts else []
    assert _peers(_policies(rendered(what), OWN), "ingress", "from") == _allowed(*expected)


@everything
def test_what_the_service_reaches(what: str) -> None:
    redis = REDIS if "redis" in PARTS.get(what, set()) else ANYWHERE
    expected = _allowed((53, ANYWHERE), (6379, redis), (26379, ANYWHERE if redis is ANYWHERE else redis))
    assert _peers(_policies(rendered(what), OWN), "egress", "to") == expected


@pytest.mark.parametrize("what", [what for what, parts in PARTS.items() if "redis" in parts])
def test_the_redis_is_there_for_the_service_alone_and_goes_nowhere(what: str) -> None:
    policies = _policies(rendered(what), {"app.kubernetes.io/name": "uno-redis"})
    assert _peers(policies, "ingress", "from") == _allowed(("redis", THE_SERVICE))
    assert _peers(policies, "egress", "to") == frozenset()
