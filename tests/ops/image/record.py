"""The written record of a run of the image."""

import datetime as dt
import json
import os
import platform
from pathlib import Path
from typing import Any

from tests.ops.image.engine import BASE, IMAGE, PACKAGES, RELEASE, Engine, output

FILE = Path(__file__).parent.parent / "IMAGE.md"
OPENING = """\
# A run of the image

Written by `make image`, which builds the Dockerfile on a base image of Debian's packages and runs it: with the root
file system read-only, all capabilities dropped, no new privileges, an empty file in the place of each shell, and
nothing to write to but a `/tmp` from which nothing can be executed (and `/data` where said).
"""
SHOWN = 8  # of the packages, the largest ones


class Record:
    """What was built and run, and what came back, as it comes."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.came_back: list[tuple[str, str]] = []

    def note(self, what: str, outcome: str) -> None:
        """Something that was run, and what came back."""
        self.came_back.append((what, outcome))

    def write(self) -> None:
        """Write it all into the file."""
        image, base = self.engine.inspect(), self.engine.inspect(BASE)
        parts = [
            OPENING,
            "## What with\n",
            table(
                ("date", f"{dt.datetime.now(dt.UTC):%Y-%m-%d %H:%M} UTC"),
                ("machine", f"Linux {platform.machine()}, {os.cpu_count()} cores"),
                ("tools", ", ".join(versions())),
                ("base image", f"Debian {RELEASE}, minbase with {', '.join(PACKAGES)}"),
                ("Python in it", self.python()),
            ),
            "## Sizes\n",
            table(
                ("base image", megabytes(base["Size"])),
                ("what ours adds", megabytes(image["Size"] - base["Size"])),
                *self.sizes(),
            ),
            "## Configuration\n",
            f"```json\n{json.dumps(configuration(image), indent=2)}\n```\n",
            "## What was run, and what came back\n",
            table(*self.came_back),
        ]
        FILE.write_text("\n".join(parts))

    def python(self) -> str:
        entry = ("--entrypoint", "python", *self.engine.limits())
        return output(
            *self.engine.podman("run", "--rm", "--network", "none", *entry, IMAGE, "--version")
        ).removeprefix("Python ")

    def sizes(self) -> list[tuple[str, str]]:
        """Those of the parts, the largest packages among them."""
        with self.engine.mounted() as root:
            (packages,) = root.glob("opt/venv/lib/python*/site-packages")
            named = {f"`{path.name}`": weight(path) for path in packages.iterdir()}
            whole = {"`/opt/venv`": weight(root / "opt/venv"), "`/app`": weight(root / "app")}
        largest = sorted(named.items(), key=lambda item: -item[1])[:SHOWN]
        return [(name, megabytes(size)) for name, size in (*whole.items(), *largest)]


def configuration(image: Any) -> dict[str, Any]:
    """An image's configuration, without what names the builder."""
    config = image["Config"]
    labels = {name: text for name, text in config["Labels"].items() if name.startswith("org.opencontainers.")}
    return {**config, "Labels": labels}


def versions() -> list[str]:
    """The tools and their versions."""
    told = {
        "buildah": output("buildah", "--version").split()[2],
        "podman": output("podman", "--version").split()[2],
        "runc": output("runc", "--version").split()[2],
        "debootstrap": output("debootstrap", "--version").split()[1],
    }
    return [f"{tool} {version}" for tool, version in told.items()]


def weight(path: Path) -> int:
    """The bytes of a file, or of all files below a directory."""
    files = (file for file in (path, *path.rglob("*")) if file.is_file() and not file.is_symlink())
    return sum(file.stat().st_size for file in files)


def megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


def table(*rows: tuple[str, str]) -> str:
    """A table of two columns without headings."""
    return "\n".join(["| | |", "| --- | --- |", *(f"| {left} | {right} |" for left, right in rows), ""])
