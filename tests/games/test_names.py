"""Players' names."""

import pytest

from service.games.names import clean, likeness


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("Ana", "Ana"),
        ("  Ana\t\n", "Ana"),
        ("\u00a0Ana\u2003", "Ana"),
        ("Jose\u0301", "Jos\u00e9"),
        ("a" * 32, "a" * 32),
        ("e\u0301" * 32, "\u00e9" * 32),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("Ana Maria", "Ana Maria"),
        ("\u0645\u062d\u0645\u062f", "\u0645\u062d\u0645\u062f"),
    ],
)
def test_a_name_is_composed_and_trimmed(sent: str, stored: str) -> None:
    assert clean(sent) == stored


@pytest.mark.parametrize("sent", ["", " ", "\n\t", "a" * 33, "x" * 1_000_000])
def test_a_name_has_1_to_32_characters(sent: str) -> None:
    with pytest.raises(ValueError, match="1 to 32"):
        clean(sent)


@pytest.mark.parametrize(
    "character",
    ["\0", "\n", "\x7f", "\u200b", "\u202e", "\ufeff", "\ud800", "\ue000", "\u0378", "\u2028", "\u2029"],
    ids=ascii,
)
def test_characters_that_do_not_show_are_refused(character: str) -> None:
    with pytest.raises(ValueError, match=f"U\\+{ord(character):04X}"):
        clean(f"a{character}b")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ANA"),
        ("Stra\u00dfe", "STRASSE"),
        ("\uff21na", "ana"),
        ("\ufb01n", "FIN"),
        ("\u0130x", "i\u0307X"),
    ],
)
def test_names_are_alike_whatever_their_case_and_form(one: str, other: str) -> None:
    assert likeness(one) == likeness(other)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("Ana", "A na"), ("o", "0")])
def test_other_names_are_not(one: str, other: str) -> None:
    assert likeness(one) != likeness(other)
