import re
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from service.settings import Settings, SettingsError, unknown_variables, variables

HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


def test_defaults_are_those_of_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1, 2}, raising=False)
    assert Settings.from_environ({}) == Settings(
        host="127.0.0.1",
        port=8000,
        redis_url=None,
        redis_wait_replicas=0,
        embedded=True,
        embedded_fsync="always",
        data_dir=Path(".data"),
        sandbox=False,
        rate_limits="on",
        cors_origins=(),
        api_keys=(),
        trusted_proxies=0,
        metrics_port=None,
        tracing=False,
        drain_seconds=3,
        lobby_ttl=7_200,
        idle_ttl=604_800,
        finished_ttl=86_400,
        max_streams=1_000,
        workers=3,
    )


@pytest.mark.parametrize(
    ("variable", "text", "field", "value"),
    [
        ("HOST", "::1", "host", "::1"),
        ("PORT", "0", "port", 0),
        ("PORT", "65535", "port", 65_535),
        ("UNO_REDIS_URL", "redis://localhost", "redis_url", "redis://localhost"),
        (
            "UNO_REDIS_URL",
            "redis://u:p%40@[::1]:6379/2?db=1",
            "redis_url",
            "redis://u:p%40@[::1]:6379/2?db=1",
        ),
        (
            "UNO_REDIS_URL",
            "rediss://:secret@redis.example:6380",
            "redis_url",
            "rediss://:secret@redis.example:6380",
        ),
        (
            "UNO_REDIS_URL",
            "rediss://h?db=1&ssl_ca_certs=/dev/null",
            "redis_url",
            "rediss://h?db=1&ssl_ca_certs=/dev/null",
        ),
        (
            "UNO_REDIS_URL",
            "unix:///run:99999/redis.sock?db=1",
            "redis_url",
            "unix:///run:99999/redis.sock?db=1",
        ),
        (
            "UNO_REDIS_URL",
            "redis+sentinel://a:26379,b:26379/mine",
            "redis_url",
            "redis+sentinel://a:26379,b:26379/mine",
        ),
        ("UNO_REDIS_URL", "redis+cluster://a:7000,b:7001", "redis_url", "redis+cluster://a:7000,b:7001"),
        ("UNO_REDIS_URL", "", "redis_url", None),
        ("UNO_REDIS_WAIT_REPLICAS", "1", "redis_wait_replicas", 1),
        ("UNO_EMBEDDED", "1", "embedded", True),
        ("UNO_EMBEDDED_FSYNC", "everysec", "embedded_fsync", "everysec"),
        ("UNO_DATA_DIR", "/data", "data_dir", Path("/data")),
        ("UNO_SANDBOX", "1", "sandbox", True),
        ("UNO_SANDBOX", "0", "sandbox", False),
        ("UNO_RATE_LIMITS", "off", "rate_limits", "off"),
        ("UNO_RATE_LIMITS", "10/second; 300 per 5 minutes", "rate_limits", "10/second; 300 per 5 minutes"),
        (
            "UNO_RATE_LIMITS",
            "9/second,create:1 per 2 hours ; wrong: 5/minutes",
            "rate_limits",
            "9/second,create:1 per 2 hours ; wrong: 5/minutes",
        ),
        ("UNO_CORS_ORIGINS", "*", "cors_origins", ("*",)),
        (
            "UNO_CORS_ORIGINS",
            "https://a.example, http://[::1]:8080,HTTPS://B.Example:443,capacitor://localhost",
            "cors_origins",
            ("https://a.example", "http://[::1]:8080", "https://b.example", "capacitor://localhost"),
        ),
        ("UNO_API_KEYS", f"{HASH},{HASH[::-1]}", "api_keys", (HASH, HASH[::-1])),
        ("UNO_TRUSTED_PROXIES", "2", "trusted_proxies", 2),
        ("UNO_METRICS_PORT", "9100", "metrics_port", 9_100),
        ("UNO_LOBBY_TTL", "60", "lobby_ttl", 60),
        ("UNO_IDLE_TTL", "60", "idle_ttl", 60),
        ("UNO_FINISHED_TTL", "60", "finished_ttl", 60),
        ("UNO_MAX_STREAMS", "0", "max_streams", 0),
        ("WEB_CONCURRENCY", "4", "workers", 4),
    ],
)
def test_good_values(variable: str, text: str, field: str, value: object) -> None:
    assert getattr(Settings.from_environ({"UNO_REDIS_URL": "redis://h", variable: text}), field) == value


