"""The composition root: everything is chosen here and nowhere else."""

import os

from flask import Flask, Response

from service.api import browsers
from service.api.api_keys import ApiKeys
from service.api.wiring import add_api
from service.games import Games
from service.observability import init_observability
from service.settings import Settings, SettingsError
from service.store.store import RedisStore


class _Application(Flask):
    def make_default_options_response(self) -> Response:
        """Answer OPTIONS with the methods of the path and no body."""
        response: Response = super().make_default_options_response()
        response.status_code = 204
        del response.headers["Content-Type"]
        return response


def create_app(settings: Settings | None = None) -> Flask:
    """Make the service by `settings`, by default those of the environment."""
    settings = settings or Settings.from_environ(os.environ)
    app = _Application("service", static_folder=None)
    init_observability(app)
    browsers.install(app, settings.cors_origins)
    add_api(app, _use_cases(settings), ApiKeys(settings.api_keys), sandbox=settings.sandbox)
    return app


def _use_cases(settings: Settings) -> Games:
    if settings.redis_url is None:
        raise SettingsError(
            "UNO_REDIS_URL must be set here: only 'python -m service' brings a store of its own."
        )
    return Games(
        RedisStore.at(settings.redis_url, settings.redis_wait_replicas),
        lobby_ttl=settings.lobby_ttl,
        idle_ttl=settings.idle_ttl,
        finished_ttl=settings.finished_ttl,
        sandbox=settings.sandbox,
    )
