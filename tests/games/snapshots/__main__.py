"""`python -m tests.games.snapshots`: write fixtures of the present schema, once; those of releases never change."""

import sys

from service.games.record import SCHEMA, encode
from tests.games.snapshots.fixtures import folder
from tests.games.snapshots.scenes import SCENES, reached


def main() -> int:
    """Play every scene and keep its snapshot; the exit code: 1 if this schema has its fixtures already."""
    if folder(SCHEMA).exists():
        print(f"{folder(SCHEMA)} exists: a release reads these games, so raise SCHEMA for another form")  # noqa: T201
        return 1
    folder(SCHEMA).mkdir()
    for name in SCENES:
        (folder(SCHEMA) / f"{name}.json").write_bytes(encode(reached(name)) + b"\n")
    return 0


sys.exit(main())
