"""The floor of a move: the smallest flask-smorest endpoint that reads 1.5 KB from Redis and compares-and-sets it."""

import os
from typing import Any

import redis
from flask import Flask
from flask_smorest import Api, Blueprint
from marshmallow import Schema, fields

SIZE = 1_500
COMPARE_AND_SET = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
"""


class Body(Schema):
    """What is sent: a word, as a play sends a card."""

    card = fields.String(required=True)


class Done(Schema):
    """What is answered."""

    done = fields.Boolean()


def create_app() -> Flask:
    """Make the application; `UNO_REDIS_URL` names its Redis."""
    app = Flask(__name__)
    app.config |= {"API_TITLE": "floor", "API_VERSION": "1", "OPENAPI_VERSION": "3.1.0"}
    store = redis.Redis.from_url(os.environ["UNO_REDIS_URL"])
    commit = store.register_script(COMPARE_AND_SET)
    blueprint = Blueprint("floor", __name__)

    @blueprint.route("/floor/<name>", methods=["POST"])  # type: ignore[untyped-decorator]  # it carries no types
    @blueprint.arguments(Body)  # type: ignore[untyped-decorator]  # it carries no types
    @blueprint.response(200, Done)  # type: ignore[untyped-decorator]  # it carries no types
    def floor(_body: dict[str, Any], name: str) -> dict[str, bool]:
        found = store.get(name) or b""
        return {"done": bool(commit([name], [found, b"x" * SIZE if found else found]))}

    Api(app).register_blueprint(blueprint)
    return app
