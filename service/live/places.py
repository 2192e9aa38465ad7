"""How many clients may wait at the same time."""

import threading

from service.games import Refusal


class Places:
    """A number of places; whoever finds none free is refused."""

    def __init__(self, most: int) -> None:
        self._most = most
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

    def free(self) -> None:
        """Give a place back."""
        with self._lock:
            self._taken -= 1
