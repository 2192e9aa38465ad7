"""The two kinds of schemas, and fields that are stricter than marshmallow's own and carry their description."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import marshmallow as ma

from service.engine import COLORS, ITEMS, KINDS

COMPONENTS: Final[Mapping[str, dict[str, Any]]] = {
    "Color": {
        "type": "string",
        "enum": list(COLORS),
        "description": "One of the four colours. Closed: no value will be added.",
    },
    "CardKind": {
        "type": "string",
        "enum": list(dict.fromkeys(KINDS)),
        "description": "What a card is. Closed: no value will be added.",
    },
    "Item": {
        "type": "string",
        "enum": list(ITEMS),
        "description": "The item that a card of `mario_kart` pictures. Closed: no value will be added.",
    },
}
"""The closed enums, each one component of the OpenAPI document."""

_REQUIRED: Final = {"required": "This field is required.", "null": "This must not be null."}
_DIGITS: Final = re.compile(r"[0-9]{1,15}")


class Input(ma.Schema):
    """What a client sends: unknown fields are refused; nulls were taken out before."""

    error_messages: dict[str, str] = {  # noqa: RUF012 - marshmallow declares it so
        "unknown": "There is no such field here.",
        "type": "This must be an object.",
    }

    class Meta:
        """Refuse what is unknown."""

        unknown = ma.RAISE


class Output(ma.Schema):
    """What the service answers: every field is there unless it is marked optional.

    Fields may be added one day, so clients must ignore those they do not know.
    """

    class Meta:
        """Describe an open object."""

        unknown = ma.EXCLUDE

    def on_bind_field(self, field_name: str, field_obj: ma.fields.Field[Any]) -> None:
        """Require every field that is not optional."""
        del field_name
        field_obj.required = not field_obj.metadata.get("optional", False)


class _Described(ma.fields.Field[Any]):
    """A field whose first argument is its description; further keywords of JSON Schema go into `more`.

    `wrong` is what a client is told whose value is of another type.
    """

    wrong: ClassVar[str]

    def __init__(
        self,
        description: str,
        *,
        optional: bool = False,
        more: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        metadata = {"description": description, "optional": optional, **(more or {})}
        super().__init__(metadata=metadata, error_messages={**_REQUIRED, "invalid": self.wrong}, **kwargs)


class Text(_Described, ma.fields.String):
    """A string."""

    wrong = "This must be a string."


class Whole(_Described, ma.fields.Integer):
    """An integer: neither "5", nor 5.0, nor true."""

    wrong = "This must be an integer."

    def __init__(self, description: str, **kwargs: Any) -> None:
        """Make the field strict."""
        super().__init__(description, strict=True, **kwargs)


class QueryWhole(Whole):
    """A whole number of a query string, in ASCII digits."""

    wrong = "This must be a whole number in digits."

    def _validated(self, value: Any) -> int:
        if not isinstance(value, str) or not _DIGITS.fullmatch(value):
            raise self.make_error("invalid", input=value)
        return super()._validated(int(value))


class Flag(_Described, ma.fields.Boolean):
    """A boolean: neither "yes" nor 1."""

    wrong = "This must be true or false."

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class FreeObject(_Described, ma.fields.Dict):
    """An object whose fields are checked or described elsewhere."""

    wrong = "This must be an object."


class Object(_Described, ma.fields.Nested):
    """An object of another schema."""

    wrong = "This must be an object."

    def __init__(self, schema: type[ma.Schema], description: str, **kwargs: Any) -> None:
        """Take the class of its schema."""
        super().__init__(description, nested=schema, **kwargs)


class Array(_Described, ma.fields.List[Any]):
    """An array of one kind of field or schema."""

    wrong = "This must be an array."

    def __init__(self, item: ma.fields.Field[Any] | type[ma.Schema], description: str, **kwargs: Any) -> None:
        """Take the field or the class of the schema of its items."""
        inner = ma.fields.Nested(item) if isinstance(item, type) else item
        super().__init__(description, cls_or_instance=inner, **kwargs)


class ClosedEnum(Text):
    """One of the values of a component in `COMPONENTS`."""

    def __init__(self, component: str, description: str, **kwargs: Any) -> None:
        """Take the values of `component`."""
        self.component = component
        values = COMPONENTS[component]["enum"]
        choices = ma.validate.OneOf(values, error=f"This must be one of {', '.join(values)}.")
        super().__init__(description, validate=choices, **kwargs)


class Pattern(ma.validate.Validator):
    """Takes strings that match `pattern` from end to end."""

    def __init__(self, pattern: str, error: str) -> None:
        """Refuse other strings with `error`."""
        self.regex = re.compile(pattern, re.ASCII)
        self.error: str = error

    def __call__(self, value: str) -> str:
        """Give `value` back, or raise."""
        if not self.regex.fullmatch(value):
            raise ma.ValidationError(self.error)
        return value


def at_least(minimum: int) -> ma.validate.Range:
    """Take numbers from `minimum` on."""
    return ma.validate.Range(min=minimum, error=f"This must be {minimum} or more.")


def between(minimum: int, maximum: int) -> ma.validate.Range:
    """Take numbers from `minimum` to `maximum`."""
    return ma.validate.Range(min=minimum, max=maximum, error=f"This must be from {minimum} to {maximum}.")
