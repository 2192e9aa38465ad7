"""What is added to the finished OpenAPI document: links from a new game to its operations, and recorded examples."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

RECORDED: Final = Path(__file__).parent / "recorded"
"""One file for each operation with exchanges that the service really had; `make openapi` records them anew."""
_IN_GAME: Final = "/v1/games/{id}"
_SOURCES: Final = {
    "createGame": ("201", {"id": "$response.body#/game/id", "seat": "$response.body#/seats/0/seat"}),
    "joinGame": ("201", {"id": "$response.body#/game/id", "seat": "$response.body#/seat"}),
}


def add_links(contract: dict[str, Any]) -> None:
    """Tell of the operations that give a game's id where else it goes."""
    operations = {operation["operationId"]: (path, operation) for path, operation in _operations(contract)}
    for source, (status, expressions) in _SOURCES.items():
        operations[source][1]["responses"][status]["links"] = {
            target: {
                "operationId": target,
                "description": f"{operation['summary']} It goes by `id`, and for players with a seat's `token`.",
                "parameters": {name: text for name, text in expressions.items() if f"{{{name}}}" in path},
            }
            for target, (path, operation) in operations.items()
            if path.startswith(_IN_GAME)
        }


def add_examples(contract: dict[str, Any]) -> None:
    """Show with each operation what was recorded of it."""
    for _, operation in _operations(contract):
        file = RECORDED / f"{operation['operationId']}.json"
        for name, exchange in json.loads(file.read_bytes()).items() if file.exists() else ():
            _show(operation, name, exchange)


def _show(operation: dict[str, Any], name: str, exchange: dict[str, Any]) -> None:
    response = operation["responses"][str(exchange["status"])]
    body = (
        None if exchange["status"] == 422 else operation.get("requestBody")
    )  # examples keep to their schemas
    for part, key in ((body, "request"), (response, "answer")):
        if part is not None and exchange[key] is not None:
            shown = {"summary": exchange["summary"], "value": exchange[key]}
            for media_type, content in part["content"].items():
                if media_type.endswith("json"):
                    content.setdefault("examples", {})[name] = shown


def _operations(contract: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in contract["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                yield path, operation
