"""The other house rules, their defaults and their schema (section 5)."""

from typing import Any

import jsonschema
import pytest

from service import engine
from tests.engine.positions import position

COMMON = {"goal", "bluffing", "force_play", "uno_penalty", "spectators"}
TABLE_OPTIONS = {"starting_hand", "draw_until_playable", "stacking"}
CLASSIC_OPTIONS = {"wild_draw_four_needs", "starter_wild", "seven_zero", "jump_in"}


def test_draw_until_playable_draws_until_a_card_can_be_played() -> None:
    table = position("R5", "B7 Y2", "G1 G2", draw="Y9 Y8 R1 R2", draw_until_playable=10)
    table.draw(0)

    assert table.event("cards_drawn")["count"] == 3
    assert (table.to_move, table.phase) == (0, "drawn")
    assert table.legal(0) == ["R1", "pass"]
    table.refuses_play("card_not_playable", 0, "Y9")
    table.keep(0)
    assert table.to_move == 1


def test_draw_until_playable_ends_with_the_most_cards_of_a_turn() -> None:
    table = position("R5", "B7 Y2", "G1 G2", draw="Y9 Y8 Y7 R1", draw_until_playable=3)
    table.draw(0)

    assert table.hand(0) == "Y2 Y7 Y8 Y9 B7"
    assert (table.to_move, table.phase) == (1, "play")


def test_draw_until_playable_the_last_of_them_may_be_the_one() -> None:
    table = position("R5", "B7 Y2", "G1 G2", draw="Y9 R7 Y8 R1", draw_until_playable=2)
    table.draw(0)

    assert (table.phase, table.event("cards_drawn")["count"]) == ("drawn", 2)


def test_draw_until_playable_goes_on_through_a_recycling_and_ends_with_the_piles() -> None:
    table = position("R5", "B7 Y2", "G1 G2", under="Y1 Y3", draw="Y9", draw_until_playable=10)
    table.draw(0)

    assert table.types() == ["draw_pile_recycled", "cards_drawn", "turn_passed"]
    assert table.counts() == [5, 2]
    assert table.to_move == 1


def test_draw_until_playable_without_bluffing_a_guilty_wild_draw_four_is_drawn_past() -> None:
    table = position("R5", "R7 Y2", "G1 G2", draw="Y9 W4 R1", draw_until_playable=10, bluffing=False)
    table.draw(0)

    assert table.legal(0) == ["R1", "pass"]
    assert table.counts()[0] == 5


def test_draw_until_playable_judges_a_wild_draw_four_by_the_cards_drawn_before_it() -> None:
    options: dict[str, Any] = {"bluffing": False, "wild_draw_four_needs": "no_match"}
    table = position("R5", "B7 Y2", "G1 G2", draw="Y9 W4 R1", draw_until_playable=10, **options)
    table.draw(0)

    assert table.legal(0) == ["W4", "pass"]


def test_force_play_a_playable_drawn_card_must_be_played() -> None:
    table = position("R5", "B7 Y2 Y3", "G1 G2", draw="R9", force_play=True)
    table.draw(0)

    assert table.legal(0) == ["R9"]
    table.refuses("must_play_drawn_card", 0, engine.Pass())
    table.play(0, "R9")


def test_force_play_says_nothing_of_cards_that_were_held() -> None:
    table = position("R5", "R7 Y2 Y3", "G1 G2", draw="B9", force_play=True)

    assert "draw" in table.legal(0)
    table.draw(0)
    assert table.to_move == 1


@pytest.mark.parametrize(("hand", "legal"), [("R7 Y2 Y3", ["W4", "pass"]), ("B7 Y2 Y3", ["W4"])])
def test_force_play_excepts_a_wild_draw_four_that_would_be_guilty(hand: str, legal: list[str]) -> None:
    table = position("R5", hand, "G1 G2", draw="W4", force_play=True)
    table.draw(0)

    assert table.legal(0) == legal
    if "pass" in legal:
        table.keep(0)
        assert table.to_move == 1
    else:
        table.refuses("must_play_drawn_card", 0, engine.Pass())


def test_force_play_and_draw_until_playable() -> None:
    table = position("R5", "B7 Y2", "G1 G2", draw="Y9 R9", force_play=True, draw_until_playable=5)
    table.draw(0)

    table.refuses("must_play_drawn_card", 0, engine.Pass())


def test_force_play_a_wild_still_needs_its_colour() -> None:
    table = position("R5", "B7 Y2", "G1 G2", draw="W", force_play=True)
    table.draw(0)

    table.refuses_play("color_required", 0, "W")
    table.play(0, "W", "blue")


@pytest.mark.parametrize(
    ("variant", "offered"),
    [
        ("classic", COMMON | TABLE_OPTIONS | CLASSIC_OPTIONS),
        ("duo", COMMON | {"shuffle_on_recycle"}),
        ("mario_kart", COMMON | TABLE_OPTIONS),
    ],
)
def test_each_game_offers_its_own_options(variant: str, offered: set[str]) -> None:
    rules = engine.VARIANTS[variant]

    assert set(rules.options) == offered
    assert set(rules.option_schema()["properties"]) == offered
    assert set(rules.options_dict(rules.make_options({}))) == offered


