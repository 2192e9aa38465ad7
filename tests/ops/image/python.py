"""A Python that stands for the one of the base image: it has pip and nothing else, and every user may run it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pip

VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
SYSTEM = "/usr/local/bin:/usr/bin"


def base_python(directory: Path) -> Path:
    """Make it in `directory`, which is new; the directory of its program `python`."""
    made = directory / "bin" / "python"
    subprocess.run([common_python(), "-m", "venv", "--without-pip", str(directory)], check=True)
    told = subprocess.run(
        [made, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    shutil.copytree(Path(pip.__file__).parent, Path(told.stdout.strip(), "pip"))
    return made.parent


def common_python() -> Path:
    """A Python of this version that every user may run: the one below these tests, or else the system's."""
    own = Path(sys.base_prefix, "bin", f"python{VERSION}")
    of_system = shutil.which(f"python{VERSION}", path=SYSTEM)
    for python in (own, *([Path(of_system)] if of_system else [])):
        if all(directory.stat().st_mode & 0o001 for directory in python.resolve().parents):
            return python
    raise AssertionError(
        f"Only its owner may run {own}, so the image's user cannot. Install python{VERSION} for the whole system."
    )
