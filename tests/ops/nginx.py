"""Debian's nginx as a process of a test: on a free port, in a directory of its own, as the user who runs the test."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from service.store.embedded import end_process
from tests.running import children, until
from tests.store.servers import free_port

DEFAULT = ""
"""A location as most people write it: `proxy_pass` and nothing else."""
KEPT = "keepalive 16;"
"""What an upstream needs for connections to be kept, together with `KEEPALIVE` in the location."""
KEEPALIVE = 'proxy_http_version 1.1; proxy_set_header Connection "";'
FORWARDED = "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;"
SEVERE = re.compile(r"\[(error|crit|alert|emerg)\]|refused|reset by peer|prematurely closed")
"""A line of its log that tells of a request that went wrong."""
CONFIGURATION = """
daemon off;
{user}
pid nginx.pid;
worker_processes 2;
error_log error.log info;
events {{ worker_connections 1024; }}
http {{
  access_log access.log;
  client_body_temp_path body; proxy_temp_path proxy;
  fastcgi_temp_path fastcgi; scgi_temp_path scgi; uwsgi_temp_path uwsgi;
  gzip on; gzip_types application/json application/problem+json text/plain;
  upstream replicas {{ {servers} {upstream} }}
  server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://replicas; {location} }} }}
}}
"""


class Nginx:
    """A proxy before the service; it stands before `addresses`, each `host:port`, which may be changed.

    `server` are parameters of each of these, `upstream` and `location` more directives for either block. It compresses
    what is often compressed.
    """

    def __init__(
        self, addresses: Sequence[str], *, server: str = "", upstream: str = "", location: str = DEFAULT
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._directives = {"upstream": upstream, "location": location}
        self._server = server
        self._prefix = Path(tempfile.mkdtemp(prefix="uno-nginx-"))
        self._write(addresses)

    def __enter__(self) -> Self:
        files = ["-p", str(self._prefix), "-c", "nginx.conf", "-e", "error.log"]
        self._process = subprocess.Popen(["nginx", *files], stdin=subprocess.DEVNULL)
        until(lambda: (self._prefix / "nginx.pid").exists() and len(children(self._process.pid)) == 2)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        end_process(self._process)
        shutil.rmtree(self._prefix)

    @property
    def errors(self) -> str:
        """All that it has logged."""
        return (self._prefix / "error.log").read_text()

    def stand_before(self, addresses: Sequence[str]) -> None:
        """Take requests to these addresses from now on; returns once new workers run (`nginx -s reload`)."""
        before = set(children(self._process.pid))
        self._write(addresses)
        self._process.send_signal(signal.SIGHUP)
        until(lambda: len(set(children(self._process.pid)) - before) == 2)

    def _write(self, addresses: Sequence[str]) -> None:
        servers = " ".join(f"server {address} {self._server};" for address in addresses)
        user = "user root root;" if os.geteuid() == 0 else ""
        text = CONFIGURATION.format(user=user, port=self.port, servers=servers, **self._directives)
        (self._prefix / "nginx.conf").write_text(text)
