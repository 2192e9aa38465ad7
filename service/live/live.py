"""Following games: streams, and questions that wait for their answer."""

import random
import secrets
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final

from service import engine
from service.games import Games, Opened
from service.games.record import Game
from service.games.tokens import sha256
from service.games.views import view
from service.live import sse
from service.live.hub import Hub
from service.live.places import Places
from service.live.ports import Meter, Source
from service.live.stream import Stream
from service.live.topic import Watch

HEARTBEAT_SECONDS: Final = 15.0
MOST_POLLS: Final = 500
"""Questions that may wait at the same time."""
RETRY_MILLISECONDS: Final = (1_000, 3_000)
"""Clients connect again after a time between these, so that not all come at once."""
TICKET_BUDGET: Final = 1.0
"""Seconds within which the store takes note of a ticket's connection."""


class Live:
    """All that is followed in this process: at most `most_streams` streams."""

    def __init__(
        self,
        games: Games,
        source: Source,
        meter: Meter,
        *,
        most_streams: int,
        heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:
        self.streams = Places(most_streams, meter.streams)
        self.polls = Places(MOST_POLLS, meter.polls)
        self._games = games
        self._hub = Hub(source)
        self._heartbeat = heartbeat

    def follow(self, opened: Opened, after: int | None, *, views: bool) -> Stream | None:
        """Open a stream of what happens behind the event `after`; None if nothing will.

        Without `after`, or for one that the game has not reached, it begins with the game as it is. With `views` the
        caller's view follows the events of each version.
        """
        game = opened.game
        assert game is not None  # noqa: S101 - it names a game
        if game.is_over and after == game.last_event:
            return None
        with ExitStack() as stack:
            self.streams.take()
            stack.callback(self.streams.free)
            watch = self._hub.enter(game)
            stack.callback(self._hub.leave, watch)
            holds = self._hold(opened.request.ticket, watch, stack)
            opening = sse.retry(random.randint(*RETRY_MILLISECONDS))  # noqa: S311 - no secret
            afresh = after is None or after > game.last_event
            if afresh:
                opening += sse.message("snapshot", view(game, opened.seat), game.last_event)
            return Stream(
                hub=self._hub,
                watch=watch,
                heartbeat=self._heartbeat,
                opening=opening,
                deck=engine.VARIANTS[game.variant].deck,
                bearer=opened.bearer,
                seat=opened.seat,
                version=game.version,
                cursor=game.last_event if after is None or afresh else after,
                views=views,
                ending=game.is_over,
                over=game.is_over and afresh,
                holds=holds,
                leave=stack.pop_all().close,
            )

    def _hold(self, ticket: str | None, watch: Watch, stack: ExitStack) -> Callable[[], bool] | None:
        """Make a ticket serve this connection and no other; what tells whether it still does."""
        if ticket is None:
            return None
        tickets, ticket_hash, connection = self._games.tickets, sha256(ticket), secrets.token_hex(8)
        self._hub.hold(ticket_hash, connection, watch)
        stack.callback(self._hub.release, ticket_hash, watch)
        tickets.hold(ticket_hash, connection, time.monotonic() + TICKET_BUDGET)
        return lambda: tickets.holds(ticket_hash, connection, time.monotonic() + TICKET_BUDGET)

    def wait(self, opened: Opened, since: int, seconds: float) -> Opened:
        """Wait until the game's version exceeds `since`, `seconds` at the longest; the request as it stands then.

        Nothing is waited for where the game is over, or at another version already.
        """
        game = opened.game
        assert game is not None  # noqa: S101 - it names a game
        if _tells(game, since):
            return opened
        deadline = time.monotonic() + seconds
        with ExitStack() as stack:
            self.polls.take()
            stack.callback(self.polls.free)
            watch = self._hub.enter(game)
            stack.callback(self._hub.leave, watch)
            while True:
                opened.game = game = None  # many may wait, and a game takes more memory than all the rest
                opened = self._games.open(opened.request, opened.access)
                game, seconds = opened.game, deadline - time.monotonic()
                if game is None or _tells(game, since) or seconds <= 0 or self._hub.retired:
                    return opened
                opened.game = game = None
                watch.wait(seconds)

    def retire(self) -> None:
        """Let everybody go, because the process is about to end."""
        self._hub.retire()

    def close(self) -> None:
        """Let everybody go, and hear of nothing any more."""
        self._hub.close()


def _tells(game: Game, since: int) -> bool:
    return game.is_over or game.version != since
