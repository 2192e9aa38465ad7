"""Plays a whole game with the generated client `uno_client`: `python game.py URL BODY`, BODY being that of createGame.

It does what the client guide asks of a client: it takes up what it knows and passes over what it does not. The last
line that it writes is JSON: the game's id, its status, the types of the events that it saw.
"""

import json
import sys
from http import HTTPStatus
from typing import cast

from uno_client import AuthenticatedClient, Client
from uno_client.api.actions import (
    call_uno,
    catch_uno,
    challenge_wild_draw_four,
    choose,
    draft_card,
    draw_cards,
    next_round,
    pass_turn,
    play_card,
)
from uno_client.api.events import list_events
from uno_client.api.games import create_game, get_game
from uno_client.api.score import get_score
from uno_client.models import (
    CatchRequest,
    ChoiceRequest,
    Color,
    CreatedGame,
    DraftRequest,
    EventPage,
    LegalAction,
    NewGame,
    NoFields,
    Outcome,
    PlayRequest,
    Problem,
    ScoreSheet,
    View,
)
from uno_client.types import UNSET, Unset

PREFERENCE = ("uno", "play", "choose", "draft", "next_round", "challenge", "pass", "draw", "catch")
"""The actions that this client knows, those first that it would rather take."""


WITHOUT_FIELDS = {
    "challenge": challenge_wild_draw_four.sync,
    "draw": draw_cards.sync,
    "next_round": next_round.sync,
    "pass": pass_turn.sync,
    "uno": call_uno.sync,
}


def needed(action: LegalAction, name: str) -> bool:
    """Whether a field must be added."""
    return not isinstance(action.needs, Unset) and name in action.needs


def take(me: AuthenticatedClient, game: str, action: LegalAction) -> object:
    """Send a legal action."""
    if action.action == "play":
        assert not isinstance(action.card, Unset)
        color = Color.RED if needed(action, "color") else UNSET
        return play_card.sync(
            game, client=me, body=PlayRequest(card=action.card, color=color, then=action.then)
        )
    if action.action == "choose":
        seats = [] if isinstance(action.seats, Unset) else action.seats
        choice = ChoiceRequest(seat=seats[0]) if needed(action, "seat") else ChoiceRequest(color=Color.GREEN)
        return choose.sync(game, client=me, body=choice)
    if action.action == "catch":
        assert not isinstance(action.seat, Unset)
        return catch_uno.sync(game, client=me, body=CatchRequest(seat=action.seat))
    if action.action == "draft":
        return draft_card.sync(game, client=me, body=DraftRequest(keep=True))
    return WITHOUT_FIELDS[action.action](game, client=me, body=NoFields())


def look(me: AuthenticatedClient, game: str) -> View:
    """Get the view."""
    view = get_game.sync(game, client=me)
    assert isinstance(view, View), view
    return view


def main(url: str, body: str) -> None:
    """Create a game, play all its seats, check what the game says in the end."""
    # The generator takes an optional API key or token for a needed one; a client without any is all it takes.
    anybody = cast("AuthenticatedClient", Client(base_url=url, raise_on_unexpected_status=True))
    created = create_game.sync(client=anybody, body=NewGame.from_dict(json.loads(body)))
    assert isinstance(created, CreatedGame), created
    game = created.game.id
    players = [
        AuthenticatedClient(url, seat.token, raise_on_unexpected_status=True) for seat in created.seats
    ]
    refused = draw_cards.sync_detailed(
        game, client=AuthenticatedClient(url, "uno_" + "x" * 43), body=NoFields()
    )
    assert refused.status_code == HTTPStatus.UNAUTHORIZED
    assert isinstance(refused.parsed, Problem)
    assert refused.parsed.code == "token_invalid"
    view = created.game
    while view.status not in ("finished", "abandoned"):
        seat = view.turn.seat if view.turn else 0
        you = look(players[seat], game).you
        assert not isinstance(you, Unset)
        known = [action for action in you.legal_actions if action.action in PREFERENCE]
        outcome = take(players[seat], game, min(known, key=lambda action: PREFERENCE.index(action.action)))
        assert isinstance(outcome, Outcome), outcome
        view = outcome.game
    sheet = get_score.sync(game, client=players[0])
    assert isinstance(sheet, ScoreSheet)
    assert sheet.winners == view.winners
    types: set[str] = set()
    last, more = 0, True
    while more:
        page = list_events.sync(game, client=players[0], after=last, limit=200)
        assert isinstance(page, EventPage)
        types.update(event.type_ for event in page.events)
        last, more = page.last, page.has_more
    assert last == look(players[0], game).last_event
    sys.stdout.write(json.dumps({"id": game, "status": view.status, "types": sorted(types)}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
