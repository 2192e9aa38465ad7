"""What is no game: problem codes, and whether the service is well."""

from typing import Any, Final

from flask import current_app

from service.api.blueprint import EXTENSION, Blueprint
from service.api.codes import CODES
from service.api.schemas.answers import Health, ProblemCode
from service.games import Refusal

DRAINING: Final = "UNO_DRAINING"
"""The configuration of an app that is about to end."""

blueprint: Final = Blueprint(
    "meta", __name__, description="What the problem codes mean, and whether the service is well."
)


@blueprint.plain("/problems/<code>", ProblemCode(), "not_found")
def get_problem(code: str) -> dict[str, Any]:
    """Explain a problem code.

    What the code means and what a client does about it; the `type` of every problem leads here.
    """
    if code not in CODES:
        raise Refusal("not_found", "There is no such problem code.")
    return {"code": code, **CODES[code]._asdict()}


@blueprint.plain("/healthz", Health())
def check_health() -> dict[str, Any]:
    """Tell whether the process lives.

    It never asks the store.
    """
    return {"status": "ok"}


@blueprint.plain("/readyz", Health(), "shutting_down", "storage_unavailable")
def check_readiness() -> dict[str, Any]:
    """Tell whether games can be played.

    Asks the store. A service that is about to end is no longer ready.
    """
    if current_app.config.get(DRAINING):
        raise Refusal("shutting_down", "This process is about to end.")
    current_app.extensions[EXTENSION].ping()
    return {"status": "ok"}
