"""The real service in its own processes, started the way an operator does."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Self

ROOT = Path(__file__).parent.parent
SERVING = "serving on http://"
INHERITED = ("PATH", "HOME", "LANG", "TMPDIR", "VIRTUAL_ENV", "COVERAGE_PROCESS_CONFIG")


class RunningService:
    """`python -m service` on a free port of 127.0.0.1, with its data in `data_dir` unless `env` names a Redis.

    Used as a context manager it is serving on entry and stopped on exit. `lines` is all that it has written.
    """

    def __init__(self, data_dir: Path, **env: str) -> None:
        self.env = {name: os.environ[name] for name in INHERITED if name in os.environ} | {
            "PORT": "0",
            "UNO_DATA_DIR": str(data_dir),
            "UNO_SANDBOX": "1",
            "UNO_RATE_LIMITS": "off",
            "UNO_DRAIN_SECONDS": "0",
            "WEB_CONCURRENCY": "2",
            **env,
        }
        self.lines: list[str] = []
        self.url = ""
        self._written = threading.Condition()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start it and return once it serves."""
        self.launch()
        line = self.wait_for(lambda line: SERVING in line)
        self.url = "http://" + line.partition(SERVING)[2].split('"')[0]

    def launch(self) -> None:
        """Start it without waiting for anything."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "service"],
            cwd=ROOT,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._written:
                self.lines.append(line)
                self._written.notify_all()
        with self._written:
            self._written.notify_all()

    def wait_for(self, wanted: Callable[[str], bool], seconds: float = 30, after: int = 0) -> str:
        """The first line behind the first `after` ones that is wanted; it fails if none comes in time."""

        def found() -> str | None:
            return next((line for line in self.lines[after:] if wanted(line)), None)

        with self._written:
            self._written.wait_for(lambda: found() or not self._reader.is_alive(), seconds)
            line = found()
        assert line is not None, "".join(["no such line came:\n", *self.lines])
        return line

    def wait(self, seconds: float = 30) -> int:
        """Wait until the launcher has ended and all its output is read; its exit code."""
        code = self.process.wait(seconds)
        self._reader.join(seconds)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def stop(self, seconds: float = 30) -> int:
        """Ask it to end, wait, and return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.wait(seconds)

    def kill(self) -> None:
        """`kill -9` of the launcher, and wait until nothing that it started holds its output any more."""
        self.process.kill()
        self.wait()

    def processes(self) -> "Processes":
        """The ids of what it runs now: store, gunicorn's master, its workers."""
        store, master = sorted(children(self.process.pid), key=lambda pid: "gunicorn" in command(pid))
        return Processes(store, master, children(master))


class Processes(NamedTuple):
    """The processes below a launcher that runs a store of its own."""

    store: int
    master: int
    workers: list[int]

    def gone(self) -> bool:
        """Whether none of them runs any more."""
        return not any(running(pid) for pid in (self.store, self.master, *self.workers))


def children(pid: int) -> list[int]:
    """The ids of a process's children."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def command(pid: int) -> str:
    """The command line of a process."""
    return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")


def running(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def until(happened: Callable[[], bool], seconds: float = 15) -> None:
    """Wait for something that happens in another process; it fails if it does not in time."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, f"it did not happen in {seconds} seconds"
        time.sleep(0.01)
