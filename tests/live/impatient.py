"""A worker that waits less long for clients who do not take what they are sent."""

from service import worker


class Worker(worker.Worker):
    """Drops a slow reader soon."""

    seconds_to_take = 0.3
