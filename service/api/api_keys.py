"""The keys by which an operator knows who may create games."""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Final

from service.games import Refusal

HEADER: Final = "HTTP_X_API_KEY"
"""The header as WSGI names it."""


class ApiKeys:
    """The keys that are good, known by their SHA-256; without any, none is asked for."""

    def __init__(self, hashes: Iterable[str]) -> None:
        self._hashes = tuple(hashes)

    def holder(self, key: str | None) -> str | None:
        """Give the hash of a key that is good, by which its holder is known; None of any other."""
        if key is None:
            return None
        sent = hashlib.sha256(key.encode("latin-1")).hexdigest()  # the very bytes that came
        # Each is compared, so that the time taken tells nothing.
        return sent if sum(hmac.compare_digest(sent, known) for known in self._hashes) else None

    def check(self, key: str | None) -> None:
        """Refuse whoever sends none of the keys, if there are any."""
        if not self._hashes or self.holder(key) is not None:
            return
        if key is None:
            raise Refusal("api_key_required", "Creating games needs a key here: send it as 'X-API-Key'.")
        raise Refusal("api_key_invalid", "This X-API-Key is none that the operator of this server gave out.")
