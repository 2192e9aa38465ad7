"""The games on offer, and their options."""

from typing import Any

import marshmallow as ma

from service.api.schemas.base import Array, Flag, FreeObject, Object, Output, Text, Whole
from service.api.schemas.cards import Card
from service.engine import VARIANTS


class Goal(Output):
    """When the game is over."""

    kind = Text("Known values: `points`, `rounds`, `one_round`; others may be added.")
    value = Whole("How many points or rounds; null for `one_round`.", allow_none=True)


def _option(schema: dict[str, Any]) -> ma.fields.Field[Any]:
    description = schema["description"]
    match schema["type"]:
        case "object":
            return Object(Goal, description, optional=True)
        case "boolean":
            return Flag(description, optional=True)
        case "integer":
            return Whole(description, optional=True)
        case "string":
            known = ", ".join(f"`{value}`" for value in schema["enum"])
            return Text(f"{description} Known values: {known}.", optional=True)
        case _:
            return Whole(description, optional=True, allow_none=True)


class Options(
    Output.from_dict(  # type: ignore[misc]  # its fields are made from the tables of the variants
        {
            name: _option(schema)
            for variant in VARIANTS.values()
            for name, schema in variant.option_schema()["properties"].items()
        }
    )
):
    """House rules. Each variant has some of these; `GET /v1/variants` gives their JSON Schemas and defaults."""


class Variant(Output):
    """One of the games."""

    id = Text("Its name in `variant` of a new game.")
    title = Text("Its name for people.")
    min_players = Whole("The fewest players.")
    max_players = Whole("The most players.")
    card_count = Whole("The number of cards in its deck.")
    options = FreeObject("A JSON Schema (2020-12) of the options it takes, with their defaults.")


class VariantDetail(Variant):
    """One of the games with its cards and rules."""

    deck = Array(Card, "Every card, in canonical order.")
    rules = Text("Its rules, as Markdown.")


class Variants(Output):
    """All the games on offer."""

    variants = Array(Variant, "Each variant, without its cards and rules.")
