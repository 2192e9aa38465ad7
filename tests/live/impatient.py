"""A worker that waits less long for clients who do not take what they are sent, and for dead ones."""

from service import worker


class Worker(worker.Worker):
    """Drops a slow reader and a dead peer soon."""

    seconds_to_take = 0.3
    milliseconds_to_confirm = 300
