"""Building and running the image for real, with a storage of its own that leaves nothing on the machine."""

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from tests.ops.image.started import Started
from tests.running import ROOT

PROGRAMS = ("buildah", "debootstrap", "podman", "runc")
BASE, IMAGE = "localhost/uno-python", "localhost/uno-service"
RELEASE = "bookworm"
PACKAGES = ("ca-certificates", "python-is-python3", "python3-pip", "python3-venv")
SHELLS = ("/usr/bin/bash", "/usr/bin/dash")
OPEN_FILES = 4_096
# What a site's own pip needs to know to reach its registry, and so the pip within a build too.
PIP_SETTINGS = ("cert", "index-url", "proxy", "timeout", "trusted-host")


def missing() -> str:
    """What keeps this machine from building and running images, a sentence; empty if nothing does."""
    if os.geteuid() != 0:
        return "This builds and runs the image, which only root may: sudo make image."
    lacking = [program for program in PROGRAMS if shutil.which(program) is None]
    install = f"apt-get install --no-install-recommends {' '.join(PROGRAMS)}"
    return f"There is no {' and no '.join(lacking)}: {install}." if lacking else ""


def output(*command: str) -> str:
    """What a program writes to stdout; it must end with 0."""
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


class Engine:
    """buildah and podman on a storage in `directory`, which is to be removed afterwards."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.storage = ("--root", str(directory / "storage"), "--runroot", str(directory / "run"))

    def buildah(self, *words: str) -> str:
        return output("buildah", *self.storage, *words)

    def podman(self, *words: str) -> list[str]:
        """The command line of a podman."""
        return ["podman", *self.storage, "--cgroup-manager", "cgroupfs", "--runtime", "runc", *words]

    def make_base(self) -> None:
        """A base image with a Python and its pip, of Debian's packages."""
        tree = self.directory / "base"
        output("debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", RELEASE, str(tree))
        container = self.buildah("from", "scratch")
        self.buildah("add", "--quiet", container, str(tree), "/")
        self.buildah("commit", "--quiet", "--rm", container, BASE)
        shutil.rmtree(tree)

    def build(self, tag: str = IMAGE, **args: str) -> None:
        """Build our Dockerfile on that base image, with what this site's pip has to know mounted into the build."""
        given = {"PYTHON_IMAGE": BASE, **args}
        named = (word for name, text in given.items() for word in ("--build-arg", f"{name}={text}"))
        options = ("--isolation", "chroot", "--pull-never", "--quiet", "--tag", tag)
        self.buildah("build", *options, *named, *self._site(), str(ROOT))

    def _site(self) -> Iterable[str]:
        lines = output(sys.executable, "-m", "pip", "config", "list").splitlines()
        told = (line.partition("=") for line in lines)
        known = {name.rpartition(".")[2]: text.strip("'") for name, _, text in told}
        settings = {name: known[name] for name in PIP_SETTINGS if name in known}
        config = self.directory / "pip.conf"
        config.write_text("\n".join(["[global]", *(f"{name} = {text}" for name, text in settings.items())]))
        yield from ("--volume", f"{config}:/etc/pip.conf:ro")
        if "cert" in settings:
            yield from ("--volume", f"{settings['cert']}:{settings['cert']}:ro")

    def inspect(self, image: str = IMAGE) -> Any:
        """All that is known of an image."""
        return json.loads(output(*self.podman("image", "inspect", image)))[0]

    @contextmanager
    def mounted(self) -> Iterator[Path]:
        """The image's file system, to look into."""
        yield Path(output(*self.podman("image", "mount", IMAGE)))
        output(*self.podman("image", "unmount", IMAGE))

    def limits(self) -> list[str]:
        """Limits that a machine which may raise none can keep."""
        most = min(OPEN_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
        return ["--ulimit", f"nofile={most}:{most}", "--ulimit", f"nproc={most}:{most}"]

    def container(self, name: str, errors: IO[str], *options: str, image: str = IMAGE, **env: str) -> Started:
        """A container of the image that may do nothing: read-only, without capabilities, without a shell."""
        words = [
            *("run", "--rm", "--pull", "never", "--name", name, "--network", "host", "--log-driver", "none"),
            *("--read-only", "--read-only-tmpfs=false", "--tmpfs", "/tmp:rw,noexec,nosuid,nodev"),
            *("--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
            *self.limits(),
            *(word for shell in SHELLS for word in ("--volume", f"/dev/null:{shell}:ro")),
            *(word for pair in env.items() for word in ("--env", "=".join(pair))),
        ]
        return Started(self.podman(*words, *options, image), os.environ, errors)

    def within(self, name: str, *command: str) -> subprocess.CompletedProcess[str]:
        """A command in a running container."""
        return subprocess.run(
            self.podman("exec", name, *command), capture_output=True, text=True, check=False
        )

    def stop(self, name: str) -> None:
        """Stop a container as an engine does: by the image's signal, with time to end."""
        output(*self.podman("stop", "--time", "60", name))
