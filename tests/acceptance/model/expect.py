"""Expected values where the contract leaves more than one, or any, open."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class OneOf:
    """Any of these values is right."""

    values: tuple[Any, ...]


@dataclass(frozen=True)
class Anything:
    """The contract does not say."""


ANY = Anything()


def differences(path: str, expected: Any, actual: Any) -> list[str]:
    """Where `actual` is not as expected; objects at the top may have fields more (answers may grow)."""
    if isinstance(expected, Anything):
        return []
    if isinstance(expected, OneOf):
        fits = any(not differences(path, value, actual) for value in expected.values)
        return [] if fits else [f"{path}: expected one of {expected.values}, got {actual!r}"]
    if isinstance(expected, dict) and isinstance(actual, dict):
        found = [f"{path}.{key}: missing" for key in expected if key not in actual]
        for key in expected.keys() & actual.keys():
            found += differences(f"{path}.{key}", expected[key], actual[key])
        return sorted(found)
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual, strict=True))
        return [line for i, (e, a) in pairs for line in differences(f"{path}[{i}]", e, a)]
    if expected == actual and isinstance(expected, bool) == isinstance(actual, bool):
        return []
    return [f"{path}: expected {expected!r}, got {actual!r}"]
