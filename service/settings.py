"""What an operator can choose, read once from the environment and frozen.

Each setting is one row of `Settings`: its variable, what makes sense of the text, and its default. An empty variable
counts as not set; a value that makes no sense stops the start with a sentence.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self
from urllib.parse import unquote

PREFIX = "UNO_"
METRICS_DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which the launcher tells its workers, and prometheus_client in them, where metrics are written."""
LONGEST_TTL = 10 * 365 * 86_400  # seconds; far below what EXPIRE takes
HIGHEST_PORT = 65_535
LABEL = r"[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
HOST = rf"({LABEL}(\.{LABEL})*\.?|\[[0-9a-fA-F:.]+\])(:[0-9]{{1,5}})?"
DATABASE = r"[0-9]{1,9}"
TLS_FILES = r"ssl_(ca_certs|ca_path|certfile|keyfile)=([^&]+)"
TLS = rf"({TLS_FILES}|ssl_cert_reqs=(none|optional|required)|ssl_check_hostname=(true|false))"
REDIS_URLS = {  # what stands behind "scheme://", credentials apart
    "redis": re.compile(rf"{HOST}(/({DATABASE})?)?(\?db={DATABASE})?"),
    "rediss": re.compile(rf"{HOST}(/({DATABASE})?)?(\?(db={DATABASE}|{TLS})(&(db={DATABASE}|{TLS}))*)?"),
    "unix": re.compile(rf"/[^?]+(\?db={DATABASE})?"),
    "redis+sentinel": re.compile(rf"{HOST}(,{HOST})*/[\w.-]+(/{DATABASE})?"),
    "redis+cluster": re.compile(rf"{HOST}(,{HOST})*/?"),
}
ORIGIN = re.compile(
    r"(?P<place>(?P<scheme>[a-z][a-z0-9+.-]*)://(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\]))(?P<port>:[0-9]{1,5})?",
    re.ASCII,
)
IMPLIED_PORTS = {"http": ":80", "https": ":443"}
LIMIT = (
    r"\s*(?:(?:create|wrong)\s*:\s*)?"
    r"[1-9][0-9]{0,8}\s*(?:/|per)\s*(?:[1-9][0-9]{0,3}\s*)?(?:second|minute|hour|day)s?\s*"
)


class SettingsError(Exception):
    """A setting makes no sense; the message is a sentence that names it and what it takes."""


class _NoSenseError(Exception):
    """What a value should have been, as the end of a sentence that starts with the variable's name."""


def _switch(text: str) -> bool:
    if text not in ("0", "1"):
        raise _NoSenseError(f"must be 0 or 1, not {text!r}")
    return text == "1"


