"""The form of every line that we write: one JSON object on stdout, without anything secret.

The launcher, gunicorn's master and its workers all use it. Nothing here imports Flask, because gunicorn's master must
not load what gevent has to patch first in a worker.
"""

import logging
import re
import traceback
from datetime import UTC, datetime
from typing import Any

import orjson

TOKEN = re.compile(r"uno_[\w-]+")
QUERY = re.compile(r"\?\S*")
NOT_HTTP = re.compile(r"(Invalid request from ip=\S*).*", re.DOTALL)


class JsonFormatter(logging.Formatter):
    """A log record as one line of JSON: time, level, logger, message, then those of `extra={"fields": {…}}`."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's line; a value that JSON does not know is written as text."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": scrub(record.getMessage()),
        }
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0]:
            line["exception"] = scrub("".join(traceback.format_exception(*record.exc_info)))
        return orjson.dumps(line, default=str).decode()


def scrub(text: str) -> str:
    """The text without anything that looks like a token or a query string, or was sent and is no HTTP, or no text."""
    readable = text.encode(errors="backslashreplace").decode()
    return NOT_HTTP.sub(r"\1", QUERY.sub("?…", TOKEN.sub("uno_…", readable)))


# What logging.config.dictConfig takes; gunicorn's own lines go the same way as ours, its access log is off.
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": JsonFormatter}},
    "handlers": {
        "stdout": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "json"}
    },
    "root": {"level": "INFO", "handlers": ["stdout"]},
    "loggers": {"gunicorn.error": {"level": "INFO", "handlers": [], "propagate": True}},
}
