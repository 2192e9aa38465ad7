"""What is no game: problem codes, and whether the service is well."""

from typing import Any, Final

import flask_smorest
from flask import current_app

from service.api.blueprint import EXTENSION
from service.api.codes import CODES
from service.api.documentation import problem_responses
from service.api.schemas.answers import Health, ProblemCode
from service.games import Refusal

blueprint: Final = flask_smorest.Blueprint(
    "meta", __name__, description="What the problem codes mean, and whether the service is well."
)


@blueprint.route(
    "/problems/<code>", parameters=[{"in": "path", "name": "code", "description": "A problem code."}]
)
@blueprint.doc(operationId="getProblem", security=[], responses=problem_responses(["not_found"]))
@blueprint.response(200, ProblemCode, description="What the code means.")
def get_problem(code: str) -> dict[str, Any]:
    """Explain a problem code.

    What the code means and what a client does about it; the `type` of every problem leads here.
    """
    if code not in CODES:
        raise Refusal("not_found", "There is no such problem code.")
    return {"code": code, **CODES[code]._asdict()}


@blueprint.route("/healthz")
@blueprint.doc(operationId="checkHealth", security=[])
@blueprint.response(200, Health, description="The process answers.")
def check_health() -> dict[str, str]:
    """Tell whether the process lives.

    It never asks the store.
    """
    return {"status": "ok"}


@blueprint.route("/readyz")
@blueprint.doc(
    operationId="checkReadiness", security=[], responses=problem_responses(["storage_unavailable"])
)
@blueprint.response(200, Health, description="The store answers, too.")
def check_readiness() -> dict[str, str]:
    """Tell whether games can be played.

    Asks the store.
    """
    current_app.extensions[EXTENSION].ping()
    return {"status": "ok"}