def _number(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not re.fullmatch(r"\d{1,10}", text, re.ASCII) or not low <= int(text) <= high:
            raise _NoSenseError(f"must be a whole number from {low} to {high}, not {text!r}")
        return int(text)

    return parse


def _choice(*known: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in known:
            raise _NoSenseError(f"must be one of {', '.join(known)}, not {text!r}")
        return text

    return parse


def _host(text: str) -> str:
    if not re.fullmatch(r"[\w.:-]+", text):
        raise _NoSenseError(f"must be a host name or an address to listen on, not {text!r}")
    return text


def _redis_url(text: str) -> str:
    scheme, _, rest = text.partition("://")
    pattern = REDIS_URLS.get(scheme)
    if pattern is None:
        raise _NoSenseError(f"must start with one of {', '.join(f'{known}://' for known in REDIS_URLS)}")
    credentials, _, place = rest.rpartition("@")  # a password may stand there, so the value is not shown
    if re.search(r"[/?#\[\]\s]|%(?![0-9a-fA-F]{2})", credentials):
        raise _NoSenseError(
            "has a user or a password with a character that must be percent-encoded, such as / ? # %"
        )
    ports = re.findall(r":([0-9]+)", re.sub(r"\[.*?\]|/.*", "", place))
    if not pattern.fullmatch(place) or not all(1 <= int(port) <= HIGHEST_PORT for port in ports):
        raise _NoSenseError(
            f"is no address of the form that {scheme}:// takes; the README shows one of each kind"
        )
    for name, text_of_path in re.findall(TLS_FILES, place) if scheme == "rediss" else ():
        path = Path(unquote(text_of_path))
        if not (path.is_dir() if name == "ca_path" else path.exists() and not path.is_dir()):
            raise _NoSenseError(f"names as ssl_{name} what does not exist or is none: {path}")
    return text


def _rate_limits(text: str) -> str:
    if text not in ("on", "off") and not re.fullmatch(rf"{LIMIT}(?:[,;]{LIMIT})*", text):
        raise _NoSenseError(f"must be on, off or limits such as '10/second;300/minute', not {text!r}")
    return text


def _origin(text: str) -> str:
    """An origin as browsers write it: in lower case, without the port that its scheme implies."""
    if text == "*":
        return text
    match = ORIGIN.fullmatch(text.lower())
    if match is None or not 1 <= int((match["port"] or ":1")[1:]) <= HIGHEST_PORT:
        raise _NoSenseError(f"must list origins such as https://example.org, or be *, not {text!r}")
    implied = match["port"] == IMPLIED_PORTS.get(match["scheme"])
    return match["place"] if implied else match[0]


def _key_hash(text: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise _NoSenseError("must list SHA-256 hashes of 64 lower-case hexadecimal digits")
    return text


def _listing(parse: Callable[[str], str]) -> Callable[[str], tuple[str, ...]]:
    def parse_all(text: str) -> tuple[str, ...]:
        return tuple(parse(item.strip()) for item in text.split(","))

    return parse_all


def _cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _row(variable: str, parse: Callable[[str], Any], default: Any = None, *, secret: bool = False) -> Any:
    return field(default=default, repr=not secret, metadata={"variable": variable, "parse": parse})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The choices of one start; TTLs are in seconds. The README explains each variable."""

    host: str = _row("HOST", _host, "127.0.0.1")
    port: int = _row("PORT", _number(0, HIGHEST_PORT), 8_000)
    redis_url: str | None = _row("UNO_REDIS_URL", _redis_url, secret=True)
    redis_wait_replicas: int = _row("UNO_REDIS_WAIT_REPLICAS", _number(0, 100), 0)
    embedded: bool = _row("UNO_EMBEDDED", _switch, default=True)
    embedded_fsync: str = _row("UNO_EMBEDDED_FSYNC", _choice("always", "everysec", "no"), "always")
    data_dir: Path = _row("UNO_DATA_DIR", Path, Path(".data"))  # noqa: RUF009 - a Path does not change
    sandbox: bool = _row("UNO_SANDBOX", _switch, default=False)
    rate_limits: str = _row("UNO_RATE_LIMITS", _rate_limits, "on")
    cors_origins: tuple[str, ...] = _row("UNO_CORS_ORIGINS", _listing(_origin), ())
    api_keys: tuple[str, ...] = _row("UNO_API_KEYS", _listing(_key_hash), (), secret=True)
    trusted_proxies: int = _row("UNO_TRUSTED_PROXIES", _number(0, 100), 0)
    metrics_port: int | None = _row("UNO_METRICS_PORT", _number(1, HIGHEST_PORT))
    tracing: bool = _row("UNO_TRACING", _switch, default=False)
    drain_seconds: int = _row("UNO_DRAIN_SECONDS", _number(0, 3_600), 3)
    lobby_ttl: int = _row("UNO_LOBBY_TTL", _number(1, LONGEST_TTL), 7_200)
    idle_ttl: int = _row("UNO_IDLE_TTL", _number(1, LONGEST_TTL), 604_800)
    finished_ttl: int = _row("UNO_FINISHED_TTL", _number(1, LONGEST_TTL), 86_400)
    max_streams: int = _row("UNO_MAX_STREAMS", _number(0, 100_000), 1_000)
    workers: int = field(
        default_factory=_cores, metadata={"variable": "WEB_CONCURRENCY", "parse": _number(1, 256)}
    )

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """Read every setting from its variable, by default as the README says."""
        given = {}
        for row in fields(cls):
            variable, parse = row.metadata["variable"], row.metadata["parse"]
            if text := environ.get(variable):
                try:
                    given[row.name] = parse(text)
                except _NoSenseError as error:
                    raise SettingsError(f"{variable} {error}.") from None
        settings = cls(**given)
        if settings.redis_url is None and not settings.embedded:
            raise SettingsError(
                "UNO_REDIS_URL is not set and UNO_EMBEDDED is 0: name a Redis, or set it to 1."
            )
        if settings.redis_url is None and settings.redis_wait_replicas:
            raise SettingsError(
                "UNO_REDIS_WAIT_REPLICAS needs UNO_REDIS_URL: the embedded store has no replicas."
            )
        if settings.metrics_port == settings.port:
            raise SettingsError(
                "UNO_METRICS_PORT must not be PORT: metrics are served on a port of their own."
            )
        if settings.tracing and not _tracing_is_installed():
            raise SettingsError(
                "UNO_TRACING is 1, but what requirements-tracing.lock names is not installed: install it, or set 0."
            )
        return settings

    def shown(self) -> dict[str, Any]:
        """What may be shown of it, by variable: all but the secrets."""
        return {row.metadata["variable"]: getattr(self, row.name) for row in fields(self) if row.repr}


def _tracing_is_installed() -> bool:
    try:
        return find_spec("opentelemetry.sdk") is not None
    except ModuleNotFoundError:
        return False


def variables() -> tuple[str, ...]:
    """The names of all variables that are read."""
    return tuple(row.metadata["variable"] for row in fields(Settings))


def unknown_variables(environ: Mapping[str, str]) -> list[str]:
    """The variables that look like settings and are none: a typing error, or Kubernetes' links to a service."""
    return sorted(name for name in environ if name.startswith(PREFIX) and name not in variables())
