"""Live: whoever follows a game hears of each commit at once. No web framework, no store's client."""

from service.live.live import Live
from service.live.ports import Source
from service.live.stream import Stream

__all__ = ["Live", "Source", "Stream"]