@pytest.mark.parametrize(
    ("variable", "text", "sentence"),
    [
        ("HOST", "two words", "HOST must be a host name or an address to listen on, not 'two words'."),
        (
            "PORT",
            "tcp://10.0.0.1:80",
            "PORT must be a whole number from 0 to 65535, not 'tcp://10.0.0.1:80'.",
        ),
        ("PORT", "65536", "PORT must be a whole number from 0 to 65535, not '65536'."),
        ("PORT", "-1", "PORT must be a whole number from 0 to 65535, not '-1'."),
        ("PORT", "8e3", "PORT must be a whole number from 0 to 65535, not '8e3'."),
        ("PORT", "٣", "PORT must be a whole number from 0 to 65535, not '٣'."),
        (
            "UNO_REDIS_URL",
            "localhost:6379",
            "UNO_REDIS_URL must start with one of redis://, rediss://, unix://, redis+sentinel://, redis+cluster://.",
        ),
        (
            "UNO_REDIS_URL",
            "http://localhost",
            "UNO_REDIS_URL must start with one of redis://, rediss://, unix://, redis+sentinel://, redis+cluster://.",
        ),
        (
            "UNO_REDIS_URL",
            "redis://h:port",
            "UNO_REDIS_URL is no address of the form that redis:// takes; the README shows one of each kind.",
        ),
        *(
            (
                "UNO_REDIS_URL",
                f"redis://{place}",
                "UNO_REDIS_URL is no address of the form that redis:// takes; the README shows one of each kind.",
            )
            for place in ("h:99999", "..:6379", f"{'a' * 64}:6379", "-h", "h.-x", "é", "h/9999999999")
        ),
        (
            "UNO_REDIS_URL",
            "rediss://h?ssl_ca_certs=/etc",
            "UNO_REDIS_URL names as ssl_ca_certs what does not exist or is none: /etc.",
        ),
        (
            "UNO_REDIS_URL",
            "rediss://h?ssl_ca_path=/etc/passwd",
            "UNO_REDIS_URL names as ssl_ca_path what does not exist or is none: /etc/passwd.",
        ),
        (
            "UNO_REDIS_WAIT_REPLICAS",
            "1",
            "UNO_REDIS_WAIT_REPLICAS needs UNO_REDIS_URL: the embedded store has no replicas.",
        ),
        (
            "UNO_REDIS_URL",
            "redis://h/one",
            "UNO_REDIS_URL is no address of the form that redis:// takes; the README shows one of each kind.",
        ),
        (
            "UNO_REDIS_URL",
            "redis://h?color=red",
            "UNO_REDIS_URL is no address of the form that redis:// takes; the README shows one of each kind.",
        ),
        (
            "UNO_REDIS_URL",
            "unix://",
            "UNO_REDIS_URL is no address of the form that unix:// takes; the README shows one of each kind.",
        ),
        (
            "UNO_REDIS_URL",
            "redis+sentinel://a:26379",
            "UNO_REDIS_URL is no address of the form that redis+sentinel:// takes; the README shows one of each kind.",
        ),
        (
            "UNO_REDIS_WAIT_REPLICAS",
            "one",
            "UNO_REDIS_WAIT_REPLICAS must be a whole number from 0 to 100, not 'one'.",
        ),
        ("UNO_EMBEDDED", "yes", "UNO_EMBEDDED must be 0 or 1, not 'yes'."),
        (
            "UNO_EMBEDDED",
            "0",
            "UNO_REDIS_URL is not set and UNO_EMBEDDED is 0: name a Redis, or set it to 1.",
        ),
        (
            "UNO_EMBEDDED_FSYNC",
            "never",
            "UNO_EMBEDDED_FSYNC must be one of always, everysec, no, not 'never'.",
        ),
        ("UNO_SANDBOX", "true", "UNO_SANDBOX must be 0 or 1, not 'true'."),
        ("UNO_SANDBOX", " 1", "UNO_SANDBOX must be 0 or 1, not ' 1'."),
        (
            "UNO_RATE_LIMITS",
            "many",
            "UNO_RATE_LIMITS must be on, off or limits such as '10/second;300/minute', not 'many'.",
        ),
        (
            "UNO_CORS_ORIGINS",
            "example.org",
            "UNO_CORS_ORIGINS must list origins such as https://example.org, or be *, not 'example.org'.",
        ),
        (
            "UNO_CORS_ORIGINS",
            "https://a.example/",
            "UNO_CORS_ORIGINS must list origins such as https://example.org, or be *, not 'https://a.example/'.",
        ),
        *(
            (
                "UNO_RATE_LIMITS",
                text,
                f"UNO_RATE_LIMITS must be on, off or limits such as '10/second;300/minute', not {text!r}.",
            )
            for text in (
                "0/second",
                "1/0 seconds",
                "5/week",
                "5",
                "5/minute;",
                ";",
                "join:5/minute",
                "create:",
                "ON",
                "٣/second",
                "9999999999/second",
            )
        ),
        *(
            (
                "UNO_CORS_ORIGINS",
                text,
                f"UNO_CORS_ORIGINS must list origins such as https://example.org, or be *, not {text!r}.",
            )
            for text in (
                "https://",
                "https://a.example:99999",
                "https://a.example:0",
                "https://u:p@a.example",
                "https://*.a.example",
                "null",
            )
        ),
        (
            "UNO_API_KEYS",
            "secret",
            "UNO_API_KEYS must list SHA-256 hashes of 64 lower-case hexadecimal digits.",
        ),
        (
            "UNO_TRUSTED_PROXIES",
            "all",
            "UNO_TRUSTED_PROXIES must be a whole number from 0 to 100, not 'all'.",
        ),
        ("UNO_METRICS_PORT", "0", "UNO_METRICS_PORT must be a whole number from 1 to 65535, not '0'."),
        ("UNO_LOBBY_TTL", "0", "UNO_LOBBY_TTL must be a whole number from 1 to 315360000, not '0'."),
        ("UNO_MAX_STREAMS", "1.5", "UNO_MAX_STREAMS must be a whole number from 0 to 100000, not '1.5'."),
        ("WEB_CONCURRENCY", "0", "WEB_CONCURRENCY must be a whole number from 1 to 256, not '0'."),
    ],
)
def test_nonsense_is_refused_with_a_sentence(variable: str, text: str, sentence: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        Settings.from_environ({variable: text})
    assert str(refusal.value) == sentence


def test_secrets_are_not_shown() -> None:
    settings = Settings.from_environ({"UNO_REDIS_URL": "redis://:secret@h", "UNO_API_KEYS": HASH})
    for shown in (repr(settings), str(settings.shown())):
        assert "secret" not in shown
        assert HASH not in shown
    assert settings.shown()["UNO_SANDBOX"] is False


def test_variables_that_kubernetes_makes_of_a_service_named_uno_are_no_settings() -> None:
    links = {
        "UNO_PORT": "tcp://10.0.0.1:80",
        "UNO_SERVICE_HOST": "10.0.0.1",
        "UNO_PORT_80_TCP": "tcp://10.0.0.1:80",
    }
    assert Settings.from_environ(links) == Settings.from_environ({})
    assert unknown_variables({**links, "UNO_SANDBOX": "1", "PATH": "/bin"}) == sorted(links)


def test_readme_explains_every_variable() -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    assert [name for name in variables() if f"`{name}`" not in readme] == []


def test_traces_need_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings.from_environ({"UNO_TRACING": "1"}).tracing
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk", None)  # as if it were not installed
    with pytest.raises(SettingsError, match="UNO_TRACING is 1, but what requirements-tracing"):
        Settings.from_environ({"UNO_TRACING": "1"})
    assert not Settings.from_environ({"UNO_TRACING": "0"}).tracing


def test_metrics_have_a_port_of_their_own() -> None:
    with pytest.raises(SettingsError, match="UNO_METRICS_PORT must not be PORT"):
        Settings.from_environ({"PORT": "9000", "UNO_METRICS_PORT": "9000"})
    assert Settings.from_environ({"PORT": "9000", "UNO_METRICS_PORT": "9001"}).metrics_port == 9001


@pytest.mark.parametrize("password", ["s3/cret", "s3?cret", "s3#cret", "ab[cd", "12/secretpw", "s3%cret"])
@pytest.mark.parametrize("form", ["redis://u:{}@127.0.0.1:6379", "redis+sentinel://:{}@127.0.0.1/mymaster"])
def test_a_password_that_would_be_cut_in_pieces_is_refused_and_not_shown(password: str, form: str) -> None:
    with pytest.raises(SettingsError, match="must be percent-encoded") as refused:
        Settings.from_environ({"UNO_REDIS_URL": form.format(password)})
    assert not any(part in str(refused.value) for part in (password, *re.split(r"[/?#\[%]", password)))
    Settings.from_environ({"UNO_REDIS_URL": form.format(quote(password, safe=""))})
