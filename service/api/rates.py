"""Rate limits: who has asked too often is told when to come back, and nothing else happens."""

import math
import time
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Final

import limits
from flask import Flask, current_app, request
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter
from werkzeug.middleware.proxy_fix import ProxyFix

from service.api.api_keys import HEADER, ApiKeys
from service.api.headers import token_in
from service.games import Refusal, StorageUnavailable
from service.games.tokens import sha256

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

DEFAULT: Final = "600 per 10 seconds; create: 60/minute; create: 600/hour; wrong: 60/minute"
"""The limits of `UNO_RATE_LIMITS=on`, written as an operator writes others."""
EVERY, CREATE, WRONG = "every", "create", "wrong"
"""What is limited: every request; creating games; what was asked with a wrong token, key or game."""
WRONGS: Final = frozenset({"token_invalid", "ticket_invalid", "api_key_invalid", "game_not_found"})
PREFIX: Final = "/v1/"
"""Where the paths begin that are limited."""
EXTENSION: Final = "uno_rates"
PATIENCE: Final = 0.2
"""Seconds: a store that fails sooner may still do for the request itself; one that fails later has had its time."""


class RateLimited(Refusal):
    """A client has asked too often; `retry_after` is the number of seconds after which it may ask again."""

    def __init__(self, retry_after: int) -> None:
        super().__init__("rate_limited", f"Too many requests: come back in {retry_after} seconds.")
        self.retry_after = retry_after


class Rates:
    """The limits of a service: `on`, `off`, or a list of them; `counters` makes what counts towards a limit.

    A list names limits such as `600/minute`, each for every request or, behind `create:` or `wrong:`, for those alone.
    """

    def __init__(self, text: str, api_keys: ApiKeys, counters: Callable[[int], Storage]) -> None:
        self._api_keys = api_keys
        self._limits: dict[str, list[tuple[limits.RateLimitItem, FixedWindowRateLimiter]]] = {}
        written = {"on": DEFAULT, "off": ""}.get(text, text)
        for part in filter(None, written.replace(";", ",").split(",")):
            kind, _, limit = part.rpartition(":")
            item = limits.parse(limit.strip())
            limiter = FixedWindowRateLimiter(counters(item.amount))
            self._limits.setdefault(kind.strip() or EVERY, []).append((item, limiter))
        if EVERY in self._limits:  # whoever makes up a token for each request must not escape
            self._limits.setdefault(WRONG, self._limits[EVERY])

    def __bool__(self) -> bool:
        """Whether anything is limited."""
        return bool(self._limits)

    def count(self, kind: str, client: str) -> None:
        """Count a request of a client; raise when it is one too many.

        Where the store fails at once nothing is counted: it would rather be full than gone, and then serves readers.
        """
        for item, limiter in self._limits.get(kind, ()):
            began = time.monotonic()
            try:
                if limiter.hit(item, kind, client):
                    continue
            except StorageUnavailable:
                if time.monotonic() - began > PATIENCE:
                    raise
                continue
            ends = limiter.get_window_stats(item, kind, client).reset_time
            raise RateLimited(max(1, math.ceil(ends - time.time())))

    def client(self, environ: "WSGIEnvironment") -> str:
        """Tell who asks: by the token, else by a good API key, else by the address."""
        token = token_in(environ.get("HTTP_AUTHORIZATION"))
        if token is not None:
            return sha256(token)[:32]
        return self._api_keys.holder(environ.get(HEADER)) or address(environ)


def address(environ: "WSGIEnvironment") -> str:
    """Tell where a request comes from."""
    return _network(environ.get("REMOTE_ADDR") or "")


@lru_cache(maxsize=4096)
def _network(text: str) -> str:
    """Give the address that stands for a client: of IPv6 the first half, as the rest is the client's to choose."""
    try:
        found = ip_address(text)
    except ValueError:  # a unix socket, or a proxy that writes something else
        return sha256(text)[:32]
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or ip_network((found, 64), strict=False).network_address
    return str(found)


def install(app: Flask, rates: Rates, proxies: int) -> None:
    """Limit what `app` is asked; `proxies` hops of X-Forwarded-For are believed."""
    app.extensions[EXTENSION] = rates
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=0, x_host=0)  # type: ignore[method-assign]
    if rates:
        app.before_request(_count)


def _count() -> None:
    environ = request.environ
    if environ["PATH_INFO"].startswith(PREFIX) and environ["REQUEST_METHOD"] != "OPTIONS":
        rates: Rates = current_app.extensions[EXTENSION]
        rates.count(EVERY, rates.client(environ))


def count_creation(environ: "WSGIEnvironment") -> None:
    """Count an attempt to create a game."""
    rates: Rates = current_app.extensions[EXTENSION]
    rates.count(CREATE, rates.client(environ))


def count_refusal(refusal: Refusal) -> Refusal:
    """Count a refusal that tells of guessing, against the address; the refusal to be sent."""
    rates: Rates = current_app.extensions[EXTENSION]
    if refusal.code in WRONGS:
        try:
            rates.count(WRONG, address(request.environ))
        except RateLimited as limited:
            return limited
        except StorageUnavailable:
            return refusal
    return refusal
