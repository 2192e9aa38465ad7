"""What breaks a schema, as faults with JSON pointers."""

from collections.abc import Iterator, Mapping
from typing import Any

import marshmallow as ma

from service.api.schemas.base import Input
from service.games import Fault


def load(schema: Input, value: Any, faults: list[Fault]) -> dict[str, Any]:
    """Check `value`, which has no nulls in objects, by `schema`; what is wrong goes to `faults`."""
    try:
        fields: dict[str, Any] = schema.load(value)
    except ma.ValidationError as error:
        faults.extend(_faults(error.normalized_messages(), ""))  # type: ignore[no-untyped-call]  # not typed
        return {}
    return fields


def load_query(schema: Input, query: Mapping[str, list[str]], faults: list[Fault]) -> dict[str, Any]:
    """Check the parameters of a query string by `schema`; one that is repeated is a fault, too."""
    faults.extend(
        Fault(pointer=pointer("", name), detail="Send this once.")
        for name, values in query.items()
        if len(values) > 1
    )
    return load(schema, {name: values[0] for name, values in query.items()}, faults)


def pointer(parent: str, part: object) -> str:
    """Extend a JSON pointer by one part (RFC 6901)."""
    return f"{parent}/{str(part).replace('~', '~0').replace('/', '~1')}"


def _faults(messages: Mapping[Any, Any], parent: str) -> Iterator[Fault]:
    for part, message in messages.items():
        place = parent if part == "_schema" else pointer(parent, part)
        if isinstance(message, Mapping):
            yield from _faults(message, place)
        else:
            yield from (Fault(pointer=place, detail=text) for text in message)
