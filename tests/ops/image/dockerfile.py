"""What a Dockerfile and a .dockerignore say, as far as ours go; whatever else they say is an error."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

INSTRUCTION = re.compile(r"([A-Z]+)\s+(.*)", re.DOTALL)
PAIR = re.compile(r'([\w.]+)=("[^"]*"|\S+)')
VARIABLE = re.compile(r"\$(?:(\w+)|\{(\w+)\})")


class Copy(NamedTuple):
    """One COPY: from a stage, or from the context if `stage` is empty, by whom owned, what, and where to.

    A target that ends with a slash is a directory to copy into.
    """

    stage: str
    owner: str
    sources: list[str]
    target: str


class Run(NamedTuple):
    """One RUN: the directory, the variables and the command, for a shell."""

    directory: str
    env: dict[str, str]
    command: str


@dataclass
class Stage:
    """One stage: its steps in order, and what it ends with."""

    base: str
    name: str = ""
    directory: str = "/"
    env: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    args: dict[str, str] = field(default_factory=dict)
    steps: list[Copy | Run | Path] = field(default_factory=list)  # a path is a directory to make
    last: dict[str, str] = field(default_factory=dict)

    @property
    def entrypoint(self) -> list[str]:
        """The words of the exec form; the shell form is no JSON and so an error."""
        words: list[str] = json.loads(self.last["ENTRYPOINT"])
        return words


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """The instructions of a Dockerfile: the word, and what stands behind it."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    for line in re.sub(r"\\\n\s*", "", lines).splitlines():
        if line.strip():
            match = INSTRUCTION.fullmatch(line)
            assert match, f"This is no instruction: {line}"
            yield match[1], match[2]


def stages(text: str, base_env: Mapping[str, str], **build_args: str) -> list[Stage]:
    """The stages of a Dockerfile, for a base image with these variables, with the given build arguments."""
    found: list[Stage] = []
    args: dict[str, str] = {}  # those before the first stage
    for word, rest in instructions(text):
        if word == "FROM":
            base, _, name = _filled(rest, args).partition(" AS ")
            found.append(Stage(base, name, env=dict(base_env)))
        elif word == "ARG":
            name, _, default = rest.partition("=")
            (found[-1].args if found else args)[name] = build_args.get(name, default)
        else:
            _take(found[-1], word, rest)
    return found


def _take(stage: Stage, word: str, rest: str) -> None:
    known = {**stage.args, **stage.env}
    match word:
        case "RUN":
            stage.steps.append(Run(stage.directory, known, rest))
        case "COPY":
            stage.steps.append(_copy(stage, _filled(rest, known).split()))
        case "WORKDIR":
            stage.directory = _filled(rest, known)
            stage.steps.append(Path(stage.directory))
        case "ENV" | "LABEL":
            pairs = {name: _filled(text.strip('"'), known) for name, text in PAIR.findall(rest)}
            (stage.env if word == "ENV" else stage.labels).update(pairs)
        case "USER" | "EXPOSE" | "STOPSIGNAL" | "ENTRYPOINT":
            stage.last[word] = rest
        case _:
            raise AssertionError(f"The tests do not know what {word} does.")


def _copy(stage: Stage, words: list[str]) -> Copy:
    options = dict(word[2:].split("=", 1) for word in words if word.startswith("--"))
    *sources, target = [word for word in words if not word.startswith("--")]
    assert options.keys() <= {"from", "chown"}, options
    slash = "/" if target.endswith("/") else ""
    where = f"{Path(stage.directory, target)}{slash}"
    return Copy(options.get("from", ""), options.get("chown", ""), sources, where)


def _filled(text: str, known: Mapping[str, str]) -> str:
    return VARIABLE.sub(lambda match: known.get(match[1] or match[2], ""), text)


def context(root: Path) -> list[str]:
    """The files below `root` that a build is given, after its .dockerignore."""
    rules = [
        (not line.startswith("!"), _pattern(line.removeprefix("!")))
        for line in (root / ".dockerignore").read_text().splitlines()
        if line and not line.startswith("#")
    ]
    # As nothing but what is let in by name at the top is looked at, neither is .venv.
    tops = [top for top in root.iterdir() if not _left_out(top.name, rules)]
    files = [file for top in tops for file in (top, *top.rglob("*")) if file.is_file()]
    names = (str(file.relative_to(root)) for file in files)
    return sorted(name for name in names if not _left_out(name, rules))


def _pattern(glob: str) -> re.Pattern[str]:
    words = re.split(r"(\*\*/|\*)", glob.strip("/"))
    return re.compile("".join({"**/": "(.*/)?", "*": "[^/]*"}.get(word, re.escape(word)) for word in words))


def _left_out(name: str, rules: list[tuple[bool, re.Pattern[str]]]) -> bool:
    """Whether the last rule that holds for a file or for a directory above it leaves it out."""
    parts = name.split("/")
    above = ["/".join(parts[: end + 1]) for end in range(len(parts))]
    verdicts = [out for out, pattern in rules if any(pattern.fullmatch(path) for path in above)]
    return bool(verdicts) and verdicts[-1]
