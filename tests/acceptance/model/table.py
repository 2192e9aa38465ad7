"""The table: everything the model remembers of a game, and the handling of the piles (R2, R3)."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Turn:
    """Who must act, and how (the view's `turn`)."""

    seat: int
    phase: str = "play"
    penalty: int = 0
    by: int | None = None
    reason: str | None = None


@dataclass
class Table:
    """One game. Cards are ids; the first of `draw_pile` is its top, the last of `discards` is the up card."""

    variant: str
    options: dict[str, Any]
    names: list[str]
    dealer: int
    draw_pile: list[str]
    status: str = "playing"
    version: int = 1
    round: int = 1
    host: int = 0
    direction: int = 1
    discards: list[str] = field(default_factory=list)
    draft_discards: list[str] = field(default_factory=list)
    color: str | None = None
    turn: Turn | None = None
    drawn_card: str | None = None
    #: what a pending sum is owed for: the rank "D" or "W4", None when nothing is owed
    owed_for: str | None = None
    #: R12: the hand of the last Wild Draw Four's player as it stood, and whether it was a bluff
    judged_hand: list[str] = field(default_factory=list)
    judged_guilty: bool = False
    #: R16: the seat whose UNO window is open
    window: int | None = None
    #: calls that stand: seat -> "two" (R15, before playing), "play" (sent with a play not resolved yet) or "one"
    calls: dict[int, str] = field(default_factory=dict)
    #: R4: turns in succession that drew nothing and played nothing
    empty_turns: int = 0
    winners: list[int] = field(default_factory=list)
    rounds: list[dict[str, Any]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    #: event types of this request whose number or place the contract leaves open
    loose: set[str] = field(default_factory=set)
    hands: list[list[str]] = field(default_factory=list)
    active: list[bool] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        seats = len(self.names)
        self.hands = [[] for _ in range(seats)]
        self.active = [True] * seats
        self.scores = [0] * seats

    # -- seats

    @property
    def up_card(self) -> str:
        """The top of the discard pile."""
        return self.discards[-1]

    @property
    def mover(self) -> Turn:
        """The turn, where there must be one."""
        assert self.turn is not None
        return self.turn

    def active_seats(self) -> list[int]:
        """Seats still in the game, rising."""
        return [seat for seat, here in enumerate(self.active) if here]

    def step(self, seat: int, direction: int) -> int:
        """The first active seat from `seat` on in a direction."""
        while True:
            seat = (seat + direction) % len(self.names)
            if self.active[seat]:
                return seat

    def next_seat(self, seat: int) -> int:
        """The rules' *next*."""
        return self.step(seat, self.direction)

    def others(self, seat: int) -> list[int]:
        """Every other active seat."""
        return [other for other in self.active_seats() if other != seat]

    # -- events

    def emit(self, kind: str, private: dict[int, dict[str, Any]] | None = None, **public: Any) -> None:
        """Notes an event; `private` holds what single seats see besides."""
        self.events.append({"type": kind, "private": private or {}, **public})

    # -- piles

    def take_top(self) -> str | None:
        """The draw pile's top card; turns the discards over first if the pile is empty (R2). None: nothing left."""
        if not self.draw_pile and len(self.discards) > 1:
            self.draw_pile, self.discards = self.discards[:-1], self.discards[-1:]
            self.emit("draw_pile_recycled", count=len(self.draw_pile))
        return self.draw_pile.pop(0) if self.draw_pile else None

    def deal_to(self, seat: int, count: int, reason: str) -> int:
        """A seat draws up to `count` cards; how many there were (R3)."""
        drawn: list[str] = []
        while len(drawn) < count and self.draw_into(seat, drawn):
            pass
        self.note_drawn(seat, drawn, reason)
        return len(drawn)

    def draw_into(self, seat: int, drawn: list[str]) -> bool:
        """One card into the hand, noted in `drawn`; False when there is none."""
        card = self.take_top()
        if card is None:
            return False
        self.hands[seat].append(card)
        drawn.append(card)
        return True

    def note_drawn(self, seat: int, drawn: list[str], reason: str) -> None:
        """Tells of cards drawn; a call at one card lapses when it is no longer one (R17)."""
        self.emit("cards_drawn", {seat: {"cards": drawn}}, seat=seat, count=len(drawn), reason=reason)
        self.lapse_call(seat)

    def lapse_call(self, seat: int) -> None:
        """R17: forgets a call at one card whose hand is no longer exactly one."""
        if self.calls.get(seat) == "one" and len(self.hands[seat]) != 1:
            del self.calls[seat]
