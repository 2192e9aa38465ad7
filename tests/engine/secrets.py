"""What a viewer may know, written without the engine's own gate: the oracle of the leak tests."""

import json
import re
from typing import Any

from service import engine
from service.engine import Draft, Move, Play

CARD = re.compile(r"\b(?:[RYGB][0-9SRD]|WI|W4|W)\.\d\b")
FACE_UP = {
    "card_turned_up",
    "starter_returned",
    "card_played",
    "cards_dumped",
    "item_flipped",
    "draft_card_discarded",
}


def cards_in(answer: Any) -> set[str]:
    """Find every card id anywhere in an answer."""
    return set(CARD.findall(json.dumps(answer)))


def check_view(state: engine.State, viewer: int | None) -> None:
    """A view tells the up card, one's own hand and the card one looks at while drafting; never the seed."""
    seen = engine.view(state, viewer)
    known = set(state.discard_pile[-1:])
    if viewer is not None:
        known.update(state.hands[viewer])
        if state.status == "drafting" and state.phase.seat == viewer:
            known.add(state.draw_pile[-1])
    assert cards_in(seen) <= set(state.card_ids(sorted(known)))
    assert ("you" in seen) is (viewer is not None)
    assert state.seed.hex() not in json.dumps(seen)


class Witness:
    """Remembers a position, and says after a move which events tell a viewer too much or too little."""

    def __init__(self, state: engine.State) -> None:
        self.hands = [set(state.card_ids(hand)) for hand in state.hands]
        self.piles = set(state.card_ids(state.draw_pile)) | set(state.card_ids(state.discard_pile))
        self.phase = state.phase.name
        self.layer = state.phase.by
        self.seed = state.seed.hex()

    def check(
        self, state: engine.State, seat: int, move: Move | None, events: engine.Events, judged: set[str]
    ) -> None:
        """Hold each viewer's events against what the rules let them see; `move` is None when `seat` left."""
        for viewer in (*range(len(state.hands)), None):
            if move is None and viewer == seat:
                continue  # who leaves may be shown a last draw, which is then gone from the hand
            for event in events:
                seen = engine.redact(event, viewer, state.rules.deck)
                self._check_event(state, viewer, seat, move, seen, judged)

    def _check_event(
        self,
        state: engine.State,
        viewer: int | None,
        seat: int,
        move: Move | None,
        seen: dict[str, Any],
        judged: set[str],
    ) -> None:
        found, kind = cards_in(seen), seen["type"]
        assert "secret" not in seen
        assert self.seed not in json.dumps(seen)
        if kind in FACE_UP:
            assert found <= self._laid(state, move) | self.piles or isinstance(move, engine.NextRound)
        elif kind == "round_ended":
            assert found <= {card for hand in state.hands for card in state.card_ids(hand)}
        elif kind == "hand_revealed" and viewer == seat:
            assert found == judged
        elif viewer is None:
            assert not found
        else:
            assert found <= self.hands[viewer] | set(state.card_ids(state.hands[viewer]))
        if kind in ("cards_drawn", "cards_dealt"):
            assert len(seen.get("cards", [])) == (seen["count"] if viewer == seen["seat"] else 0)
        elif kind == "card_drafted":
            assert ("card" in seen) is (viewer == seen["seat"])

    def _laid(self, state: engine.State, move: Move | None) -> set[str]:
        if isinstance(move, Play):
            return set(state.card_ids([move.card, *move.then]))
        if move is None or isinstance(move, Draft):
            # A departure may play what was drawn (`force_play`) or make a dump; only the leaver's own cards.
            return set.union(*self.hands)
        return set()


class Follower:
    """A client that keeps hand sizes, the up card and the direction by the public events alone."""

    def __init__(self, seats: int) -> None:
        self.counts = [0] * seats
        self.active = [True] * seats
        self.up: str | None = None
        self.direction = 1

    def follow(self, events: engine.Events, deck: engine.Deck) -> None:
        """Take in events as a spectator sees them."""
        for event in events:
            self._take(engine.redact(event, None, deck))

    def _take(self, event: dict[str, Any]) -> None:
        kind, counts = event["type"], self.counts
        if kind in FACE_UP - {"starter_returned"}:
            self.up = (event.get("card") or event["cards"][-1])["id"]
        if kind in ("cards_dealt", "cards_drawn", "card_drafted"):
            counts[event["seat"]] += event.get("count", 1)
        elif kind in ("card_played", "cards_dumped"):
            counts[event["seat"]] -= len(event.get("cards", "1"))
        elif kind == "direction_changed":
            self.direction = event["direction"]
        elif kind == "hands_swapped":
            one, other = event["seat"], event["target"]
            counts[one], counts[other] = counts[other], counts[one]
        elif kind == "hands_rotated":
            seats = [seat for seat, active in enumerate(self.active) if active][:: self.direction]
            sizes = [counts[seat] for seat in seats]
            for taker, size in zip([*seats[1:], seats[0]], sizes, strict=True):
                counts[taker] = size
        else:
            self._begin_or_leave(event)

    def _begin_or_leave(self, event: dict[str, Any]) -> None:
        if event["type"] == "round_started":
            self.counts = [0] * len(self.counts)
            self.direction, self.up = 1, None
        elif event["type"] == "player_left":
            self.counts[event["seat"]], self.active[event["seat"]] = 0, False

    def check(self, state: engine.State) -> None:
        """Hold what was followed against the public view."""
        seen = engine.view(state, None)
        assert self.counts == [player["cards"] for player in seen["players"]]
        assert self.direction == seen["direction"]
        top = seen["discard_pile"]["top"]
        assert self.up == (top and top["id"])
