"""The composition root: everything is chosen here and nowhere else."""

import os
from functools import partial
from typing import Any

from flask import Flask, Response

from service import observability
from service.api import browsers, rates
from service.api.api_keys import ApiKeys
from service.api.blueprint import LIVE
from service.api.resources.meta import DRAINING
from service.api.wiring import add_api
from service.games import Games
from service.live import Live
from service.observability import METER
from service.observability.metrics import Meter
from service.settings import Settings, SettingsError
from service.store.address import connect
from service.store.counters import Counters
from service.store.measured import MeasuredWire
from service.store.store import RedisStore


class _Application(Flask):
    def make_default_options_response(self) -> Response:
        """Answer OPTIONS with the methods of the path and no body."""
        response: Response = super().make_default_options_response()
        response.status_code = 204
        del response.headers["Content-Type"]
        return response

    def log_exception(self, exc_info: Any) -> None:
        """Write what no handler has caught."""
        observability.log_fault(exc_info)

    def drain(self) -> None:
        """Be no longer ready, because this process is about to end; whatever is asked is still answered."""
        self.config[DRAINING] = True

    def malformed(self, status: int, code: str, request_id: str) -> None:
        """Tell of a request that never came here: it could not be read, and has been answered."""
        observability.log_malformed(status, code, request_id)

    def retire(self) -> None:
        """Let those go who follow games, because this process is about to end."""
        live: Live = self.extensions[LIVE]
        live.retire()


def create_app(settings: Settings | None = None) -> Flask:
    """Make the service by `settings`, by default those of the environment."""
    settings = settings or Settings.from_environ(os.environ)
    app = _Application("service", static_folder=None)
    observability.install(app)
    meter = _tracing(app) if settings.tracing else METER
    browsers.install(app, settings.cors_origins)
    store = _store(settings, meter)
    games = _use_cases(settings, store, meter)
    live = Live(games, store, meter, most_streams=settings.max_streams)
    api_keys = ApiKeys(settings.api_keys)
    limits = rates.Rates(settings.rate_limits, api_keys, partial(Counters, store))
    rates.install(app, limits, settings.trusted_proxies)
    add_api(app, games, live, api_keys)
    return app


def _tracing(app: Flask) -> Meter:
    from service.observability import tracing  # noqa: PLC0415 - its packages need not be installed

    meter = tracing.Tracing(tracing.provider())
    meter.install(app)
    return meter


def _store(settings: Settings, meter: Meter) -> RedisStore:
    if settings.redis_url is None:
        raise SettingsError(
            "UNO_REDIS_URL must be set here: only 'python -m service' brings a store of its own."
        )
    return RedisStore(MeasuredWire(connect(settings.redis_url), meter), settings.redis_wait_replicas)


def _use_cases(settings: Settings, store: RedisStore, meter: Meter) -> Games:
    return Games(
        store,
        lobby_ttl=settings.lobby_ttl,
        idle_ttl=settings.idle_ttl,
        finished_ttl=settings.finished_ttl,
        sandbox=settings.sandbox,
        meter=meter,
    )
