"""The use cases: what the service does, whatever the protocol it is asked by."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson

from service import engine
from service.engine import Refusal
from service.games import lobby, names, play, receipts, record, times, tokens, views
from service.games.books import Lives
from service.games.door import Door, Events
from service.games.errors import Fault, Invalid
from service.games.ports import Meter, Store
from service.games.record import Game
from service.games.requests import Access, Answer, Opened, Request, shown


class Games:
    """All games of a store. Times to live are in seconds; `now` reads the clock in milliseconds since 1970.

    A request is opened first: that tells who asks, and whether it was answered before. What has been opened is then
    given to one of the other methods. Any of them may raise a Refusal or `StorageUnavailable`.

    `tickets` are those of the same store.
    """

    def __init__(
        self,
        store: Store,
        *,
        lobby_ttl: int,
        idle_ttl: int,
        finished_ttl: int,
        sandbox: bool,
        meter: Meter,
        now: Callable[[], int] = times.now,
    ) -> None:
        self._door = Door(store, Lives(lobby_ttl, idle_ttl, finished_ttl), now, meter)
        self.tickets = self._door.tickets
        self._sandbox = sandbox

    def open(self, request: Request, access: Access) -> Opened:
        """Find out who asks and about which game; refuses with 401, 404 and 403, in this order.

        An answer recorded for the same request comes before 404: see `Opened.replay`.
        """
        return self._door.open(request, access)

    def check_stacking(self) -> None:
        """Refuse a stacked game where they are off; `create` does so too, but for an order that is valid."""
        lobby.check_stacking(sandbox=self._sandbox)

    def create(self, opened: Opened, order: lobby.NewGame, faults: Sequence[Fault] = ()) -> Answer:
        """Create a game; the answer carries the tokens of those named in it.

        `faults` are those found already, to be told together with all others.
        """
        request = opened.request
        lobby.check(order, faults, sandbox=self._sandbox)
        receipts.check_strength(request)

        def make(game_id: str, token_of: Callable[[int], str]) -> tuple[Game, Events]:
            seed = tokens.new_seed()
            return lobby.create(order, game_id, seed, lambda seat: tokens.sha256(token_of(seat)))

        def present(game: Game, token_of: Callable[[int], str]) -> Answer:
            seats = [
                {"seat": seat, "name": player.name, "token": token_of(seat)}
                for seat, player in game.players()
            ]
            content = {"game": views.view(game, None), "seats": seats}
            return _made(game, content, location=f"{request.path}/{game.id}")

        return self._door.create(opened, make, present)

    def join(self, opened: Opened, name: str, client_seed: str | None) -> Answer:
        """Seat a player in the lowest open seat; the answer carries the seat's token."""
        request = opened.request
        receipts.check_strength(request)
        try:
            name = names.clean(name)
        except ValueError as error:
            raise Invalid([Fault(pointer="/name", detail=str(error))]) from None
        salt = "" if request.key is None else tokens.new_salt()
        token_of = tokens.maker(request.key, salt, request.game_id or "")

        def decide(game: Game, _seat: int | None) -> Events:
            return lobby.join(game, name, client_seed, lambda seat: tokens.sha256(token_of(seat)))

        def present(game: Game, _seat: int | None, happened: Events) -> Answer:
            seat = happened[0]["seat"]
            content = {"game": views.view(game, None), "seat": seat, "name": name, "token": token_of(seat)}
            return _made(game, content)

        return self._door.change(opened, decide, present, salt=salt, seats=True)

    def start(self, opened: Opened) -> Answer:
        """Start a game with those who are seated."""
        return self._door.change(opened, lambda game, _seat: lobby.start(game), _outcome(opened.request))

    def leave(self, opened: Opened, seat: int) -> Answer:
        """Take the player in `seat` out of the game; a player who is gone sees what a spectator sees."""
        assert opened.game is not None  # noqa: S101 - it names a game
        lobby.check_leave(opened.game, seat, opened.seat)
        outcome = _outcome(opened.request)

        def present(game: Game, caller: int | None, happened: Events) -> Answer:
            return outcome(game, None if caller == seat else caller, happened)

        return self._door.change(opened, lambda game, caller: lobby.leave(game, seat, caller), present)

    def abandon(self, opened: Opened) -> Answer:
        """End a game without a winner."""
        return self._door.change(opened, lambda game, _seat: lobby.abandon(game), _no_content)

    def act(self, opened: Opened, action: str, fields: Mapping[str, Any]) -> Answer:
        """Make a move: `action` is one of `play.MOVES`, `fields` are valid and hold no nulls."""
        assert opened.game is not None  # noqa: S101 - an action is in a game
        move = play.read_move(opened.game, action, fields)

        def decide(game: Game, seat: int | None) -> Events:
            assert seat is not None  # noqa: S101 - opened for seats alone
            return play.act(game, seat, move)

        return self._door.change(opened, decide, _outcome(opened.request))

    def view(self, opened: Opened) -> Answer:
        """Show a game."""
        assert opened.game is not None  # noqa: S101 - it names a game
        return shown(opened.game, opened.seat, views.view(opened.game, opened.seat))

    def who(self, opened: Opened) -> Answer:
        """Tell which seat of which game a token is for."""
        game, seat = opened.game, opened.seat
        assert game is not None  # noqa: S101 - opened for seats alone
        assert seat is not None  # noqa: S101
        name = dict(game.players())[seat].name
        return shown(game, seat, {"game_id": game.id, "seat": seat, "name": name})

    def listing(self, opened: Opened, variant: str | None, limit: int, cursor: str | None) -> dict[str, Any]:
        """List the public games with open seats, newest first, each with some of its view's fields."""
        if variant is not None and variant not in engine.VARIANTS:
            raise Invalid([lobby.no_such_variant()])
        games, following = self._door.page(opened, variant, limit, cursor)
        return {"games": [views.listed(game) for game in games], "next": following}

    def score(self, opened: Opened) -> Answer:
        """Show the score sheet."""
        assert opened.game is not None  # noqa: S101 - it names a game
        return shown(opened.game, opened.seat, views.score_sheet(opened.game))

    def events(self, opened: Opened, after: int, limit: int) -> Answer:
        """Show at most `limit` events behind the id `after`."""
        game = opened.game
        assert game is not None  # noqa: S101 - it names a game
        stored: list[bytes] = []
        if after < game.last_event:
            stored = self._door.events(opened, game, after, limit + 1)
        page = views.events(game, record.decode_events(stored[:limit]), opened.seat)
        last = page[-1]["id"] if page else min(after, game.last_event)
        content = {"events": page, "last": last, "has_more": len(stored) > limit}
        return shown(game, opened.seat, content)

    def variants(self) -> list[dict[str, Any]]:
        """Describe the games on offer."""
        return [_variant(variant) for variant in engine.VARIANTS.values()]

    def variant(self, key: str) -> dict[str, Any]:
        """Describe one of the games, with its cards and its rules."""
        variant = engine.VARIANTS.get(key)
        if variant is None:
            raise Refusal(
                "variant_not_found", f"There is no such variant; known are: {', '.join(engine.VARIANTS)}."
            )
        return _variant(variant) | {"deck": list(variant.deck.objects.values()), "rules": variant.text}

    def ping(self) -> None:
        """Find out whether the store answers."""
        self._door.ping()


def _outcome(request: Request) -> Callable[[Game, int | None, Events], Answer]:
    """Answer an action as its request prefers."""
    return _no_content if request.minimal else _changed


def _changed(game: Game, seat: int | None, happened: Events) -> Answer:
    content = {"game": views.view(game, seat), "events": views.events(game, happened, seat)}
    return shown(game, seat, content)


def _no_content(game: Game, seat: int | None, _happened: Events) -> Answer:
    return Answer(status=204, etag=views.etag(game, seat))


def _made(game: Game, content: dict[str, Any], location: str | None = None) -> Answer:
    """Answer a creation or a joining: whoever asked had no token, and sees what a spectator sees."""
    return Answer(status=201, body=orjson.dumps(content), etag=views.etag(game, None), location=location)


def _variant(variant: engine.Variant) -> dict[str, Any]:
    return {
        "id": variant.key,
        "title": variant.title,
        "min_players": variant.min_players,
        "max_players": variant.max_players,
        "card_count": len(variant.deck),
        "options": variant.option_schema(),
    }
