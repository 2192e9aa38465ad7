"""Every answer of the application is held against its own document."""

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from tests.declared import PROBLEM, PROBLEMS, STREAM, Declared

UNDECLARED = ("/docs", "/docs/start.js", "/docs/assets/<path:name>", "/openapi.json")
"""What is there for the contract itself."""


class Contract(Declared):
    """Checks answers of `app` against its document."""

    def __init__(self, app: Flask, document: bytes) -> None:
        super().__init__(document)
        self._routes = app.url_map.bind("localhost")

    def check_response(self, response: TestResponse) -> None:
        """Fail unless `response` is what the document says of its operation."""
        request = response.request
        if request.method == "OPTIONS":
            return
        try:
            method = "GET" if request.method == "HEAD" else request.method
            rule, _ = self._routes.match(request.path, method, return_rule=True)
        except HTTPException:
            assert response.content_type == PROBLEMS
            if request.method != "HEAD":
                self.check_body(PROBLEM, response.data)
            return
        operation = self.operation(request.method, request.path)
        if operation is None:
            assert rule.rule in UNDECLARED, rule.rule
            return
        body = b"" if response.content_type == STREAM else response.data
        self.check(operation, request.method, response.status_code, response.headers, body)
