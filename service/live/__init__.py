"""Live: whoever follows a game hears of each commit at once. No web framework, no store's client."""

from service.live.live import Live
from service.live.ports import Meter, Source
from service.live.stream import Stream

__all__ = ["Live", "Meter", "Source", "Stream"]
