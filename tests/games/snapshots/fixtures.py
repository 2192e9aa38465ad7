"""Snapshots that releases of each schema have written."""

from pathlib import Path


def folder(schema: int) -> Path:
    """Where those of a schema lie, one file for each scene."""
    return Path(__file__).parent / f"schema-{schema}"


def fixtures(schema: int) -> dict[str, bytes]:
    """Read those of a schema, by scene."""
    return {file.stem: file.read_bytes().rstrip() for file in sorted(folder(schema).glob("*.json"))}
