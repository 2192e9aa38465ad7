"""Clients of several replicas of the service, which ask now one and now another."""

import random
from collections.abc import Sequence

import httpx

SECONDS = 30


class Scattered(httpx.BaseTransport):
    """Sends each request to one of the replicas at these addresses, as a load balancer would; `counts` has how many."""

    def __init__(self, urls: Sequence[str]) -> None:
        self.counts = dict.fromkeys(urls, 0)
        self._rng = random.Random(len(urls))
        self._transport = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = self._rng.choice(list(self.counts))
        self.counts[url] += 1
        replica = httpx.URL(url)
        request.url = request.url.copy_with(host=replica.host, port=replica.port)
        return self._transport.handle_request(request)

    def close(self) -> None:
        self._transport.close()


def connect(urls: Sequence[str]) -> httpx.Client:
    """A client of all of these."""
    return httpx.Client(base_url="http://replicas", transport=Scattered(urls), timeout=SECONDS)
