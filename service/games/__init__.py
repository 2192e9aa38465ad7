"""The use cases: people and programs meet at tables here. No web framework, no store's client.

`Games` is the door to all of them; everything that changes a game is loaded, decided and committed in one way.
"""

from service.engine import Refusal
from service.games.errors import Fault, Invalid, StorageUnavailable
from service.games.lobby import NewGame
from service.games.ports import Commit, Meter, NewReceipt, ReceiptName, Store, head
from service.games.record import Game
from service.games.requests import Access, Answer, Opened, Request
from service.games.usecases import Games

__all__ = [
    "Access",
    "Answer",
    "Commit",
    "Fault",
    "Game",
    "Games",
    "Invalid",
    "Meter",
    "NewGame",
    "NewReceipt",
    "Opened",
    "ReceiptName",
    "Refusal",
    "Request",
    "StorageUnavailable",
    "Store",
    "head",
]
