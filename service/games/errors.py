"""How a use case refuses, and how it fails."""

from typing import TypedDict

from service.engine import Refusal


class Fault(TypedDict):
    """One thing wrong with a body: where (a JSON Pointer) and why (a sentence)."""

    pointer: str
    detail: str


class Invalid(Refusal):
    """A request that can never be right as it stands; `errors` lists everything wrong with its body."""

    def __init__(self, errors: list[Fault]) -> None:
        """Refuse with all `errors`."""
        super().__init__("validation_failed", "The request is not valid: see 'errors'.")
        self.errors = errors


class StorageUnavailable(Exception):  # noqa: N818 - it tells a state of the store
    """The store did not answer as it should: whether what was sent took effect is unknown.

    Its text is for the log and has nothing in it that a client or the store sent.
    """
