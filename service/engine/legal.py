"""Every move that a seat may make now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from service.engine.cards import Deck
from service.engine.draws import must_play
from service.engine.moves import (
    CallUno,
    Catch,
    Challenge,
    ChooseColor,
    ChooseSeat,
    Draw,
    Move,
    NextRound,
    Pass,
    Play,
)
from service.engine.phases import (
    ChallengePhase,
    ColorPhase,
    DrawnPhase,
    Phase,
    RoundOver,
    SeatPhase,
    TurnPhase,
)
from service.engine.plays import NAMES_COLOR, playable
from service.engine.rules import Offer
from service.engine.state import State
from service.engine.turns import others
from service.engine.uno import may_call, may_catch


@dataclass(frozen=True, slots=True)
class LegalMove:
    """One entry of the list: `json` as answers show it, and the `moves` that it stands for (one for each choice)."""

    json: dict[str, Any]
    moves: tuple[Move, ...]


def play_entry(deck: Deck, card: int, then: Sequence[int] = (), *, last: bool = False) -> LegalMove:
    """List the play of `card`, with the dump `then`; a wild needs a colour unless it is the last card (R9)."""
    json: dict[str, Any] = {"action": Play.action, "card": deck.ids[card]}
    if then:
        json["then"] = [deck.ids[other] for other in then]
    if deck.ranks[card] in NAMES_COLOR and not last:
        return LegalMove(json | {"needs": ["color"]}, tuple(Play(card, color) for color in range(4)))
    return LegalMove(json, (Play(card, then=tuple(then)),))


DRAW: Final = LegalMove({"action": Draw.action}, (Draw(),))
PASS: Final = LegalMove({"action": Pass.action}, (Pass(),))
CHALLENGE: Final = LegalMove({"action": Challenge.action}, (Challenge(),))
COLOR: Final = LegalMove(
    {"action": ChooseColor.action, "needs": ["color"]},
    tuple(ChooseColor(color) for color in range(4)),
)
UNO: Final = LegalMove({"action": CallUno.action}, (CallUno(),))
NEXT_ROUND: Final = LegalMove({"action": NextRound.action}, (NextRound(),))


@lru_cache(maxsize=16)
def catch_entry(seat: int) -> LegalMove:
    """List the catch of `seat`."""
    return LegalMove({"action": Catch.action, "seat": seat}, (Catch(seat),))


def legal_moves(state: State, seat: int) -> list[LegalMove]:
    """List what `seat` may do now: plays in canonical order, then the other moves, a call and a catch."""
    if not state.active[seat]:
        return []
    phase = state.phase
    if phase.seat is None:
        return [NEXT_ROUND] if isinstance(phase, RoundOver) else []
    entries = state.rules.offers[type(phase)](state, seat) if phase.seat == seat else _jump_ins(state, seat)
    if may_call(state, seat):
        entries.append(UNO)
    if state.window is not None:
        target = may_catch(state, seat)
        if target is not None:
            entries.append(catch_entry(target))
    return entries


def _jump_ins(state: State, seat: int) -> list[LegalMove]:
    jump_in = state.rules.jump_in
    if jump_in is None:
        return []
    return [state.rules.plays[card] for card in state.hands[seat] if jump_in(state, card)]


def offer_plays(state: State, seat: int) -> list[LegalMove]:
    """List the cards of the hand that may be laid."""
    hand, rules = state.hands[seat], state.rules
    entries = rules.plays if len(hand) > 1 else rules.last_plays
    return [entries[card] for card in playable(state, hand, hand)]


def offer_turn(state: State, seat: int) -> list[LegalMove]:
    """Play or draw."""
    return [*offer_plays(state, seat), DRAW]


def offer_drawn(state: State, seat: int) -> list[LegalMove]:
    """Play the card drawn, or pass unless it must be played."""
    phase = state.phase
    assert isinstance(phase, DrawnPhase)
    play = state.rules.plays[phase.card]
    return [play] if must_play(state, seat) else [play, PASS]


def offer_challenge(state: State, seat: int) -> list[LegalMove]:
    """Accept, challenge, or pass the sum on where the rules allow it."""
    plays = offer_plays(state, seat) if Play in state.rules.handlers[ChallengePhase] else []
    return [*plays, DRAW, CHALLENGE]


def offer_color(_state: State, _seat: int) -> list[LegalMove]:
    """Name a colour."""
    return [COLOR]


def offer_seat(state: State, seat: int) -> list[LegalMove]:
    """Pick one of the other active seats."""
    seats = sorted(others(state, seat))
    json = {"action": ChooseSeat.action, "needs": ["seat"], "seats": seats}
    return [LegalMove(json, tuple(ChooseSeat(target) for target in seats))]


CORE_OFFERS: Final[Mapping[type[Phase], Offer]] = {
    TurnPhase: offer_turn,
    DrawnPhase: offer_drawn,
    ChallengePhase: offer_challenge,
    ColorPhase: offer_color,
    SeatPhase: offer_seat,
}
"""What the seat that a phase waits for may do; variants add their own phases."""
