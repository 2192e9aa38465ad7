"""The rules that players read: one text for each variant, about the very cards and options that it has."""

import re

import pytest

from service import engine

OPTION_TITLES = {
    "goal": "Goal",
    "starting_hand": "Starting hand",
    "bluffing": "No bluffing",
    "wild_draw_four_needs": "Strict Wild Draw Four",
    "starter_wild": "Wild at the start",
    "draw_until_playable": "Draw until playable",
    "force_play": "Forced play",
    "stacking": "Stacking",
    "seven_zero": "Seven-zero",
    "jump_in": "Jump in",
    "shuffle_on_recycle": "Shuffle when recycling",
    "uno_penalty": "UNO penalty",
    "spectators": "Spectators",
}


@pytest.mark.parametrize("key", engine.VARIANTS)
def test_a_text_is_headed_by_the_title_and_counts_the_cards(key: str) -> None:
    variant = engine.VARIANTS[key]
    assert variant.text.startswith(f"# {variant.title}\n")
    assert f"\n{len(variant.deck)} cards." in variant.text


@pytest.mark.parametrize("key", engine.VARIANTS)
def test_a_text_names_the_options_of_its_variant_and_no_other(key: str) -> None:
    variant = engine.VARIANTS[key]
    named = re.findall(r"^- \*\*(.+?)\*\*", variant.text.split("## House rules")[1], re.MULTILINE)
    assert named == [OPTION_TITLES[name] for name in variant.options]


@pytest.mark.parametrize("key", engine.VARIANTS)
def test_a_text_tells_what_each_wild_and_action_card_counts(key: str) -> None:
    variant = engine.VARIANTS[key]
    rows = re.findall(r"^\| (.+?) \| (\d+) \|$", variant.text, re.MULTILINE)
    told = {name: int(points) for names, points in rows for name in names.split(", ")}
    names = {
        "skip": "Skip",
        "reverse": "Reverse",
        "draw_two": "Draw Two",
        "wild": "Wild",
        "wild_draw_four": "Wild Draw Four",
        "wild_item_box": "Item Box",
    }
    counted = {
        names[card["kind"]]: card["points"] for card in variant.deck.objects.values() if card["kind"] in names
    }
    assert told == counted


@pytest.mark.parametrize("key", engine.VARIANTS)
def test_a_text_is_for_players_and_cites_no_clauses(key: str) -> None:
    assert not re.search(r"\b[CDMR]\d+\b", engine.VARIANTS[key].text)
