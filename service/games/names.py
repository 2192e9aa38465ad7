"""Players' names: what is stored, what is refused, and when two are alike."""

import unicodedata
from typing import Final

LONGEST: Final = 32
"""Code points."""
ZERO_WIDTH_JOINER: Final = "\u200d"
UNPRINTABLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean(name: str) -> str:
    """Give the name as it is stored: composed (NFC) and trimmed. A ValueError says what is wrong with it."""
    cleaned = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(cleaned) <= LONGEST:
        raise ValueError(f"A name has 1 to {LONGEST} characters.")
    for character in cleaned:
        if unicodedata.category(character) in UNPRINTABLE and character != ZERO_WIDTH_JOINER:
            raise ValueError(f"A name must not hold the character U+{ord(character):04X}.")
    return cleaned


def likeness(name: str) -> str:
    """Give what is the same for names that count as the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
