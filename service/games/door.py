"""The one door to a game: load, decide, commit."""

import random
import time
from collections.abc import Callable
from typing import Final

from service import engine
from service.engine import Refusal
from service.games import books, receipts, record, tokens
from service.games.books import Lives
from service.games.checks import authenticate, check_role, check_version, seat_of
from service.games.errors import StorageUnavailable
from service.games.listing import Listing
from service.games.ports import Commit, Meter, NewReceipt, Store
from service.games.record import Game, Player
from service.games.requests import Access, Answer, Opened, Request
from service.games.tickets import Tickets, bad_ticket

BUDGET: Final = 1.7
"""Seconds within which a request gets all that it needs of the store, or gives up."""
PING_BUDGET: Final = 0.8
"""The same for one who only wants to know whether the store answers."""
RACE_BUDGET: Final = 1.0
"""Seconds within which a request that loses races tries again."""
TRIES: Final = 10
"""How often a request that loses races is decided anew."""
FIRST_PAUSE: Final = 0.004
LONGEST_PAUSE: Final = 0.128
"""Seconds between two tries."""

Events = list[engine.Event]
Decide = Callable[[Game, int | None], Events]
"""Changes a game for a caller's seat and tells what happened, or raises a Refusal."""
Present = Callable[[Game, int | None, Events], Answer]
"""Makes the answer of the changed game and of what happened."""


