"""What players do in a game."""

from collections.abc import Callable
from typing import Final

from service.api.blueprint import Blueprint
from service.api.operation import NO_FIELDS, Call, Operation, View
from service.api.schemas.base import Input
from service.api.schemas.events import Outcome
from service.api.schemas.requests import CatchRequest, ChoiceRequest, DraftRequest, PlayRequest
from service.games import Access, Answer

blueprint: Final = Blueprint(
    "actions", __name__, url_prefix="/v1/games/<id>", description="What players do in a game."
)

_OUTCOME: Final = Outcome()
_RUNNING: Final = ("game_not_started", "game_over", "round_over")
_ON_TURN: Final = (*_RUNNING, "not_your_turn", "wrong_phase")


def _action(
    path: str, *codes: str, body: Input = NO_FIELDS, access: Access = Access.SEAT
) -> Callable[[View], View]:
    operation = Operation(
        method="POST",
        status=200,
        answer=_OUTCOME,
        action=path.removeprefix("/").replace("-", "_"),
        access=access,
        body=body,
        codes=codes,
    )
    return blueprint.operation(path, operation)


@_action("/start", "already_started", "game_over", "too_few_players", access=Access.HOST)
def start_game(call: Call) -> Answer:
    """Start a game.

    Deals to those who are seated; seats still open are closed, and gaps between seats with them.
    """
    return call.games.start(call.found)


@_action("/draft", *_ON_TURN, body=DraftRequest())
def draft_card(call: Call) -> Answer:
    """Draft a card.

    In `duo`: keep the card looked at, or refuse it and keep the next one.
    """
    return call.games.act(call.found, "draft", call.fields)


@_action(
    "/play",
    *_ON_TURN,
    "card_not_in_hand",
    "card_not_playable",
    "dump_not_whole_color",
    "color_required",
    "color_not_allowed",
    body=PlayRequest(),
)
def play_card(call: Call) -> Answer:
    """Play a card.

    A wild needs `color`, unless it is the last card. `uno` says UNO with the play: who comes down to one card must say
    it, and may also do so before or right after.
    """
    return call.games.act(call.found, "play", call.fields)


@_action("/draw", *_ON_TURN)
def draw_cards(call: Call) -> Answer:
    """Draw cards.

    Draws for the turn, or takes what is owed: a Wild Draw Four accepted, a volley not continued. A card drawn for the
    turn that can be played leads to the phase `drawn`, else the turn ends.
    """
    return call.games.act(call.found, "draw", call.fields)


@_action("/pass", *_ON_TURN, "must_play_drawn_card")
def pass_turn(call: Call) -> Answer:
    """Keep the drawn card.

    Ends the turn of a seat that drew a playable card.
    """
    return call.games.act(call.found, "pass", call.fields)


@_action("/challenge", *_ON_TURN, "nothing_to_challenge")
def challenge_wild_draw_four(call: Call) -> Answer:
    """Challenge a Wild Draw Four.

    If it was a bluff, who laid it draws four and the challenger takes a normal turn; else the challenger draws six and
    loses the turn. The judged hand is shown to the challenger alone, in the events.
    """
    return call.games.act(call.found, "challenge", call.fields)


@_action("/choose", *_ON_TURN, "seat_not_found", "target_not_allowed", body=ChoiceRequest())
def choose(call: Call) -> Answer:
    """Choose a colour or a seat.

    As the phase asks: `color` or `seat`.
    """
    return call.games.act(call.found, "choose", call.fields)


@_action("/uno", *_RUNNING, "uno_not_due")
def call_uno(call: Call) -> Answer:
    """Say UNO.

    With one card while nobody has acted since, or with two on one's own turn before playing.
    """
    return call.games.act(call.found, "uno", call.fields)


@_action("/catch", *_RUNNING, "seat_not_found", "nothing_to_catch", body=CatchRequest())
def catch_uno(call: Call) -> Answer:
    """Catch a player who forgot to say UNO.

    Possible until the next play, draw, pass, challenge or choice of anyone. A false catch costs nothing.
    """
    return call.games.act(call.found, "catch", call.fields)


@_action("/next-round", "game_not_started", "game_over", "round_not_over")
def next_round(call: Call) -> Answer:
    """Deal the next round.

    Any seat may ask for it once a round is over.
    """
    return call.games.act(call.found, "next_round", call.fields)
