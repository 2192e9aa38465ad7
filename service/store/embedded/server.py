"""Starting, watching and stopping the embedded server."""

import logging
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from service.store.embedded.binary import find_server, mend, server_command
from service.store.embedded.datadir import (
    SOCKET_NAME,
    make_runtime_dir,
    remove_runtime_dir,
    take_lock,
    write_owner,
)
from service.store.embedded.errors import EmbeddedStoreError
from service.tether import tethered

LOG = logging.getLogger("service.store")
START_SECONDS = 60.0  # a large append-only file takes seconds to load
STOP_SECONDS = 15.0
POLL_SECONDS = 0.01
LOG_NAME = "store.log"
UNREADABLE_FILE = "Bad file format reading the append only file"


class _UnreadableFileError(EmbeddedStoreError):
    """The server does not understand its append-only file."""


class EmbeddedStore:
    """The embedded server of one data directory, with the lock that makes it the only one.

    `fsync` is the policy of the append-only file: `always`, `everysec` or `no`. Used as a context manager it starts
    on entry and stops on exit; `revive()` starts it again, on the same socket, if it has died.
    """

    def __init__(self, data_dir: Path, fsync: str = "always") -> None:
        self.data_dir = data_dir.absolute()
        self.fsync = fsync
        self._lock: IO[str] | None = None
        self._runtime: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def socket(self) -> Path:
        """The unix socket that it listens on."""
        if self._runtime is None:
            raise EmbeddedStoreError("The embedded store has not been started.")
        return self._runtime / SOCKET_NAME

    @property
    def url(self) -> str:
        """Its address in the form of `UNO_REDIS_URL`."""
        return f"unix://{self.socket}"

    @property
    def pid(self) -> int | None:
        """The server's process id, None when it is not running."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.stop()

    def start(self) -> None:
        """Take the data directory, start the server and return once it answers."""
        try:
            self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = take_lock(self.data_dir)
            self._runtime = make_runtime_dir()
            write_owner(self._lock, self._runtime)
        except OSError as error:
            self.stop()
            raise EmbeddedStoreError(
                f"The data directory {self.data_dir} cannot be used: {error}."
            ) from error
        try:
            self._launch()
        except BaseException:
            self.stop()
            raise

    def revive(self) -> bool:
        """Start the server again if it has died; whether it had to be."""
        if self.pid is not None:
            return False
        self._launch()
        return True

    def stop(self) -> None:
        """Stop the server, which writes out what it holds first, and give the data directory back."""
        if self._process is not None:
            end_process(self._process)
            self._process = None
        if self._runtime is not None:
            remove_runtime_dir(self._runtime)
            self._runtime = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _launch(self) -> None:
        binary = find_server()
        try:
            self._try_launch(binary)
        except _UnreadableFileError:
            cut = mend(binary, self.data_dir)
            LOG.warning(
                "cut %d unreadable bytes off the end of the append-only file in %s", cut, self.data_dir
            )
            self._try_launch(binary)

    def _try_launch(self, binary: Path) -> None:
        assert self._lock is not None  # noqa: S101 - start() has taken it
        log_path = self.data_dir / LOG_NAME
        with log_path.open("ab") as log:
            log_start = log.tell()
            self._process = subprocess.Popen(  # noqa: S603 - a fixed command, no shell
                tethered(server_command(binary, self.data_dir, self.socket, self.fsync)),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                umask=0o077,  # hidden hands and seeds are in its files
                start_new_session=True,  # a Ctrl-C in the terminal is for the launcher alone
                pass_fds=[self._lock.fileno()],  # the lock is free once launcher and server are both gone
            )
        deadline = time.monotonic() + START_SECONDS
        while not answers(self.socket):
            if self._process.poll() is not None:
                last = last_line(log_path, log_start)
                kind = _UnreadableFileError if UNREADABLE_FILE in last else EmbeddedStoreError
                raise kind(f"The embedded store did not start; {log_path} ends with: {last}")
            if time.monotonic() > deadline:
                end_process(self._process)
                raise EmbeddedStoreError(f"The embedded store did not answer in {START_SECONDS:.0f} seconds.")
            time.sleep(POLL_SECONDS)


def answers(socket_path: Path) -> bool:
    """Whether the server takes commands: not while it still loads its data."""
    with suppress(OSError), socket.socket(socket.AF_UNIX) as client:
        client.settimeout(1.0)
        client.connect(str(socket_path))
        client.sendall(b"PING\r\n")
        return client.recv(64).startswith(b"+PONG")
    return False


def end_process(process: subprocess.Popen[bytes], seconds: float = STOP_SECONDS) -> None:
    """Ask a process to end, wait, and kill it if it does not."""
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def last_line(path: Path, start: int) -> str:
    """The last line that the server wrote to its log since `start` (bytes)."""
    with path.open("rb") as log:
        log.seek(start)
        lines = log.read().decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "nothing"
