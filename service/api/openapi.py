"""`python -m service.api.openapi`: write the OpenAPI document, or with `--check` tell whether it is up to date."""

import argparse
import sys
from pathlib import Path
from typing import Final

from flask import Flask

from service.api.wiring import add_operations

DOCUMENT: Final = Path(__file__).parents[2] / "openapi" / "openapi.json"


def main(arguments: list[str]) -> int:
    """Write or check the document; the exit code is 1 where it has drifted from the code."""
    parser = argparse.ArgumentParser(prog="python -m service.api.openapi", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing, fail if the document has drifted"
    )
    check = parser.parse_args(arguments).check
    generated = add_operations(Flask("contract"))
    if not check:
        DOCUMENT.parent.mkdir(exist_ok=True)
        DOCUMENT.write_bytes(generated)
    elif not DOCUMENT.exists() or DOCUMENT.read_bytes() != generated:
        sys.stderr.write(
            "openapi/openapi.json has drifted from the code: run 'make openapi' and commit it.\n"
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
