"""A Dockerfile's steps without a container: what it copies and installs, below a directory instead of below /."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from tests.ops.image.dockerfile import Copy, Run, Stage, context, stages
from tests.ops.image.python import base_python

ABSOLUTE = re.compile(r"(?<![\w./-])/(?=[a-z])")
NO_PROGRAMS = (
    "/nowhere"  # what the base image's PATH is taken for: the service needs no program of the system
)


class Replay:
    """The image of the Dockerfile in `root`, made below `directory`.

    `tree` is the file system of the last stage, `stage` that stage. As root all of it belongs to root, but for what
    the Dockerfile gives away. Nobody may write to it, its owner included, but for the data directory.
    """

    def __init__(self, root: Path, directory: Path, **build_args: str) -> None:
        self.root, self.directory = root, directory
        self.context = context(root)
        found = stages((root / "Dockerfile").read_text(), {"PATH": NO_PROGRAMS}, **build_args)
        self.stages = {stage.name: stage for stage in found}
        self.stage = found[-1]
        umask = os.umask(0o022)
        try:
            self.python = base_python(directory / "python")
            self._replay()
        finally:
            os.umask(umask)
        self.tree = self._tree(self.stage)
        self.data = Path(self.env["UNO_DATA_DIR"])
        for path in (self.tree, *self.tree.rglob("*")):
            if not path.is_symlink() and path != self.data:
                path.chmod(path.stat().st_mode & ~0o222)

    @property
    def env(self) -> dict[str, str]:
        """The image's variables, with its paths below the directory."""
        return {name: self._below(self.tree, text) for name, text in self.stage.env.items()}

    @property
    def workdir(self) -> Path:
        """Where the image's command is started."""
        return self.tree / self.stage.directory.lstrip("/")

    @property
    def command(self) -> list[str]:
        """The image's command, its program looked up as the image would."""
        program, *words = self.stage.entrypoint
        found = shutil.which(program, path=self.env["PATH"])
        assert found, f"The image has no {program}."
        return [found, *words]

    def _replay(self) -> None:
        for stage in self.stages.values():
            self._tree(stage).mkdir()
            for step in stage.steps:
                match step:
                    case Path():
                        self._inside(stage, str(step)).mkdir(parents=True, exist_ok=True)
                    case Run():
                        self._run(stage, step)
                    case Copy():
                        self._copy(stage, step)

    def _tree(self, stage: Stage) -> Path:
        return self.directory / (stage.name or "image")

    def _inside(self, stage: Stage, path: str) -> Path:
        return self._tree(stage) / path.lstrip("/")

    def _below(self, tree: Path, text: str) -> str:
        return ABSOLUTE.sub(f"{tree}/", text)

    def _run(self, stage: Stage, step: Run) -> None:
        # The registry's settings and a shell's programs are the machine's.
        path = f"{self.python}:{os.environ['PATH']}"
        subprocess.run(
            ["/bin/sh", "-c", self._below(self._tree(stage), step.command)],
            cwd=self._inside(stage, step.directory),
            env={**os.environ, **step.env, "PATH": path},
            check=True,
        )

    def _copy(self, stage: Stage, step: Copy) -> None:
        """Copy as COPY does: of a directory its content, a file by its own name only into what ends with a slash."""
        target = self._inside(stage, step.target)
        for source in step.sources:
            if not step.stage:
                self._copy_from_context(source, target, into=step.target.endswith("/"))
                continue
            shutil.copytree(
                self._inside(self.stages[step.stage], source), target, symlinks=True, dirs_exist_ok=True
            )
            if step.owner and os.geteuid() == 0:
                os.chown(target, *map(int, step.owner.split(":")))

    def _copy_from_context(self, source: str, target: Path, *, into: bool) -> None:
        """A checkout may be for its owner alone, so here it always is."""
        names = [name for name in self.context if name == source or name.startswith(f"{source}/")]
        assert names, f"COPY finds no {source} in the context."
        for name in names:
            below = Path(name).relative_to(source)
            made = target / Path(name).name if name == source and into else target / below
            made.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.root / name, made)
            made.chmod(0o600)
        if names != [source]:
            for path in (target, *target.rglob("*")):
                path.chmod(0o700 if path.is_dir() else 0o600)


def remove(directory: Path) -> None:
    """Take away a directory in which nobody may write."""
    for path in directory.rglob("*"):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o700)
    shutil.rmtree(directory)
