"""Putting the API on an app."""

from typing import Final

from flask import Flask

from service.api import problems
from service.api.api_keys import ApiKeys
from service.api.blueprint import API_KEYS, EXTENSION, LIVE
from service.api.resources import actions, docs, events, games, me, meta, players, score, tickets, variants
from service.api.spec import make_api
from service.games import Games
from service.live import Live

_BLUEPRINTS: Final = (
    variants.blueprint,
    games.blueprint,
    players.blueprint,
    actions.blueprint,
    score.blueprint,
    events.blueprint,
    tickets.blueprint,
    me.blueprint,
    meta.blueprint,
)
"""In the order of the document."""


def add_api(app: Flask, use_cases: Games, live: Live, api_keys: ApiKeys) -> None:
    """Have `app` answer for `use_cases`; creating a game needs one of the keys, if there are any."""
    app.extensions[EXTENSION] = use_cases
    app.extensions[LIVE] = live
    app.extensions[API_KEYS] = api_keys
    app.url_map.merge_slashes = False  # nothing is redirected: a wrong path is a 404
    app.config[docs.CONTRACT] = add_operations(app)
    app.register_blueprint(docs.blueprint)
    problems.install(app)


def add_operations(app: Flask) -> bytes:
    """Register every operation on `app` and give the OpenAPI document of them."""
    api = make_api(app)
    for blueprint in _BLUEPRINTS:
        api.register_blueprint(blueprint)
    return api.document()
