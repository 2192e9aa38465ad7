"""How many clients may wait at the same time."""

import threading
from collections.abc import Callable

from service.games import Refusal


class Places:
    """A number of places; whoever finds none free is refused.

    `told` is given the number of those taken whenever it changes.
    """

    def __init__(self, most: int, told: Callable[[int], None]) -> None:
        self._most = most
        self._told = told
        self._taken = 0
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """How many are taken."""
        return self._taken

    def take(self) -> None:
        """Take a place."""
        with self._lock:
            if self._taken >= self._most:
                raise Refusal(
                    "too_many_streams",
                    f"This process serves {self._most} waiting clients and no more: try again, or ask without waiting.",
                )
            self._taken += 1
            self._told(self._taken)

    def free(self) -> None:
        """Give a place back."""
        with self._lock:
            self._taken -= 1
            self._told(self._taken)
