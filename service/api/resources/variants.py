"""The games on offer."""

from typing import Final

from service.api.answers import fixed
from service.api.blueprint import Blueprint
from service.api.operation import Call, Operation
from service.api.schemas.variants import VariantDetail, Variants
from service.games import Answer

blueprint: Final = Blueprint(
    "variants",
    __name__,
    url_prefix="/v1/variants",
    description="The games on offer: rules, cards and options.",
)


@blueprint.operation("", Operation(method="GET", status=200, answer=Variants(), in_game=False))
def list_variants(call: Call) -> Answer:
    """List the variants.

    Each with its numbers and a JSON Schema of its options; a client can build its form for a new game from it.
    """
    return fixed({"variants": call.games.variants()})


@blueprint.operation(
    "/<variant>",
    Operation(method="GET", status=200, answer=VariantDetail(), in_game=False, codes=("variant_not_found",)),
)
def get_variant(call: Call, variant: str) -> Answer:
    """Get a variant.

    With every card of its deck, in canonical order, and its rules as Markdown.
    """
    return fixed(call.games.variant(variant))
