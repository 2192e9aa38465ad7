"""Positions for the model's own tests: decks that deal given hands."""

from typing import Any

from tests.acceptance.model import Game
from tests.acceptance.model.cards import build_deck


def dealt(hands: list[str], up: str, draws: str = "", variant: str = "classic", **options: Any) -> Game:
    """A game in which each seat holds its cards, `up` is turned up and `draws` come next; seat 0 moves first.

    Cards are written with spaces between; all hands are of one size.
    """
    split = [hand.split() for hand in hands]
    deck = [hand[place] for place in range(len(split[0])) for hand in split]
    deck += [up, *draws.split()]
    return created(variant, len(hands), deck, {"starting_hand": len(split[0]), **options})


def drafted(p2: str, p1: str, up: str, draws: str = "", lost: str = "", **options: Any) -> Game:
    """A Duo game after its draft: P2 is seat 0, P1 seat 1; `lost` are the first draft discards.

    In the draft everybody keeps. Hands are filled up to seven with cards of a high number.
    """
    named = f"{p2} {p1} {up} {draws} {lost}".split()
    spare = [card for card in build_deck("duo") if card not in named and card[1] in "89123456"]
    hands = []
    for hand in (p1, p2):
        cards = hand.split()
        hands.append(cards + [spare.pop() for _ in range(7 - len(cards))])
    gone = lost.split()
    gone += [spare.pop() for _ in range(14 - len(gone))]
    kept = [hands[turn % 2][turn // 2] for turn in range(14)]
    deck = [card for pair in zip(kept, gone, strict=True) for card in pair]
    game = created("duo", 2, [*deck, up, *draws.split()], options)
    for turn in range(14):
        game.act((turn + 1) % 2, "draft", {"keep": True})
    return game


def created(variant: str, seats: int, deck: list[str], options: dict[str, Any]) -> Game:
    """A stacked game."""
    players = [{"name": f"Player {seat}"} for seat in range(seats)]
    return Game({"variant": variant, "players": players, "deck": deck, "options": options})


def run(game: Game, *moves: str) -> None:
    """Moves such as `0 play W.1 red uno`, `1 draw`, `1 choose blue`, `0 choose 2`, `0 play RR.1 + R2.1`."""
    for move in moves:
        seat, action, *words = move.split()
        game.act(int(seat), action, _body(action, words))


def _body(action: str, words: list[str]) -> dict[str, Any]:
    if action in ("catch", "choose"):
        return {"seat": int(words[0])} if words[0].isdigit() else {"color": words[0]}
    if action != "play":
        return {}
    body: dict[str, Any] = {"card": words[0]}
    if "+" in words:
        body["then"] = words[words.index("+") + 1 :]
        words = words[: words.index("+")]
    for word in words[1:]:
        body |= {"uno": True} if word == "uno" else {"color": word}
    return body


def turn(game: Game) -> tuple[int, str, int]:
    """Seat, phase and penalty of the turn."""
    mover = game.table.mover
    return mover.seat, mover.phase, mover.penalty


def sizes(game: Game) -> list[int]:
    """How many cards each seat holds."""
    return [len(hand) for hand in game.table.hands]


def refusal(game: Game, move: str) -> set[str]:
    """The codes with which a move is refused; empty if it is permitted."""
    seat, action, *words = move.split()
    body = _body(action, words)
    return set() if game.permits(int(seat), action, body) else game.refusal(int(seat), action, body)
