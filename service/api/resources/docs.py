"""The contract and its page, from packaged files: nothing is asked of another server."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, current_app, request, send_from_directory

CONTRACT: Final = "UNO_CONTRACT"
"""The key of an app's configuration under which its OpenAPI document stands, as bytes."""

blueprint: Final = Blueprint("docs", __name__)

_ASSETS: Final = Path(str(files("flask_swagger_ui"))) / "dist"
_PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>UNO API</title>
<link rel="icon" href="docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
</head>
<body>
<div id="page"></div>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
_START: Final = """window.ui = SwaggerUIBundle({
  url: "openapi.json", dom_id: "#page", deepLinking: true, validatorUrl: null, tryItOutEnabled: true,
});
"""


@blueprint.get("/openapi.json")
def contract() -> Response:
    """Serve the OpenAPI document."""
    response = Response(current_app.config[CONTRACT], content_type="application/json")
    response.add_etag()
    response.headers["Cache-Control"] = "no-cache"
    response.make_conditional(request)
    return response


@blueprint.get("/docs")
def page() -> Response:
    """Serve the page that shows the contract."""
    return Response(_PAGE, content_type="text/html; charset=utf-8")


@blueprint.get("/docs/start.js")
def start() -> Response:
    """Serve the script that starts the page."""
    return Response(_START, content_type="text/javascript; charset=utf-8")


@blueprint.get("/docs/assets/<path:name>")
def asset(name: str) -> Response:
    """Serve a file of Swagger UI."""
    return send_from_directory(_ASSETS, name)
