"""The metrics that alerts and dashboard may build on, and the values that their labels take."""

from service.api.codes import CODES
from service.app import create_app
from service.observability.requests import UNMATCHED, WAITING
from service.settings import Settings

TARGET = frozenset({"job", "namespace", "pod", "instance", "service", "endpoint", "container"})
"""The labels that the Prometheus operator gives to all that it scrapes."""

METRICS: dict[str, frozenset[str]] = {
    "uno_http_request_duration_seconds": frozenset({"method", "route", "status"}),
    "uno_moves_total": frozenset({"variant", "action"}),
    "uno_refusals_total": frozenset({"code"}),
    "uno_games_total": frozenset({"variant", "status"}),
    "uno_streams_open": frozenset(),
    "uno_polls_open": frozenset(),
    "uno_commits_total": frozenset({"outcome"}),
    "uno_commit_retries_total": frozenset(),
    "uno_store_duration_seconds": frozenset({"outcome"}),
    "uno_build_info": frozenset({"version"}),
}
"""What the service exports, and its labels."""

HISTOGRAMS = ("uno_http_request_duration_seconds", "uno_store_duration_seconds")

SERIES: dict[str, frozenset[str]] = {
    **{name: labels | TARGET for name, labels in METRICS.items() if name not in HISTOGRAMS},
    **{
        f"{name}{part}": METRICS[name] | TARGET | ({"le"} if part == "_bucket" else set())
        for name in HISTOGRAMS
        for part in ("_bucket", "_count", "_sum")
    },
    "up": TARGET,
}
"""What Prometheus has of it, and its labels."""


def _routes() -> frozenset[str]:
    app = create_app(Settings.from_environ({"UNO_REDIS_URL": "redis://127.0.0.1:1"}))
    rules = {rule.rule for rule in app.url_map.iter_rules()}
    return frozenset({*rules, f"/v1/games/<id>{WAITING}", UNMATCHED})


GAME_STATUSES = frozenset({"lobby", "drafting", "playing", "round_over", "finished", "abandoned"})
HTTP_STATUSES = frozenset(str(code.status) for code in CODES.values()) | {"200", "201", "204", "304"}

VALUES: dict[tuple[str, str], frozenset[str]] = {
    ("uno_http_request_duration_seconds", "method"): frozenset({"GET", "HEAD", "POST", "DELETE", "OPTIONS"}),
    ("uno_http_request_duration_seconds", "route"): _routes(),
    ("uno_http_request_duration_seconds", "status"): HTTP_STATUSES,
    ("uno_refusals_total", "code"): frozenset(CODES),
    ("uno_games_total", "status"): GAME_STATUSES,
    ("uno_commits_total", "outcome"): frozenset({"stored", "conflict", "failed"}),
    ("uno_store_duration_seconds", "outcome"): frozenset({"ok", "error"}),
}
"""The values of labels that an expression may ask for."""


def metric(series: str) -> str:
    """The metric that a series is of: `x` for `x_bucket`, where `x` is a histogram."""
    return next((name for name in HISTOGRAMS if series.removeprefix(name).startswith("_")), series)
