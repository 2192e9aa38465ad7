"""One subscription for a whole process: it wakes those who follow the games that change."""

import logging
import random
import threading
import time
from contextlib import closing
from typing import Final

from service.games import Game, StorageUnavailable
from service.live.ports import Source
from service.live.topic import Topic, Watch

LOG: Final = logging.getLogger("service.live")
CONNECT_BUDGET: Final = 1.7
"""Seconds within which a subscription is made, or given up."""
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 2.0
"""Seconds between two attempts to subscribe."""


class Hub:
    """Those who follow games in this process, and what wakes them.

    It begins to listen when it is first needed, so after a worker's fork. While it is not `connected` nothing is heard;
    what was missed meanwhile is looked for afterwards.
    """

    def __init__(self, source: Source) -> None:
        self.connected = False
        self.retired = False
        self._source = source
        self._topics: dict[str, Topic] = {}
        self._holders: dict[str, tuple[str, Watch]] = {}
        self._lock = threading.Lock()
        self._listener: threading.Thread | None = None
        self._closed = threading.Event()

    def enter(self, game: Game) -> Watch:
        """Follow a game, which was seen in the store like this; until `leave`."""
        with self._lock:
            topic = self._topics.setdefault(game.id, Topic(game.id, self._source))
            watch = Watch(topic)
            topic.watches.add(watch)
            topic.note(game.version, game.last_event)
            if self._listener is None:
                self._listener = threading.Thread(target=self._listen, name="live", daemon=True)
                self._listener.start()
        return watch

    def leave(self, watch: Watch) -> None:
        """Follow no longer."""
        with self._lock:
            topic = watch.topic
            topic.watches.discard(watch)
            if not topic.watches and self._topics.get(topic.game_id) is topic:
                del self._topics[topic.game_id]

    def hold(self, ticket_hash: str, connection: str, watch: Watch) -> None:
        """Make a connection the one that a ticket serves in this process."""
        self._evict(ticket_hash, connection)
        self._holders[ticket_hash] = connection, watch

    def release(self, ticket_hash: str, watch: Watch) -> None:
        """Forget a connection that a ticket served."""
        held = self._holders.get(ticket_hash)
        if held and held[1] is watch:
            del self._holders[ticket_hash]

    def retire(self) -> None:
        """Let everybody go: streams say good-bye, and who waits is answered."""
        self.retired = True
        self._wake_all()

    def close(self) -> None:
        """Let everybody go, and listen no longer."""
        self._closed.set()
        self.retire()

    def _listen(self) -> None:
        failures = 0
        while not self._closed.is_set():
            try:
                with closing(self._source.subscribe(time.monotonic() + CONNECT_BUDGET)) as notes:
                    failures = 0
                    self._connect()
                    while not self._closed.is_set():
                        self._note(notes.next())
            except StorageUnavailable as error:
                if not failures:
                    LOG.warning("changes of games are not heard of any more: %s", error)
            except Exception:  # whatever it is, nobody else would listen
                LOG.exception("changes of games are not heard of any more")
            self.connected = False
            self._wake_all()
            longest = min(FIRST_PAUSE * 2**failures, LONGEST_PAUSE)
            failures = min(failures + 1, 10)
            self._closed.wait(random.uniform(longest / 2, longest))  # noqa: S311 - no secret

    def _connect(self) -> None:
        LOG.info("changes of games are heard of")
        self.connected = True
        for topic in tuple(self._topics.values()):
            topic.doubt()

    def _note(self, note: str | None) -> None:
        """Take in what was published: `<game> <version> <last event>` or `<ticket's hash> <connection>`."""
        match (note or "").split():
            case [game_id, version, last_event] if topic := self._topics.get(game_id):
                topic.note(int(version), int(last_event))
                topic.wake()
            case [ticket_hash, connection]:
                self._evict(ticket_hash, connection)

    def _evict(self, ticket_hash: str, connection: str) -> None:
        held = self._holders.get(ticket_hash)
        if held and held[0] != connection:
            held[1].evicted = True
            held[1].wake()

    def _wake_all(self) -> None:
        for topic in tuple(self._topics.values()):
            topic.wake()
