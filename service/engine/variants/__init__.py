"""The games that this engine knows, by their keys."""

from collections.abc import Mapping
from typing import Final

from service.engine.rules import Variant
from service.engine.variants.classic import CLASSIC
from service.engine.variants.duo import DUO
from service.engine.variants.mario_kart import MARIO_KART

VARIANTS: Final[Mapping[str, Variant]] = {variant.key: variant for variant in (CLASSIC, DUO, MARIO_KART)}