@pytest.mark.parametrize(
    ("variant", "defaults"),
    [
        (
            "classic",
            {
                "goal": {"kind": "points", "value": 500},
                "starting_hand": 7,
                "bluffing": True,
                "wild_draw_four_needs": "no_color",
                "starter_wild": "reflip",
                "draw_until_playable": None,
                "force_play": False,
                "stacking": "none",
                "seven_zero": False,
                "jump_in": False,
                "uno_penalty": 2,
                "spectators": True,
            },
        ),
        (
            "duo",
            {
                "goal": {"kind": "points", "value": 200},
                "bluffing": True,
                "force_play": False,
                "shuffle_on_recycle": False,
                "uno_penalty": 2,
                "spectators": True,
            },
        ),
        (
            "mario_kart",
            {
                "goal": {"kind": "one_round", "value": None},
                "starting_hand": 7,
                "bluffing": True,
                "draw_until_playable": None,
                "force_play": False,
                "stacking": "none",
                "uno_penalty": 2,
                "spectators": True,
            },
        ),
    ],
)
def test_the_defaults(variant: str, defaults: dict[str, Any]) -> None:
    rules = engine.VARIANTS[variant]

    assert rules.options_dict(rules.make_options({})) == defaults
    assert rules.options_dict(rules.make_options(dict.fromkeys(defaults))) == defaults  # null is left out
    schema = rules.option_schema()
    for name, value in rules.options.items():
        assert schema["properties"][name]["default"] == value
        jsonschema.validate({name: value}, schema)


@pytest.mark.parametrize(
    ("values", "valid"),
    [
        ({"goal": {"kind": "points", "value": 1}}, True),
        ({"goal": {"kind": "points", "value": 10_000}}, True),
        ({"goal": {"kind": "points", "value": 10_001}}, False),
        ({"goal": {"kind": "points", "value": 0}}, False),
        ({"goal": {"kind": "points"}}, False),
        ({"goal": {"kind": "rounds", "value": 100}}, True),
        ({"goal": {"kind": "rounds", "value": 101}}, False),
        ({"goal": {"kind": "rounds", "value": 0}}, False),
        ({"goal": {"kind": "rounds"}}, False),
        ({"goal": {"kind": "one_round"}}, True),
        ({"goal": {"kind": "one_round", "value": 3}}, False),
        ({"goal": {"kind": "forever"}}, False),
        ({"goal": {"value": 3}}, False),
        ({"goal": {"kind": "points", "value": 5, "more": 1}}, False),
        ({"starting_hand": 1}, True),
        ({"starting_hand": 20}, True),
        ({"starting_hand": 0}, False),
        ({"starting_hand": 21}, False),
        ({"starting_hand": "7"}, False),
        ({"bluffing": False}, True),
        ({"bluffing": "no"}, False),
        ({"wild_draw_four_needs": "no_match"}, True),
        ({"wild_draw_four_needs": "nothing"}, False),
        ({"starter_wild": "choose"}, True),
        ({"starter_wild": "keep"}, False),
        ({"draw_until_playable": None}, True),
        ({"draw_until_playable": 2}, True),
        ({"draw_until_playable": 20}, True),
        ({"draw_until_playable": 1}, False),
        ({"draw_until_playable": 21}, False),
        ({"force_play": True}, True),
        ({"force_play": 1}, False),
        ({"stacking": "draw_two"}, True),
        ({"stacking": "same"}, True),
        ({"stacking": "all"}, False),
        ({"seven_zero": True}, True),
        ({"jump_in": True}, True),
        ({"uno_penalty": 0}, True),
        ({"uno_penalty": 10}, True),
        ({"uno_penalty": -1}, False),
        ({"uno_penalty": 11}, False),
        ({"spectators": False}, True),
        ({"shuffle_on_recycle": True}, False),  # an option of another game
        ({"no_such_option": 1}, False),
    ],
)
def test_the_schema_says_which_values_are_good(values: dict[str, Any], *, valid: bool) -> None:
    validator = jsonschema.Draft202012Validator(engine.VARIANTS["classic"].option_schema())

    assert validator.is_valid(values) is valid


@pytest.mark.parametrize("variant", engine.VARIANTS)
def test_the_schema_is_a_schema(variant: str) -> None:
    jsonschema.Draft202012Validator.check_schema(engine.VARIANTS[variant].option_schema())


def test_seven_zero_with_stacking_and_jump_in() -> None:
    table = position(
        "B7", "RD Y2 Y3", "G1", "B7 B5", seven_zero=True, stacking="same", jump_in=True, draw="Y9 Y8 Y7"
    )
    table.play(2, "B7", uno=True)
    table.pick(2, 1)
    assert [table.hand(seat) for seat in range(3)] == ["RD Y2 Y3", "B5", "G1"]
    assert table.state.said == [False, False, True]
    assert table.to_move == 0
