"""Every byte that a viewer gets is searched for cards that the viewer must not know."""

import json
import random
import re
from typing import Any

import httpx
import pytest

from tests.live.client import EventSource
from tests.live.play import Game

CARD = re.compile(rb"\b(?:[RYGB][0-9SRD]|WI|W4|W)\.[1-8]\b")
SEATS = {"classic": 3, "duo": 2, "mario_kart": 4}
LAID_OPEN = (
    "card_turned_up",
    "starter_returned",
    "card_played",
    "cards_dumped",
    "item_flipped",
    "draft_card_discarded",
)
GAMES, MOVES = 50, 25


class Witness:
    """What each viewer of a round has been shown as the rules want it, by the players' own hands."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[int | None, set[bytes]] = {
            viewer: set() for viewer in (*range(len(game.tokens)), None)
        }
        self.hands: list[set[bytes]] = []
        self.seen = 0
        self.look()

    def look(self) -> None:
        """Look into every hand, and at what was laid open."""
        news = self.game.events(after=self.seen)
        self.seen += len(news)
        open_cards = [event for event in news if event["type"] in LAID_OPEN]
        views = {viewer: self.game.view(viewer) for viewer in self.known}
        self.hands = [cards(views[seat]["you"]) for seat in range(len(self.game.tokens))]
        for viewer, known in self.known.items():
            known.update(cards(open_cards))
            if viewer is not None:
                known.update(self.hands[viewer])
            assert cards(views[viewer]) <= known, viewer

    def judge(self, turn: dict[str, Any], made: dict[str, Any]) -> None:
        """Take note of a challenge that was made: it showed the challenger a hand."""
        if any(event["type"] == "hand_revealed" for event in made["events"]):
            self.known[turn["seat"]] |= self.hands[turn["by"]]


def cards(shown: Any) -> set[bytes]:
    """The ids of cards anywhere in what was shown."""
    return set(CARD.findall(json.dumps(shown).encode()))


@pytest.mark.parametrize("variant", SEATS)
def test_no_byte_of_a_stream_tells_of_a_hidden_card(service_url: str, variant: str) -> None:
    rng = random.Random(variant)
    found = 0
    with httpx.Client(base_url=service_url) as client:
        for _ in range(GAMES):
            game = Game(client, SEATS[variant], variant)
            witness = Witness(game)
            viewers = list(witness.known)
            sources = {
                viewer: EventSource([service_url], game.path, game.token(viewer), "?after=0&include=view")
                for viewer in viewers
            }
            for _ in range(MOVES):
                turn = game.view()["turn"]
                if turn is None:
                    break
                answer = game.move(rng)
                made = answer["game"]
                if made["turn"] is None:
                    break
                witness.judge(turn, answer)
                witness.look()
                assert cards(answer) <= witness.known[turn["seat"]]
                for viewer, source in sources.items():
                    source.wait_for_event(made["last_event"])
                    told = set(CARD.findall(source.raw))
                    assert told <= witness.known[viewer], (viewer, told - witness.known[viewer])
                    found += len(told)
            for viewer, source in sources.items():
                source.stop()
                assert not any(token.encode() in source.raw for token in game.tokens), viewer
    assert found > 1_000