class Door:
    """Opens games to requests and commits what they change."""

    def __init__(self, store: Store, lives: Lives, now: Callable[[], int], meter: Meter) -> None:
        self._store = store
        self._meter = meter
        self._lives = lives
        self._now = now
        self.tickets = Tickets(store, now)
        self._listing = Listing(store, lives.lobby)

    def open(self, request: Request, access: Access) -> Opened:
        """Find out who asks and about which game, in one load.

        Refuses in the contract's order: 401, (a recorded answer), 404, 403.
        """
        if request.token is None and access in (Access.SEAT, Access.HOST):
            raise Refusal("token_required", "Send the seat's token as 'Authorization: Bearer uno_...'.")
        return self._open(request, access, time.monotonic() + BUDGET)

    def _open(self, request: Request, access: Access, deadline: float) -> Opened:
        if request.game_id is None:
            return self._open_nowhere(request, access, deadline)
        opened = self._load(request, access, request.game_id, deadline)
        if opened.replay is None:
            check_role(opened)
        return opened

    def _open_nowhere(self, request: Request, access: Access, deadline: float) -> Opened:
        """Open a request that names no game: its token may be of any game, its key only of a creation."""
        opened = Opened(request, access, deadline)
        if request.token is not None:
            game_id = self._store.get(_index_name(tokens.sha256(request.token)), deadline)
            snapshot = self._store.load(game_id, None, deadline)[0] if game_id else None
            opened.game = record.decode(snapshot) if snapshot else None
            opened.seat = authenticate(opened.game, request.token)
        name = receipts.name_of(request, access)
        claimed = self._store.get(claim_name(name.key), deadline) if name else None
        if claimed:
            game_id, _ = _split(claimed)
            _, receipt = self._store.load(game_id, name, deadline)
            opened.replay = receipts.replay(receipt, request, game_id, self._now()) if receipt else None
        return opened

    def _load(self, request: Request, access: Access, game_id: str, deadline: float) -> Opened:
        name = receipts.name_of(request, access)
        snapshot = receipt = None
        if tokens.is_game_id(game_id):
            snapshot, receipt = self._store.load(game_id, name, deadline)
        opened = Opened(request, access, deadline, record.decode(snapshot) if snapshot else None)
        opened.seat = authenticate(opened.game, request.token)
        if request.token is not None:
            opened.bearer = tokens.sha256(request.token)
        if request.ticket is not None:
            opened.bearer = self.tickets.redeem(request.ticket, game_id, deadline)
            opened.seat = seat_of(opened.game, opened.bearer)
            if opened.seat is None:
                raise bad_ticket()
        if receipt:
            opened.replay = receipts.replay(receipt, request, game_id, self._now())
        return opened

    def change(
        self, opened: Opened, decide: Decide, present: Present, *, salt: str = "", seats: bool = False
    ) -> Answer:
        """Decide and commit; when another request was faster, load and decide again, a few times.

        The answer is kept for repeats if the request has a key; a `salt` says that it carries tokens derived with it.
        `seats` says that somebody sits down.
        """
        for lost in range(TRIES):
            if lost:
                _pause(lost, opened.deadline)
                self._meter.retried()
                opened = self._open(opened.request, opened.access, opened.deadline)
                if opened.replay:
                    return opened.replay
            game = opened.game
            assert game is not None  # noqa: S101 - only a creation and its like have none
            expected, before = game.version, game.status
            caller = None if opened.seat is None else game.seats[opened.seat]
            try:
                check_version(game, opened.request)
                decided = decide(game, opened.seat)
            except Refusal:
                # Told of a state that a failover undoes, a client would give up what it had repeated after a 503.
                self._store.confirm(game.id, opened.deadline)
                raise
            happened = books.enter(game, decided, self._lives, self._now())
            answer = present(game, _seat_of(game, caller), happened)
            if self._commit(opened, game, expected, happened, answer, salt=salt, seats=seats):
                self._meter.stored(game.variant, before, game.status)
                if game.public and before == "lobby":
                    self._listing.update(game, opened.deadline)
                return answer
        raise _busy()

    def create(
        self,
        opened: Opened,
        make: Callable[[str, Callable[[int], str]], tuple[Game, Events]],
        present: Callable[[Game, Callable[[int], str]], Answer],
    ) -> Answer:
        """Commit a new game; both functions are given what makes the tokens of its seats.

        With a key the game's id is claimed for it first: of requests that share the key one creates the game, the
        others give its answer, and if the first was cut off, the next one completes it.
        """
        request, deadline = opened.request, opened.deadline
        name = receipts.name_of(request, opened.access)
        game_id, salt = tokens.new_game_id(), ""
        if name:
            offered = game_id + tokens.new_salt()
            # An earlier claim lives on as if it were new: it must outlive the answer that may be recorded only now.
            claimed = self._store.claim(claim_name(name.key), offered, receipts.JOIN_LIFE, deadline)
            game_id, salt = _split(claimed)
        token_of = tokens.maker(request.key, salt, game_id)
        game, events = make(game_id, token_of)
        happened = books.enter(game, events, self._lives, self._now())
        answer = present(game, token_of)
        if self._commit(opened, game, 0, happened, answer, salt=salt, seats=True):
            self._meter.stored(game.variant, None, game.status)
            if game.is_listed:
                self._listing.update(game, deadline)
            return answer
        replay = self._open_nowhere(request, opened.access, deadline).replay
        if replay is None:
            raise _busy()
        return replay

    def events(self, opened: Opened, game: Game, after: int, limit: int) -> list[bytes]:
        """Read a game's events as they are stored."""
        return self._store.events(game.id, after, limit, opened.deadline)

    def page(
        self, opened: Opened, variant: str | None, limit: int, cursor: str | None
    ) -> tuple[list[Game], str | None]:
        """Read a page of the public games with open seats, and the cursor of the next one."""
        return self._listing.page(variant, limit, cursor, opened.deadline)

    def ping(self) -> None:
        """Find out whether the store answers."""
        self._store.ping(time.monotonic() + PING_BUDGET)

    def _commit(
        self,
        opened: Opened,
        game: Game,
        expected: int,
        happened: Events,
        answer: Answer,
        *,
        salt: str,
        seats: bool,
    ) -> bool:
        name = receipts.name_of(opened.request, opened.access)
        receipt = None
        if name:
            data = receipts.encode(opened.request, answer, game.updated_at, salt)
            receipt = NewReceipt(name, receipts.limit_of(name), data)
        if seats or game.expires_at > game.indexed_until:
            self._index(game, opened.deadline)
        commit = Commit(
            game_id=game.id,
            expected=expected,
            snapshot=record.encode(game),
            ttl=self._lives.of(game),
            receipts_ttl=max(self._lives.of(game), receipts.JOIN_LIFE),
            operation=tokens.new_operation(),
            first_event=happened[0]["id"],
            events=record.encode_events(happened),
            receipt=receipt,
        )
        try:
            stored = self._store.commit(commit, opened.deadline)
        except StorageUnavailable:
            self._meter.failed()
            raise
        if not stored:
            self._meter.conflicted()
        return stored

    def _index(self, game: Game, deadline: float) -> None:
        """Make the tokens of a game's seats lead to it, well beyond its present end.

        Rarely done: when somebody sits down, and when a game lives on and on.
        """
        life = 2 * self._lives.of(game)
        game.indexed_until = game.updated_at + life * 1000
        names = {_index_name(player.token): game.id for _, player in game.players() if player.token}
        if names:  # nobody is left in a lobby that all have left
            self._store.put(names, life, deadline, confirmed=True)


def _seat_of(game: Game, player: Player | None) -> int | None:
    """Tell where a player sits now: a start may have moved seats together."""
    return next((seat for seat, seated in enumerate(game.seats) if seated is player and seated), None)


def _pause(lost: int, deadline: float) -> None:
    """Step aside after a lost race, so that those who race do not meet again at once."""
    longest = min(FIRST_PAUSE * 2**lost, LONGEST_PAUSE)
    pause = random.uniform(longest / 4, longest)  # noqa: S311 - no secret
    if time.monotonic() + pause > deadline - BUDGET + RACE_BUDGET:
        raise _busy()
    time.sleep(pause)


def _busy() -> Refusal:
    return Refusal("busy", "Other requests changed the game each time first. Nothing happened: repeat it.")


def _index_name(token_hash: str) -> str:
    return f"token:{token_hash}"


def claim_name(key: str) -> str:
    """Name the claim of a creation: under it the store has the game's id and the salt of its tokens."""
    return f"create:{key}"


def _split(claimed: str) -> tuple[str, str]:
    """Read a claim: the game's id and the salt."""
    return claimed[: tokens.ID_LENGTH], claimed[tokens.ID_LENGTH :]
