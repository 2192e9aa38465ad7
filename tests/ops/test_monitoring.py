"""Alerts, dashboard and scraping: that they speak of what the service exports."""

import json
import re
from typing import Any

import promql_parser
import pytest
from prometheus_client.metrics import MetricWrapperBase

from service.observability import metrics
from service.settings import Settings
from tests.ops.exported import HISTOGRAMS, METRICS, SERIES, VALUES, metric
from tests.ops.manifests import OWN, container, environment, every, one, ports, rendered, selects
from tests.ops.promql import groupings, parsed, selectors

OBJECTS = rendered("overlays/production")
[GROUP] = one(OBJECTS, "PrometheusRule")["spec"]["groups"]
ALERTS: dict[str, dict[str, Any]] = {rule["alert"]: rule for rule in GROUP["rules"]}
DASHBOARD = one(OBJECTS, "ConfigMap", "uno-service-dashboard")
BOARD = json.loads(DASHBOARD["data"]["uno-service.json"])
PANELS = BOARD["panels"]
EXPRESSIONS = {
    **{name: rule["expr"] for name, rule in ALERTS.items()},
    **{
        f"{panel['title']} {target['refId']}": target["expr"]
        for panel in PANELS
        for target in panel["targets"]
    },
}
DATASOURCE = {"type": "prometheus", "uid": "${datasource}"}

alerts = pytest.mark.parametrize("name", ALERTS)
expressions = pytest.mark.parametrize("name", EXPRESSIONS)


def test_the_table_of_metrics_is_what_the_service_exports() -> None:
    exported = {}
    for each in vars(metrics).values():
        if isinstance(each, MetricWrapperBase):
            name = f"{each._name}_total" if each._type == "counter" else each._name
            exported[name] = frozenset(each._labelnames)
            assert (each._type == "histogram") is (name in HISTOGRAMS)
    assert exported == METRICS


@expressions
def test_an_expression_asks_for_what_is_exported(name: str) -> None:
    asked = selectors(parsed(EXPRESSIONS[name]))
    assert asked
    for series, matchers in asked:
        assert series in SERIES
        assert {label for label, _, _ in matchers} <= SERIES[series]


@expressions
def test_an_expression_asks_for_values_that_there_are(name: str) -> None:
    for series, matchers in selectors(parsed(EXPRESSIONS[name])):
        for label, operator, value in matchers:
            if label == "job":
                assert (operator, value) == ("=", "uno-service")
            elif label != "namespace":
                pattern = re.escape(value) if operator in ("=", "!=") else value
                known = VALUES[metric(series), label]
                assert any(re.fullmatch(pattern, each) for each in known), (label, value)


@expressions
def test_an_expression_groups_by_labels_that_all_of_it_has(name: str) -> None:
    for kept, asked in groupings(parsed(EXPRESSIONS[name])):
        for series, _ in asked:
            assert kept <= SERIES[series]
        if any(series.endswith("_bucket") for series, _ in asked):
            assert "le" in kept


@alerts
def test_an_alert_says_what_is_wrong_and_what_to_do(name: str) -> None:
    rule = ALERTS[name]
    assert rule.keys() - {"for"} == {"alert", "expr", "labels", "annotations"}
    assert rule["labels"].keys() == {"severity"}
    assert rule["labels"]["severity"] in {"critical", "warning"}
    assert rule["annotations"].keys() == {"summary", "description", "runbook"}
    assert all(len(text) > 10 for text in rule["annotations"].values())
    if "for" in rule:
        assert promql_parser.parse_duration(rule["for"])
    told = {label for text in rule["annotations"].values() for label in re.findall(r"\$labels\.(\w+)", text)}
    for kept, _ in groupings(parsed(rule["expr"])):
        assert told <= kept


@pytest.mark.parametrize("code", ["storage_unavailable", "internal_error", "too_many_streams"])
def test_refusals_that_are_the_operators_concern_raise_an_alert(code: str) -> None:
    asked = [each for rule in ALERTS.values() for each in selectors(parsed(rule["expr"]))]
    assert any(
        series == "uno_refusals_total" and ("code", "=", code) in matchers for series, matchers in asked
    )


