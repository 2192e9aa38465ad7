"""The choices of a colour or a seat (api.md `choose`)."""

from tests.acceptance.model.items import green_shell
from tests.acceptance.model.plays import swap
from tests.acceptance.model.starting import starter_color_named
from tests.acceptance.model.table import Table
from tests.acceptance.model.turns import end_turn, judge_uno


def choose_color(table: Table, seat: int, color: str) -> None:
    """Names the colour of a starter, or after a Bob-omb."""
    table.window = None
    table.color = color
    table.emit("color_chosen", seat=seat, color=color)
    if table.mover.reason == "starter":
        starter_color_named(table, seat)
        return
    _call_is_settled(table, seat)
    judge_uno(table, seat)
    end_turn(table, seat)


def choose_seat(table: Table, seat: int, target: int) -> None:
    """Picks the target of a Green Shell or of a 7."""
    table.window = None
    table.emit("seat_chosen", seat=seat, target=target)
    _call_is_settled(table, seat)
    if table.mover.reason == "seven":
        swap(table, seat, target)
    else:
        green_shell(table, seat, target)


def _call_is_settled(table: Table, seat: int) -> None:
    """Whether a call sent with the play is told then or now is open."""
    if seat in table.calls:
        table.loose.add("uno_said")
