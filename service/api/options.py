"""The house rules of a new game, checked by the JSON Schema of its variant."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from service.api.validation import pointer
from service.engine import VARIANTS
from service.games import Fault


def _is_integer(_: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_TYPES: Final = Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer)
_Strict: Final[type[Validator]] = extend(  # type: ignore[no-untyped-call]  # jsonschema's stubs leave it out
    Draft202012Validator, type_checker=_TYPES
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
    given = cast("dict[str, Any]", error.instance)
    wanted: Any = error.validator_value
    match error.validator:
        case "required":
            missing = [name for name in wanted if name not in given]
            yield from (
                Fault(pointer=pointer(place, name), detail="This part is required.") for name in missing
            )
        case "additionalProperties":
            known = cast("dict[str, Any]", error.schema)["properties"]
            unknown = [name for name in given if name not in known]
            yield from (
                Fault(pointer=pointer(place, name), detail="There is no such option here.")
                for name in unknown
            )
        case "type" if wanted == "null":
            yield Fault(pointer=place, detail="This part is superfluous here.")
        case "type":
            types = [wanted] if isinstance(wanted, str) else wanted
            yield Fault(pointer=place, detail=f"This must be of the type {' or '.join(types)}.")
        case "enum":
            yield Fault(pointer=place, detail=f"This must be one of {', '.join(wanted)}.")
        case "minimum":
            yield Fault(pointer=place, detail=f"This must be {wanted} or more.")
        case _:
            yield Fault(pointer=place, detail=f"This must be {wanted} or less.")
