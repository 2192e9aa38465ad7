"""Request headers, each parsed by one function: a wrong one is a fault, never an error."""

import re
from typing import Final

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from service.games import Fault, Refusal

JSON: Final = "application/json"
STREAM: Final = "text/event-stream"
_JSON_TYPES: Final = (JSON, "application/problem+json")
_AUTHORIZATION: Final = re.compile(r"bearer +(uno_[A-Za-z0-9_-]{43})", re.ASCII | re.IGNORECASE)
_CHARSET: Final = re.compile(r"\s*;\s*charset\s*=\s*[^;,\s]+", re.IGNORECASE)
_KEY: Final = re.compile(r"[\x20-\x7e]{1,255}")
_EVENT_ID: Final = re.compile(r"\d{1,15}", re.ASCII)
NO_EVENT: Final = 10**15
"""An id that no event has."""
_VERSION_TAG: Final = re.compile(r'(?:W/)?"(\d{1,18})(?:\.(?:s|\d{1,3}))?"', re.ASCII)


def bearer_token(header: str | None) -> str | None:
    """Give the token that was sent, None without a header; any other Authorization is a 401."""
    token = token_in(header)
    if token is None and header is not None:
        raise Refusal("token_invalid", "Send 'Authorization: Bearer ' and a token that starts with uno_.")
    return token


def token_in(header: str | None) -> str | None:
    """Give the token that was sent, None where none can be made out."""
    match = None if header is None else _AUTHORIZATION.fullmatch(header)
    return match and match[1]


def idempotency_key(header: str | None, faults: list[Fault]) -> str | None:
    """Give the key that was sent, if it is one."""
    if header is None or _KEY.fullmatch(header):
        return header
    faults.append(
        Fault(pointer="/Idempotency-Key", detail="This must be 1 to 255 printable ASCII characters.")
    )
    return None


def if_match(header: str | None, faults: list[Fault]) -> frozenset[int] | None:
    """Give the versions that would match, None if any does: `"17"`, `"17.0"`, `W/"17.s"`, lists of them, `*`."""
    if header is None or header.strip() == "*":
        return None
    tags = [_VERSION_TAG.fullmatch(tag.strip()) for tag in header.split(",")]
    versions = frozenset(int(tag[1]) for tag in tags if tag)
    if None in tags:
        faults.append(
            Fault(
                pointer="/If-Match",
                detail='This must be the ETag of a view, such as "17.0", or "17", or *.',
            )
        )
        return None
    return versions


def has_already(header: str | None, etag: str) -> bool:
    """Tell whether If-None-Match names `etag`, which stands in its quotes; any other text names nothing."""
    return header is not None and (etag in header or header.strip() == "*")


def wants_minimal(header: str | None) -> bool:
    """Tell whether Prefer asks for an answer without a body."""
    if header is None:
        return False
    wishes = (wish.partition(";")[0].strip().lower() for wish in header.split(","))
    first = next((wish for wish in wishes if wish.startswith("return")), "")
    return first.replace('"', "").replace(" ", "") == "return=minimal"


def accepts_json(header: str | None) -> bool:
    """Tell whether Accept leaves room for JSON."""
    if not header or header in ("*/*", JSON):
        return True
    accepted = _accepted(header)
    return not accepted or any(accepted[media_type] > 0 for media_type in _JSON_TYPES)


def wants_stream(header: str | None) -> bool:
    """Tell whether Accept names an event stream, and likes it better than JSON or names it first."""
    if not header or STREAM not in header.lower():
        return False
    return _accepted(header).best_match([JSON, STREAM]) == STREAM


def _accepted(header: str) -> MIMEAccept:
    """Parse Accept; a charset is passed over, as there is but one."""
    return parse_accept_header(_CHARSET.sub("", header), MIMEAccept)


def event_id(header: str | None) -> int | None:
    """Give the Last-Event-ID that was sent, None without one; one that is no event's is beyond all events."""
    if not header:
        return None
    return int(header) if _EVENT_ID.fullmatch(header) else NO_EVENT


def known_version(header: str | None) -> int | None:
    """Give the newest version in If-None-Match, if it names any."""
    versions = [int(match[1]) for match in _VERSION_TAG.finditer(header or "")]
    return max(versions, default=None)
