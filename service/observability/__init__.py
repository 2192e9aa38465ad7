"""What the service tells of itself: a line of log for each request, metrics, and traces where they are wanted.

Nothing of it holds a token, a hand or a seed.
"""

from service.observability.metrics import METER
from service.observability.requests import install, log_fault, log_malformed, note

__all__ = ["METER", "install", "log_fault", "log_malformed", "note"]
