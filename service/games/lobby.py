"""Before and around the play: creating, joining, starting, leaving, abandoning.

Each of these decides: it changes the game it is given and returns what happened, or raises a Refusal.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from service import engine
from service.engine import Refusal
from service.games import names
from service.games.errors import Fault, Invalid
from service.games.record import Game, Player

MOST_DEALT: Final = 80
"""Cards that may be dealt to all seats together (rules, section 5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """What a game is to be like; `options` are valid by the variant's schema, `players` are names as sent."""

    variant: str
    players: Sequence[str]
    open_seats: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    public: bool = False
    client_seed: str | None = None
    deck: Sequence[str] | None = None
    dealer: int | None = None


def check_stacking(*, sandbox: bool) -> None:
    """Refuse a stacked game where they are off."""
    if not sandbox:
        raise Refusal("sandbox_disabled", "This server takes neither 'deck' nor 'dealer': leave them out.")


def check(order: NewGame, found: Sequence[Fault] = (), *, sandbox: bool) -> None:
    """Refuse what cannot be created, with everything that is wrong with it: the faults `found` already, and more."""
    if order.deck or order.dealer is not None:
        check_stacking(sandbox=sandbox)
    variant = engine.VARIANTS.get(order.variant)
    if variant is None:
        raise Invalid([no_such_variant()])
    faults = [
        *found,
        *_name_faults(order.players),
        *_seat_faults(order, variant),
        *_deck_faults(order, variant),
    ]
    if faults:
        raise Invalid(faults)


def no_such_variant() -> Fault:
    """Tell that a field names a variant that does not exist."""
    known = ", ".join(engine.VARIANTS)
    return Fault(pointer="/variant", detail=f"There is no such variant; known are: {known}.")


def _name_faults(given: Sequence[str]) -> list[Fault]:
    faults: list[Fault] = []
    seen: set[str] = set()
    for seat, name in enumerate(given):
        try:
            likeness = names.likeness(names.clean(name))
        except ValueError as error:
            faults.append(Fault(pointer=f"/players/{seat}/name", detail=str(error)))
            continue
        if likeness in seen:
            faults.append(
                Fault(pointer=f"/players/{seat}/name", detail="Two players must not have the same name.")
            )
        seen.add(likeness)
    return faults


def _seat_faults(order: NewGame, variant: engine.Variant) -> list[Fault]:
    faults: list[Fault] = []
    seats = len(order.players) + order.open_seats
    least, most = variant.min_players, variant.max_players
    if not least <= seats <= most:
        takes = f"{least}" if least == most else f"{least} to {most}"
        detail = f"{variant.title} takes {takes} players, open seats included."
        faults.append(Fault(pointer="/players" if order.players else "/open_seats", detail=detail))
    hand = variant.make_options(order.options).starting_hand
    if "starting_hand" in variant.options and hand * seats > MOST_DEALT:
        detail = f"{seats} seats times {hand} cards are more than {MOST_DEALT}."
        faults.append(Fault(pointer="/options/starting_hand", detail=detail))
    if order.dealer is not None and not 0 <= order.dealer < seats:
        faults.append(Fault(pointer="/dealer", detail="The dealer is one of the seats, counted from 0."))
    return faults


def _deck_faults(order: NewGame, variant: engine.Variant) -> list[Fault]:
    faults: list[Fault] = []
    seen: set[str] = set()
    for place, card in enumerate(order.deck or ()):
        if card not in variant.deck.index:
            faults.append(
                Fault(pointer=f"/deck/{place}", detail="The deck of this variant has no such card.")
            )
        elif card in seen:
            faults.append(Fault(pointer=f"/deck/{place}", detail="Each card is in the deck once."))
        seen.add(card)
    if order.deck and order.public:
        faults.append(Fault(pointer="/public", detail="A stacked game cannot be public."))
    return faults


def create(
    order: NewGame, game_id: str, seed: bytes, token_of: Callable[[int], str]
) -> tuple[Game, engine.Events]:
    """Make a game of a checked order; `token_of` gives the hash of each seat's token.

    It starts at once when there is nobody to wait for.
    """
    variant = engine.VARIANTS[order.variant]
    players = [Player(names.clean(name), token_of(seat)) for seat, name in enumerate(order.players)]
    players[0].client_seed = order.client_seed
    game = Game(
        id=game_id,
        variant=order.variant,
        options=variant.options_dict(variant.make_options(order.options)),
        seats=[*players, *[None] * order.open_seats],
        host=0,
        public=order.public,
        stacked=bool(order.deck),
        deck=order.deck or None,
        dealer=order.dealer,
        seed=seed.hex(),
    )
    events: engine.Events = [{"type": "game_created", "seat": 0}]
    events += [{"type": "player_joined", "seat": seat} for seat in range(len(players))]
    return game, events + _start_if_full(game)


def join(game: Game, name: str, client_seed: str | None, token_of: Callable[[int], str]) -> engine.Events:
    """Seat a player, whose name is clean, in the lowest open seat; the first event tells which it is."""
    if game.is_over:
        raise Refusal("game_over", "The game is over.")
    if game.state:
        raise Refusal("already_started", "The game has started; nobody can join any more.")
    if None not in game.seats:
        raise Refusal("game_full", "No seat is open.")
    if names.likeness(name) in {names.likeness(player.name) for _, player in game.players()}:
        raise Refusal("name_taken", "Somebody in this game has that name: choose another.")
    seat = game.seats.index(None)
    game.seats[seat] = Player(name, token_of(seat), client_seed)
    return [{"type": "player_joined", "seat": seat}, *_start_if_full(game)]


def start(game: Game) -> engine.Events:
    """Start with those who are seated; gaps between seats are closed (R19)."""
    if game.is_over:
        raise Refusal("game_over", "The game is over.")
    if game.state:
        raise Refusal("already_started", "The game has started already.")
    least = game.rules.min_players
    if len(game.players()) < least:
        raise Refusal("too_few_players", f"It takes {least} players to start: wait for more to join.")
    return _start(game)


def check_leave(game: Game, seat: int, caller: int | None) -> None:
    """Refuse to empty a seat that nobody sits in, or somebody else's unless the caller is the host."""
    if not game.has_seat(seat):
        raise Refusal("seat_not_found", f"Nobody sits in seat {seat}.")
    if caller not in (seat, game.host):
        raise Refusal("not_your_seat", "You can leave your own seat; only the host may send others away.")


def leave(game: Game, seat: int, caller: int | None) -> engine.Events:
    """Take a player out (R19): in the lobby the seat opens again; the host may send others away only there.

    When the last player leaves the lobby the game is abandoned.
    """
    check_leave(game, seat, caller)
    if game.is_over:
        raise Refusal("game_over", "The game is over.")
    if game.state is None:
        game.seats[seat] = None
        left = {"type": "player_left", "seat": seat, "kicked": caller != seat}
        if game.players():
            return [left, *_pass_host_on(game, seat)]
        game.abandoned = True
        return [left, {"type": "game_abandoned"}]
    player = game.seats[seat]
    if caller != seat or player is None or player.token is None:
        raise Refusal("kick_not_allowed", "Once the game has started nobody can be sent away.")
    player.token = None
    events = engine.leave(game.state, seat)
    gone = [event["type"] for event in events].index("player_left") + 1
    return [*events[:gone], *_pass_host_on(game, seat), *events[gone:]]


def _pass_host_on(game: Game, leaver: int) -> engine.Events:
    """Give the rights of a host who leaves to the next player who has not left, by rising seats (R19)."""
    if game.host != leaver:
        return []
    seats = len(game.seats)
    others = [(leaver + step) % seats for step in range(1, seats)]
    game.host = next(seat for seat in others if (player := game.seats[seat]) and player.token)
    return [{"type": "host_changed", "seat": game.host}]


def abandon(game: Game) -> engine.Events:
    """End the game without a winner."""
    if game.is_over:
        raise Refusal("game_over", "The game is over.")
    game.abandoned = True
    return [{"type": "game_abandoned", "seat": game.host}]


def _start_if_full(game: Game) -> engine.Events:
    return [] if None in game.seats else _start(game)


def _start(game: Game) -> engine.Events:
    players = game.players()
    game.host = [seat for seat, _ in players].index(game.host)
    game.seats = [player for _, player in players]
    variant = game.rules
    game.state, dealt = engine.new_game(
        game.variant,
        variant.make_options(game.options),
        len(players),
        seed=bytes.fromhex(game.seed),
        client_seeds=[player.client_seed for _, player in players if player.client_seed is not None],
        deck=game.deck,
        dealer=None if game.dealer is None else min(game.dealer, len(players) - 1),
    )
    game.deck = game.dealer = None
    return [{"type": "game_started"}, *dealt]
