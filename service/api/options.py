"""The house rules of a new game, checked by the JSON Schema of its variant."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from service.api.validation import pointer
from service.engine import VARIANTS
from service.games import Fault


def _is_integer(_: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_Strict = extend(
    Draft202012Validator, type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer)
)


@cache
def _validator(variant: str) -> Validator:
    return _Strict(VARIANTS[variant].option_schema())


def option_faults(variant: str, options: Mapping[str, Any]) -> list[Fault]:
    """Tell what is wrong with `options`; nothing is said of a variant that does not exist."""
    if variant not in VARIANTS:
        return []
    return [fault for error in _validator(variant).iter_errors(options) for fault in _faults(error)]


def _faults(error: ValidationError) -> Iterator[Fault]:
    place = "/options"
    for part in error.absolute_path:
        place = pointer(place, part)
    match error.validator:
        case "required":
            missing = [name for name in error.validator_value if name not in error.instance]
            yield from (
                Fault(pointer=pointer(place, name), detail="This part is required.") for name in missing
            )
        case "additionalProperties":
            known = error.schema["properties"]
            unknown = [name for name in error.instance if name not in known]
            yield from (
                Fault(pointer=pointer(place, name), detail="There is no such option here.")
                for name in unknown
            )
        case _:
            yield Fault(pointer=place, detail=_sentence(error))


def _sentence(error: ValidationError) -> str:
    value = error.validator_value
    match error.validator:
        case "type":
            return f"This must be of the type {value if isinstance(value, str) else ' or '.join(value)}."
        case "enum":
            return f"This must be one of {', '.join(value)}."
        case "minimum":
            return f"This must be {value} or more."
        case "maximum":
            return f"This must be {value} or less."
        case _:
            return "This part is superfluous here."
