"""The model of one stacked game: create it, ask what is permitted, act, leave."""

from typing import Any

from tests.acceptance.model import choosing, duo, leaving, plays, starting, turns
from tests.acceptance.model.cards import build_deck, is_wild, rank_of
from tests.acceptance.model.legal import legal_actions
from tests.acceptance.model.options import complete
from tests.acceptance.model.refusals import codes
from tests.acceptance.model.table import Table

Body = dict[str, Any]


class RefusedError(Exception):
    """The action is not permitted; `codes` are the answers that fit."""

    def __init__(self, fitting: set[str]) -> None:
        super().__init__(" or ".join(sorted(fitting)))
        self.codes = fitting


class Game:
    """A stacked game as the rules have it, from the deal to the end of its first round."""

    def __init__(self, create: Body) -> None:
        """`create` is the body of POST /v1/games, with a `deck`."""
        self.create = create
        variant = create["variant"]
        named = create.get("deck") or []
        deck = [*named, *(card for card in build_deck(variant) if card not in set(named))]
        names = [player["name"] for player in create["players"]]
        dealer = create.get("dealer")
        options = complete(variant, create.get("options") or {})
        self.table = Table(variant, options, names, len(names) - 1 if dealer is None else dealer, deck)
        starting.begin(self.table)

    def legal(self, seat: int) -> list[Body]:
        """The seat's `legal_actions`."""
        return legal_actions(self.table, seat)

    def permits(self, seat: int, action: str, body: Body) -> bool:
        """Whether a well-formed request fits one of the listed actions."""
        return any(self._fits(seat, entry, body) for entry in self.legal(seat) if entry["action"] == action)

    def act(self, seat: int, action: str, body: Body) -> list[Body]:
        """Carries out an action; the events it set off. Raises `RefusedError`, then nothing has changed."""
        if not self.permits(seat, action, body):
            raise RefusedError(self.refusal(seat, action, body))
        assert action != "next_round", "the model knows the stacked round only"
        self._new_request()
        self._carry_out(seat, action, body)
        return self.table.events

    def refusal(self, seat: int, action: str, body: Body) -> set[str]:
        """The codes that fit an action that is not permitted."""
        return codes(self.table, seat, action, body)

    def leave(self, seat: int) -> list[Body]:
        """R19; the events it set off."""
        self._new_request()
        leaving.leave(self.table, seat)
        return self.table.events

    def _new_request(self) -> None:
        self.table.events, self.table.loose = [], set()
        self.table.version += 1

    def _carry_out(self, seat: int, action: str, body: Body) -> None:
        table = self.table
        if action == "play":
            plays.play(
                table, seat, body["card"], body.get("color"), bool(body.get("uno")), body.get("then") or []
            )
        elif action == "choose" and table.mover.phase == "color":
            choosing.choose_color(table, seat, body["color"])
        elif action == "choose":
            choosing.choose_seat(table, seat, body["seat"])
        elif action == "catch":
            turns.catch(table, seat, body["seat"])
        elif action == "draft":
            if duo.draft(table, seat, body["keep"]):
                starting.turn_up(table)
        else:
            plain = {
                "draw": turns.draw,
                "pass": turns.keep,
                "challenge": turns.challenge,
                "uno": turns.call_uno,
            }
            plain[action](table, seat)

    def _fits(self, seat: int, entry: Body, body: Body) -> bool:
        sent = {key: value for key, value in body.items() if value is not None and key != "uno"}
        if entry["action"] == "play":
            return self._fits_play(seat, entry, sent)
        if entry["action"] == "choose":
            wanted = entry["needs"]
            return list(sent) == wanted and (wanted == ["color"] or sent["seat"] in entry["seats"])
        if entry["action"] == "catch":
            return bool(sent["seat"] == entry["seat"])
        return True

    def _fits_play(self, seat: int, entry: Body, sent: Body) -> bool:
        card, color, then = sent["card"], sent.get("color"), sent.get("then") or []
        if self.table.mover.phase == "dump":
            return color is None and sorted([card, *then]) == sorted([entry["card"], *entry.get("then", [])])
        if card != entry["card"] or sorted(then) != sorted(entry.get("then", [])):
            return False
        if "needs" in entry:
            return color is not None
        last_wild = is_wild(card) and rank_of(card) != "WI" and len(self.table.hands[seat]) == 1
        return color is None or last_wild
