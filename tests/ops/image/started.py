"""The service as the image starts it, in whatever way."""

import json
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from tests.running import RunningService

UID = 10_001
# What Kubernetes sets in a pod beside services that are called redis, uno and uno-service.
SERVICE_LINKS = {
    "REDIS_PORT": "tcp://10.0.0.5:6379",
    "REDIS_SERVICE_HOST": "10.0.0.5",
    "UNO_PORT": "tcp://10.0.0.6:80",
    "UNO_PORT_80_TCP_ADDR": "10.0.0.6",
    "UNO_SERVICE_HOST": "10.0.0.6",
    "UNO_SERVICE_PORT": "80",
    "UNO_SERVICE_PORT_HTTP": "80",
    "UNO_SERVICE_SERVICE_HOST": "10.0.0.7",
}


class Started(RunningService):
    """The service by a command of its own; `lines` are those of stdout, `errors` is the file that takes stderr.

    `options` are those of `subprocess.Popen`.
    """

    def __init__(
        self, command: Sequence[str], env: Mapping[str, str], errors: IO[str], **options: Any
    ) -> None:
        super().__init__(Path())
        self.command, self.env = command, dict(env)
        self.errors, self.options = errors, options

    def launch(self) -> None:
        """Start it without waiting for anything."""
        self.process = subprocess.Popen(
            self.command,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            **self.options,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def start(self) -> None:
        """Start it and return once it serves, on all addresses: the one kept in `url` is of this machine's own."""
        super().start()
        assert self.url.startswith("http://0.0.0.0:"), self.url
        self.url = self.url.replace("0.0.0.0", "127.0.0.2")

    def said(self) -> str:
        """What it has written to stderr."""
        self.errors.seek(0)
        return self.errors.read()

    def messages(self) -> list[str]:
        """The messages of all that it has logged, each line of which is JSON with a time."""
        logged = [json.loads(line) for line in self.lines]
        assert all(line["time"] for line in logged)
        return [line["message"] for line in logged]
