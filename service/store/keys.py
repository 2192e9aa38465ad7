"""The names of keys.

Everything of one game carries its id in braces, so that a cluster keeps it in one slot and one script may touch it all.
Each key has a time to live.
"""

from typing import Final

NEWS: Final = "uno:news"
"""The channel on which commits are told. Channels know no databases, and a cluster tells all of its servers."""


def snapshot(game_id: str) -> str:
    """The game as JSON, secrets included (a string)."""
    return f"uno:{{{game_id}}}:game"


def events(game_id: str) -> str:
    """What happened (a stream): the event n is the entry `n-0`, its JSON the field `e`.

    The first entry of each commit has the commit's operation id in the field `op`.
    """
    return f"uno:{{{game_id}}}:events"


def receipts(game_id: str) -> str:
    """The answers recorded for Idempotency-Keys (a hash).

    The field `<caller>:<key>` holds a receipt; the field `<caller>` the keys of the caller's receipts, oldest first.
    """
    return f"uno:{{{game_id}}}:receipts"


def listing(name: str) -> str:
    """A list of games (a sorted set, all scores 0: its order is that of its texts); all lists share a slot."""
    return f"uno:{{listing}}:{name}"


def single(name: str) -> str:
    """A value that belongs to no game's slot (a string)."""
    return f"uno:{name}"
