"""Properties that hold in every position which random play reaches, in all three games with any options."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service import engine
from service.engine import Challenge, Move, Play
from tests.engine.secrets import Follower, Witness, check_view
from tests.engine.walks import candidates, copy_of, is_listed, listed_moves, stored

GOALS = st.one_of(
    st.builds(lambda value: {"kind": "points", "value": value}, st.sampled_from([1, 40, 200])),
    st.builds(lambda value: {"kind": "rounds", "value": value}, st.integers(1, 3)),
    st.just({"kind": "one_round"}),
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "goal": GOALS,
    "starting_hand": st.sampled_from([3, 2, 4, 7, 1] * 2 + [*range(1, 21)]),
    "bluffing": st.booleans(),
    "wild_draw_four_needs": st.sampled_from(["no_color", "no_match"]),
    "starter_wild": st.sampled_from(["reflip", "choose"]),
    "draw_until_playable": st.sampled_from([None, 2, 10]),
    "force_play": st.booleans(),
    "stacking": st.sampled_from(["none", "draw_two", "same"]),
    "seven_zero": st.booleans(),
    "jump_in": st.booleans(),
    "shuffle_on_recycle": st.booleans(),
    "uno_penalty": st.sampled_from([0, 2, 10]),
    "spectators": st.booleans(),
}
MOST_CARDS = 80
"""Seats times cards, at most (section 5)."""
LEAVE = 250
"""Picks from here on are departures; the others choose among the legal moves."""


class Walk:
    """One game, played by numbers; every position and every move is looked at from all sides."""

    def __init__(
        self, variant: str, seats: int, options: dict[str, Any], seed: bytes, thin: int | None
    ) -> None:
        rules = engine.VARIANTS[variant]
        self.args = (variant, rules.make_options(options), seats)
        self.seed = seed
        self.thin = thin
        self.state, events = self.begin()
        self.done: list[tuple[int, Move | None]] = []
        self.told = [events]
        self.deck = sorted(self.all_cards(self.state))
        self.judged: set[str] = set()
        self.follower = Follower(seats)
        self.follower.follow(events, rules.deck)
        self.look()

    def begin(self) -> tuple[engine.State, engine.Events]:
        """Deal; `thin` leaves only so many cards in the draw pile, which brings recycling and blocked rounds near."""
        state, events = engine.new_game(*self.args, seed=self.seed, client_seeds=("a", "b"))
        if self.thin is not None and state.status == "playing":
            del state.draw_pile[self.thin :]
        return state, events

    @staticmethod
    def all_cards(state: engine.State) -> list[int]:
        return [*state.draw_pile, *state.discard_pile, *(card for hand in state.hands for card in hand)]

    def step(self, pick: int) -> bool:
        """Do what `pick` says; False once the game is over."""
        state = self.state
        moves = listed_moves(state)
        if not moves:
            assert state.status == "finished"
            return False
        seat: int
        move: Move | None
        if pick >= LEAVE:
            active = state.active_seats()
            seat, move = active[pick % len(active)], None
        else:
            plays = [(seat, move) for seat, move in moves if isinstance(move, Play)]
            choice = plays if plays and pick % 4 else moves  # most hands shrink, so that UNO comes near
            seat, move = choice[pick % len(choice)]
            if isinstance(move, Play) and pick % 3 == 0:
                move = Play(move.card, move.color, uno=True, then=move.then)
        self.make(seat, move)
        return True

    def make(self, seat: int, move: Move | None) -> None:
        """Make a move, or leave, and look at what came of it."""
        witness = Witness(self.state)
        judged = self.judged if isinstance(move, Challenge) else set()
        if isinstance(move, Play):
            self.judged = witness.hands[seat] - set(self.state.card_ids([move.card]))
        elif isinstance(move, engine.NextRound):
            self.deck = list(range(len(self.state.rules.deck)))
        events = engine.leave(self.state, seat) if move is None else engine.apply(self.state, seat, move)
        self.done.append((seat, move))
        self.told.append(events)
        witness.check(self.state, seat, move, events, judged)
        self.follower.follow(events, self.state.rules.deck)
        self.look()
        self.state = stored(self.state)

    def look(self) -> None:
        """Check what must hold in every position."""
        state = self.state
        assert sorted(self.all_cards(state)) == self.deck
        assert all(hand == sorted(hand) for hand in state.hands)
        assert stored(state) == state
        assert stored(state).rules is state.rules
        phase = state.phase
        if phase.seat is None:
            assert state.status in ("round_over", "finished")
            assert (state.status == "finished") is bool(state.winners)
        else:
            assert state.active[phase.seat]
            assert engine.legal_moves(state, phase.seat)
            engine.apply(copy_of(state), phase.seat, engine.default_move(state, phase.seat))
        self.follower.check(state)
        for viewer in (*range(len(state.hands)), None):
            check_view(state, viewer)

    def try_everything(self, *, whole_deck: bool) -> None:
        """Exactly the listed moves are accepted, for every seat; a refused move changes nothing."""
        state = self.state
        trial = copy_of(state)
        for seat in range(len(state.hands)):
            entries = [entry.json for entry in engine.legal_moves(state, seat)]
            for move in candidates(state, seat, whole_deck=whole_deck):
                try:
                    engine.apply(trial, seat, move)
                except engine.Refusal:
                    accepted = False
                    assert trial == state, f"{move} of seat {seat} was refused and changed something"
                else:
                    accepted = True
                    trial = copy_of(state)
                assert accepted == is_listed(state, seat, move, entries), f"{move} of seat {seat}"

    def replay(self) -> None:
        """Same seed and moves, same game: without the snapshots in between."""
        state, events = self.begin()
        told = [events]
        for seat, move in self.done:
            told.append(engine.leave(state, seat) if move is None else engine.apply(state, seat, move))
        assert state == self.state
        assert told == self.told


@st.composite
def walks(draw: st.DrawFn, variant: str, seats: int) -> Walk:
    """Begin a game with any options."""
    rules = engine.VARIANTS[variant]
    options = draw(st.fixed_dictionaries({name: VALUES[name] for name in rules.options}))
    if "starting_hand" in options:
        options["starting_hand"] = min(options["starting_hand"], MOST_CARDS // seats)
    thin = draw(st.sampled_from([None, None, 0, 3, 12]))
    return Walk(variant, seats, options, draw(st.binary(min_size=32, max_size=32)), thin)


GAMES = {2: 9, 3: 9, 4: 4}
"""Games by number of seats, two with more; most of what can go wrong needs few players."""


@pytest.mark.parametrize(
    ("variant", "seats", "games"),
    [
        (key, seats, 40 if rules.max_players == 2 else GAMES.get(seats, 2))
        for key, rules in engine.VARIANTS.items()
        for seats in range(rules.min_players, rules.max_players + 1)
    ],
)
def test_random_play_holds_every_promise(variant: str, seats: int, games: int) -> None:
    @settings(
        max_examples=games,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(
        walks(variant, seats),
        st.lists(st.integers(0, LEAVE + 5), min_size=25, max_size=80),
        st.integers(0, 19),
    )
    def holds(walk: Walk, picks: list[int], offset: int) -> None:
        for number, pick in enumerate(picks):
            walk.try_everything(whole_deck=number % 20 == offset)
            if not walk.step(pick):
                break
        walk.try_everything(whole_deck=True)
        walk.replay()

    holds()
