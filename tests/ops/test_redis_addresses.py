"""Every form of UNO_REDIS_URL for one server: a match is played and followed through it."""

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest
import redis

from service.store.embedded.binary import find_server
from tests.ops.matches import Matches
from tests.running import RunningService
from tests.store.servers import Server

PASSWORD: Final = "pass:word@1/?"  # each of them means something in an address
QUOTED: Final = "pass%3Aword%401%2F%3F"
LEAST: Final = "~uno:* &uno:news +@read +@write +@connection +@pubsub +@scripting +wait -@dangerous -@admin"
"""What a user of the service's own must be allowed to."""
TLS_PROGRAM: Final = Path("/usr/bin/redis-server")
"""Debian's server; the embedded one knows no TLS."""


class Directory:
    """Certificates: two authorities that know nothing of each other, and what the first has signed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        for authority in ("ca", "other"):
            self._make(authority, "-subj", f"/CN={authority}")
        signed = (
            "-CA",
            self.file("ca.pem"),
            "-CAkey",
            self.file("ca.key"),
            "-addext",
            "basicConstraints=CA:FALSE",
        )
        self._make("server", "-subj", "/CN=server", *signed, "-addext", "subjectAltName=IP:127.0.0.1")
        self._make(
            "elsewhere", "-subj", "/CN=elsewhere", *signed, "-addext", "subjectAltName=DNS:elsewhere.example"
        )
        self._make("client", "-subj", "/CN=client", *signed)

    def file(self, name: str) -> str:
        return str(self.path / name)

    def _make(self, name: str, *settings: str) -> None:
        command = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
        ]
        files = ["-keyout", self.file(f"{name}.key"), "-out", self.file(f"{name}.pem"), "-days", "2"]
        subprocess.run([*command, *files, *settings], check=True, capture_output=True)


class TlsServer(Server):
    """Debian's server, which is spoken to by TLS alone."""

    def __init__(self, files: Directory, name: str = "server", *settings: str) -> None:
        keys = ("--tls-cert-file", files.file(f"{name}.pem"), "--tls-key-file", files.file(f"{name}.key"))
        super().__init__(*keys, "--tls-ca-cert-file", files.file("ca.pem"), *settings)
        self.files = files

    def binary(self) -> Path:
        return TLS_PROGRAM

    def listening(self) -> list[str]:
        return ["--port", "0", "--tls-port", str(self.port)]

    def connect(self) -> redis.Redis:
        return redis.Redis(
            port=self.port,
            ssl=True,
            ssl_cert_reqs="none",
            ssl_check_hostname=False,
            ssl_certfile=self.files.file("client.pem"),
            ssl_keyfile=self.files.file("client.key"),
        )


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Directory:
    return Directory(tmp_path_factory.mktemp("certificates"))


@pytest.fixture(scope="module", params=[find_server(), TLS_PROGRAM], ids=["embedded", "system"])
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server with a password, a user `uno` that may do no more than it must, and a socket."""
    made = Server(password=PASSWORD)
    made.binary = lambda: request.param  # type: ignore[method-assign]
    made.arguments += ("--unixsocket", f"{made.directory.name}/socket")
    with made:
        made.client.execute_command("ACL", "SETUSER", "uno", "on", f">{PASSWORD}", *LEAST.split())
        yield made


def play(directory: Path, url: str) -> None:
    with RunningService(directory, UNO_REDIS_URL=url, WEB_CONCURRENCY="1") as service:
        with Matches(service.url, 1) as matches:
            matches.play(10)
            matches.check_all()
        assert httpx.get(f"{service.url}/readyz").status_code == 200


@pytest.mark.parametrize(
    ("url", "database"),
    [
        ("redis://:{secret}@127.0.0.1:{port}", 0),
        ("redis://uno:{secret}@127.0.0.1:{port}/3", 3),
        ("unix://uno:{secret}@{directory}/socket?db=2", 2),
    ],
)
def test_one_server(server: Server, short_dir: Path, url: str, database: int) -> None:
    server.client.flushall()
    play(short_dir, url.format(secret=QUOTED, port=server.port, directory=server.directory.name))
    used = server.client.info("keyspace")
    assert list(used) == [f"db{database}"]


@pytest.mark.parametrize("known", [False, True], ids=["anybody", "known clients"])
def test_tls(files: Directory, short_dir: Path, known: bool) -> None:
    with TlsServer(files, "server", "--tls-auth-clients", "yes" if known else "no") as server:
        url = f"rediss://127.0.0.1:{server.port}/1?ssl_ca_certs={files.file('ca.pem')}"
        if known:
            url += f"&ssl_certfile={files.file('client.pem')}&ssl_keyfile={files.file('client.key')}"
        play(short_dir, url)


@pytest.mark.parametrize(
    ("certificate", "authority", "scheme"),
    [("server", "other", "rediss"), ("elsewhere", "ca", "rediss"), ("server", "ca", "redis")],
    ids=["another authority", "another server", "no TLS"],
)
def test_a_server_that_cannot_be_trusted_is_not_spoken_to(
    files: Directory, short_dir: Path, certificate: str, authority: str, scheme: str
) -> None:
    """The service starts, says that it is not ready, and keeps nobody waiting."""
    with TlsServer(files, certificate, "--tls-auth-clients", "no") as server:
        url = f"{scheme}://127.0.0.1:{server.port}"
        url += f"?ssl_ca_certs={files.file(f'{authority}.pem')}" if scheme == "rediss" else ""
        with RunningService(short_dir, UNO_REDIS_URL=url, WEB_CONCURRENCY="1") as service:
            body = {"variant": "classic", "players": [{"name": "Ana"}, {"name": "Bo"}]}
            began = time.monotonic()
            for refused in (
                httpx.get(f"{service.url}/readyz"),
                httpx.post(f"{service.url}/v1/games", json=body),
            ):
                assert (refused.status_code, refused.json()["code"]) == (503, "storage_unavailable")
                assert int(refused.headers["Retry-After"]) >= 1
            assert time.monotonic() - began < 8
        assert server.client.dbsize() == 0