def test_no_alert_is_named_twice_and_runbooks_name_alerts_that_there_are() -> None:
    assert len(ALERTS) == len(GROUP["rules"])
    for rule in ALERTS.values():
        assert set(re.findall(r"Uno[A-Z]\w+", rule["annotations"]["runbook"])) <= ALERTS.keys()


def test_the_alert_for_streams_comes_before_the_limit() -> None:
    settings = Settings.from_environ(environment(OBJECTS))
    threshold = float(ALERTS["UnoStreamsNearLimit"]["expr"].rpartition(">")[2])
    assert threshold == 0.8 * settings.max_streams * settings.workers


@pytest.mark.parametrize(
    ("name", "measured"), [("UnoMovesSlow", metrics.REQUESTS), ("UnoStoreSlow", metrics.STORE)]
)
def test_thresholds_of_time_are_bounds_of_buckets(name: str, measured: MetricWrapperBase) -> None:
    assert float(ALERTS[name]["expr"].rpartition(">")[2]) in measured._kwargs["buckets"]


def test_prometheus_finds_the_port_of_metrics_of_every_pod_ready_or_not() -> None:
    monitor = one(OBJECTS, "ServiceMonitor")["spec"]
    [found] = [
        each
        for each in every(OBJECTS, "Service")
        if selects(monitor["selector"]["matchLabels"], each["metadata"]["labels"])
    ]
    [endpoint] = monitor["endpoints"]
    [port] = found["spec"]["ports"]
    assert found["spec"]["selector"] == OWN
    assert found["spec"]["clusterIP"] == "None"
    assert found["spec"]["publishNotReadyAddresses"] is True
    assert (endpoint["port"], endpoint["path"]) == (port["name"], "/metrics")
    assert ports(container(OBJECTS))[port["targetPort"]] == 9090
    # The job that alerts ask for is the value of this label.
    assert found["metadata"]["labels"][monitor["jobLabel"]] == "uno-service"
    assert monitor.keys() == {"jobLabel", "selector", "endpoints"}
    assert endpoint.keys() == {"port", "path", "interval", "scrapeTimeout"}


def test_grafana_finds_the_dashboard() -> None:
    assert DASHBOARD["metadata"]["labels"]["grafana_dashboard"] == "1"
    assert BOARD["uid"] == "uno-service"
    assert BOARD["schemaVersion"] >= 39  # Grafana 11
    assert [each["name"] for each in BOARD["templating"]["list"]] == ["datasource", "namespace"]


def test_panels_are_told_apart_and_cover_no_other() -> None:
    assert len({panel["id"] for panel in PANELS}) == len({panel["title"] for panel in PANELS}) == len(PANELS)
    taken = [
        (x, y)
        for place in (panel["gridPos"] for panel in PANELS)
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(set(taken)) == len(taken)
    assert max(x for x, _ in taken) < 24


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel["title"])
def test_a_panel_asks_the_chosen_source_for_the_chosen_namespaces(panel: dict[str, Any]) -> None:
    assert panel["type"] in {"stat", "timeseries"}
    assert panel["datasource"] == DATASOURCE
    assert panel["fieldConfig"]["defaults"]["unit"]
    references = [target["refId"] for target in panel["targets"]]
    assert len(set(references)) == len(references)
    for target in panel["targets"]:
        assert target["datasource"] == DATASOURCE
        for _, matchers in selectors(parsed(target["expr"])):
            assert ("namespace", "=~", "uno") in matchers
        kept = {label for labels, _ in groupings(parsed(target["expr"])) for label in labels}
        assert set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"])) <= kept


def test_every_metric_but_the_release_is_on_the_dashboard() -> None:
    shown = {
        metric(asked.series)
        for panel in PANELS
        for target in panel["targets"]
        for asked in selectors(parsed(target["expr"]))
    }
    assert shown == METRICS.keys() - {"uno_build_info"} | {"up"}
