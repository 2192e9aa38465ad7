"""Cards, by id and as answers show them."""

from typing import Any, Final

from service.api.schemas.base import ClosedEnum, Output, Pattern, Text, Whole

_CARD_ID: Final = r"^([RYGB][0-9SRD]|W|W4|WI)\.[1-9][0-9]{0,2}$"
_WELL_FORMED: Final = Pattern(_CARD_ID, "This must be a card id such as R5.1, BS.2, W.1 or W4.3.")


def card_id(description: str, **kwargs: Any) -> Text:
    """Make a field that takes a well-formed card id; whether the deck has it is for the game to say."""
    return Text(description, validate=_WELL_FORMED, **kwargs)


class Card(Output):
    """One physical card."""

    id = card_id("`<code>.<copy>`, unique within its deck: `R5.1`, `BS.2`, `W4.3`.")
    color = ClosedEnum("Color", "Its colour; null for wilds.", allow_none=True)
    kind = ClosedEnum("CardKind", "What the card is.")
    number = Whole("0 to 9; null unless `kind` is `number`.", allow_none=True)
    points = Whole("What it counts in a hand, in this variant.")
    item = ClosedEnum("Item", "The item it pictures in `mario_kart`; null elsewhere.", allow_none=True)
