"""The data directory and its lock, which makes it one instance's own, and the private directory of the socket."""

import fcntl
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from service.store.embedded.errors import EmbeddedStoreError

SOCKET_NAME = "store.sock"
RUNTIME_PREFIX = "uno-store-"
LONGEST_RUNTIME_DIR = 80  # bytes; a unix socket's whole path must stay below 104 (macOS) or 108 (Linux)
LOCK_SECONDS = 3.0  # the server of a launcher that was killed needs a moment to end
POLL_SECONDS = 0.01


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
