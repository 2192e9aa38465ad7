"""A worker that waits less long for clients who do not take what they are sent or send slowly, and for dead ones."""

from service import worker


class Worker(worker.Worker):
    """Drops a slow reader, a slow writer and a dead peer soon."""

    seconds_to_take = 0.3
    seconds_to_send = 1.0
    milliseconds_to_confirm = 300
