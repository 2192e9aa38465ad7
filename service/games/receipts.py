"""Receipts: the answers kept under the Idempotency-Keys of the requests that got them.

A receipt is a line of JSON followed by the body. It holds no token: those of a creation or a joining are derived from
the key that the client sends again and the `salt`.
"""

from collections.abc import Callable
from typing import Any, Final

import orjson

from service.engine import Refusal
from service.games.ports import ReceiptName
from service.games.requests import Access, Answer, Request
from service.games.tokens import derived_token, sha256

ANYONE: Final = "-"
"""Stands for the caller where there is no token yet."""
SEAT_LIMIT: Final = 16
"""Receipts kept for a seat."""
JOIN_LIMIT: Final = 256
"""Receipts kept in a game for its creation and for those who joined; only a bound on memory."""
SEAT_LIFE: Final = 86_400
JOIN_LIFE: Final = 3_600
"""Seconds."""
SHORTEST_KEY: Final = 16
"""Characters of a key that stands for its sender."""


def name_of(request: Request, access: Access) -> ReceiptName | None:
    """Tell where the receipt of a request lies; None for a request without a key.

    Where a token is needed the key is the seat's own; elsewhere it belongs to the method and the path.
    """
    if request.key is None:
        return None
    if access is Access.ANYONE:
        return ReceiptName(ANYONE, _digest(request.method, request.path, request.key))
    return ReceiptName(sha256(request.token or "")[:32], _digest(request.key))


def limit_of(name: ReceiptName) -> int:
    """Tell how many receipts of a caller are kept."""
    return JOIN_LIMIT if name.caller == ANYONE else SEAT_LIMIT


def fingerprint(request: Request) -> str:
    """Give what a repeat has in common with the request that it repeats: method, path and parsed body."""
    body = orjson.dumps(request.body, option=orjson.OPT_SORT_KEYS)
    return _digest(request.method, request.path, body.decode())


def check_strength(request: Request) -> None:
    """Refuse a key that is too short to stand for its sender."""
    if request.key is not None and len(request.key) < SHORTEST_KEY:
        raise Refusal(
            "idempotency_key_weak",
            f"Here the Idempotency-Key stands for you: send one of {SHORTEST_KEY} random characters or more.",
        )


def encode(request: Request, answer: Answer, now: int, salt: str = "") -> bytes:
    """Write the receipt of an answer; with a `salt` the tokens in its body are left out."""
    label = {
        "of": fingerprint(request),
        "at": now,
        "status": answer.status,
        "etag": answer.etag,
        "location": answer.location,
        "salt": salt,
    }
    body = fill(answer.body, lambda _seat: None) if salt else answer.body
    return orjson.dumps(label) + b"\n" + body


def replay(data: bytes, request: Request, game_id: str, now: int) -> Answer | None:
    """Give the answer that a receipt holds, None once its time is over; another request than its own is refused."""
    head, _, body = data.partition(b"\n")
    label = orjson.loads(head)
    salt = label["salt"]
    if now >= label["at"] + (JOIN_LIFE if salt else SEAT_LIFE) * 1000:
        return None
    if label["of"] != fingerprint(request):
        raise Refusal(
            "idempotency_key_reused",
            "This Idempotency-Key was used for another request: take a new key for each new request.",
        )
    if salt:
        key = request.key or ""
        body = fill(body, lambda seat: derived_token(key, salt, game_id, seat))
    return Answer(
        status=label["status"], body=body, etag=label["etag"], location=label["location"], replayed=True
    )


def fill(body: bytes, token_of: Callable[[int], str | None]) -> bytes:
    """Put tokens into the answer to a creation or a joining."""
    content: dict[str, Any] = orjson.loads(body)
    for place in content.get("seats", [content]):
        place["token"] = token_of(place["seat"])
    return orjson.dumps(content)


def _digest(*parts: str) -> str:
    """Give 32 characters (128 bits of a SHA-256) that stand for the parts."""
    return sha256("\n".join(parts))[:32]
