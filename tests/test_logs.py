import json
import logging
import logging.config
from pathlib import Path

import pytest

from service.logs import LOGGING, JsonFormatter

TOKEN = "uno_a06sl7ubM0jgElotCd3wKUPgSM4rut2btZnrC4hBG0Y"


def test_a_record_is_one_line_of_json_with_its_extra_fields() -> None:
    record = logging.makeLogRecord(
        {
            "name": "service",
            "levelname": "INFO",
            "msg": "seat %d",
            "args": (1,),
            "created": 0.5,
            "fields": {"path": Path("/x")},
        }
    )
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert json.loads(line) == {
        "time": "1970-01-01T00:00:00.500+00:00",
        "level": "info",
        "logger": "service",
        "message": "seat 1",
        "path": "/x",
    }


def test_tokens_and_queries_are_scrubbed_from_messages_and_tracebacks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, nothing = logging.getLogger(), dict[str, int]()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    logging.config.dictConfig(LOGGING)
    try:
        nothing[TOKEN]
    except KeyError:
        logging.getLogger("gunicorn.error").exception("Error handling request /v1/games?ticket=%s", TOKEN)
    line = json.loads(capsys.readouterr().out)
    assert line["message"] == "Error handling request /v1/games?…"
    assert line["exception"].startswith("Traceback")
    assert TOKEN[4:] not in line["exception"]


def test_what_is_no_text_is_written_all_the_same() -> None:
    record = logging.makeLogRecord({"name": "service", "levelname": "INFO", "msg": "UNO_\udcff"})
    assert json.loads(JsonFormatter().format(record))["message"] == "UNO_\\udcff"
