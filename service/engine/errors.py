"""How the engine refuses a move."""


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error of ours
    """A well-formed move that the rules do not allow now; nothing has changed.

    `code` is the stable word that clients see, `detail` a sentence that says what would be allowed.
    """

    def __init__(self, code: str, detail: str) -> None:
        """Refuse with `code` and say why."""
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
