"""The view: a game as one viewer may see it."""

from service.api.schemas.base import Array, ClosedEnum, Flag, Object, Output, Text, Whole
from service.api.schemas.cards import Card, card_id
from service.api.schemas.variants import Options

VARIANT = "The game's variant. Known values: `classic`, `duo`, `mario_kart`; others may be added."
STATUS = (
    "Where the game stands. Known values: `lobby`, `drafting`, `playing`, `round_over`, `finished`, `abandoned`; "
    "others may be added."
)


class Turn(Output):
    """Who must act, and what for."""

    seat = Whole("The seat to move.")
    phase = Text(
        "What is waited for. Known values: `play`; `drawn` (drew a playable card: play it or pass); `challenge` "
        "(faces a Wild Draw Four: challenge or draw); `color` and `seat` (must choose); `dump` (must lay all of a "
        "colour); `draft`; others may be added."
    )
    penalty = Whole("Cards that `draw` would take as owed; 0 when `draw` is the turn's ordinary draw.")
    by = Whole("The seat whose Wild Draw Four or waiting Draw Two is faced, else null.", allow_none=True)
    reason = Text(
        "Why a choice or a dump is due, else null. Known values: `starter`, `green_shell`, `bob_omb`, `seven`, "
        "`reverse`; others may be added.",
        allow_none=True,
    )
    deadline = Text(
        "When the seat's time is up; null, as turns have no limit yet.",
        allow_none=True,
        more={"format": "date-time"},
    )


class DiscardPile(Output):
    """The discard pile; during a draft, the draft discards."""

    top = Object(Card, "The up card; null in the lobby and on an empty pile.", allow_none=True)
    color = ClosedEnum("Color", "The colour to match now; null while none is named.", allow_none=True)
    count = Whole("Its cards.")


class DrawPile(Output):
    """The draw pile."""

    count = Whole("Its cards.")


class Player(Output):
    """Who sits on a seat."""

    seat = Whole("The seat, from 0; the order of play follows it.")
    name = Text("The player's name.")
    kind = Text("Known values: `human`; others may be added.")
    cards = Whole("How many cards the player holds.")
    said_uno = Flag("Whether a call of UNO stands.")
    score = Whole("Points so far.")
    active = Flag("False once the player has left.")


class LegalAction(Output):
    """Something the caller may do now.

    Send it as `POST /v1/games/{id}/{action}`, with `-` for `_` in the action, and with the other fields except
    `needs` and `seats`, plus those that `needs` names.
    """

    action = Text(
        "Known values: `play`, `draw`, `pass`, `challenge`, `choose`, `uno`, `catch`, `draft`, `next_round`, `start`; "
        "others may be added."
    )
    card = card_id("The card to play.", optional=True)
    then = Array(card_id("A card."), "The other cards of a dump, in any order.", optional=True)
    needs = Array(
        Text("Known values: `color`, `seat`, `keep`; others may be added."),
        "Fields to add; left out when there are none.",
        optional=True,
    )
    seats = Array(Whole("A seat."), "The seats to choose from when `needs` names `seat`.", optional=True)
    seat = Whole("The seat to catch.", optional=True)


class You(Output):
    """What the caller alone may see."""

    seat = Whole("The caller's seat.")
    hand = Array(Card, "The caller's cards, in canonical order.")
    drawn_card = card_id(
        "The card drawn (phase `drawn`) or looked at (phase `draft`), else null.", allow_none=True
    )
    legal_actions = Array(LegalAction, "Every action that the caller may take now; any other is refused.")


class Fairness(Output):
    """Proof that no shuffle was bent: each follows from the seed, the client seeds, the round and a counter."""

    commitment = Text(
        "The SHA-256 of the game's seed, in hexadecimal; there before any client's seed is taken."
    )
    client_seeds = Array(Text("A player's seed."), "The seeds given by players, in seat order.")
    seed = Text("The game's seed in hexadecimal, once the game is over; null before.", allow_none=True)


class ListedGame(Output):
    """A public game with open seats; each field is that of its view."""

    id = Text("The game's id, by which it is joined.")
    variant = Text(VARIANT)
    host = Whole("The host's seat.")
    players = Array(Player, "Everybody seated, by seat.")
    open_seats = Whole("Seats that wait for somebody to join.")
    options = Object(Options, "The house rules of this game: all those that its variant has.")
    created_at = Text("When the game was created.", more={"format": "date-time"})


class GamePage(Output):
    """Public games with open seats, newest first."""

    games = Array(ListedGame, "At most `limit` games; there may be fewer though more follow.")
    next = Text("The `cursor` of the next page; null at the end.", allow_none=True)


class View(Output):
    """A game as the caller may see it."""

    id = Text("The game's id; whoever knows it may look (option `spectators`) and join.")
    variant = Text(VARIANT)
    status = Text(STATUS)
    version = Whole("1 for a new game; grows by one with every request that changes the game.")
    last_event = Whole("The id of the newest event.")
    round = Whole("The number of the round, from 1; 0 in the lobby.")
    dealer = Whole("The seat that dealt this round; null in the lobby.", allow_none=True)
    direction = Whole("1 for rising seat numbers, -1 for falling ones.")
    host = Whole("The host's seat.")
    public = Flag("Whether the game may be listed.")
    open_seats = Whole("Seats that wait for somebody to join.")
    stacked = Flag("Whether its creator set the cards of the first round.")
    options = Object(Options, "The house rules of this game: all those that its variant has.")
    turn = Object(Turn, "Who must act; null unless somebody must.", allow_none=True)
    discard_pile = Object(DiscardPile, "The discard pile.")
    draw_pile = Object(DrawPile, "The draw pile.")
    players = Array(Player, "Everybody seated, by seat; who left keeps an entry.")
    you = Object(You, "The caller's own part; only with a seat's token.", optional=True)
    winners = Array(Whole("A seat."), "The seats that won, once the game is finished.")
    fairness = Object(Fairness, "What proves the shuffles.")
    created_at = Text("When the game was created.", more={"format": "date-time"})
    updated_at = Text("When the game last changed.", more={"format": "date-time"})
    expires_at = Text("When the game is forgotten, unless it changes.", more={"format": "date-time"})
