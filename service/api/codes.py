"""Every problem code: its status, its title, what it means and what a client does about it.

One table serves the answers, ``GET /problems/{code}`` and the OpenAPI document.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Code(NamedTuple):
    """What one problem code says, wherever it says it."""

    status: int
    title: str
    meaning: str
    action: str


_TABLE: dict[str, tuple[int, str, str, str]] = {
    "malformed_request": (
        400,
        "Bad Request",
        "What came is not HTTP (400), has too long a line (414) or headers (431), or expects what is not known (417).",
        "Use an HTTP library.",
    ),
    "malformed_json": (
        400,
        "Malformed JSON",
        (
            "The body is not one JSON document in UTF-8: broken syntax, NaN or Infinity, a field named twice, "
            "a lone surrogate, another encoding, nesting deeper than 32, or a body that ended early."
        ),
        "Send valid JSON (RFC 8259) in UTF-8.",
    ),
    "token_required": (
        401,
        "Token required",
        "This operation acts for a player and no token was sent.",
        "Send the seat's token as 'Authorization: Bearer uno_...'. It was in the answer to creating or joining.",
    ),
    "token_invalid": (
        401,
        "Token invalid",
        (
            "The Authorization header is malformed, or its token belongs to no active seat of this game: unknown, of "
            "another game, of a seat that left, or of a game that has expired. A token that is sent is always checked."
        ),
        "Send the token of a seat of this game, or leave the header out where no token is needed.",
    ),
    "ticket_invalid": (
        401,
        "Ticket invalid",
        (
            "The ticket is unknown, for another game, of a seat that left, was not used within 60 seconds, or was "
            "first used more than 10 minutes ago."
        ),
        "Ask for a new one: POST /v1/games/{id}/tickets.",
    ),
    "api_key_required": (
        401,
        "API key required",
        "Whoever runs this server gave keys to those who may create games, and none was sent.",
        "Send yours as 'X-API-Key'; ask the operator for one.",
    ),
    "api_key_invalid": (
        401,
        "API key invalid",
        "The X-API-Key is none of those that create games here.",
        "Send it as you were given it; ask the operator whether it still holds.",
    ),
    "not_host": (
        403,
        "Not the host",
        "Only the host of the game may do this.",
        "Let the host send it; the view names the host's seat in 'host'.",
    ),
    "not_your_seat": (
        403,
        "Not your seat",
        "The token is that of another seat.",
        "Send the token of the seat that the path names.",
    ),
    "sandbox_disabled": (
        403,
        "Sandbox disabled",
        "Stacked games ('deck', 'dealer') are refused by this server.",
        "Leave 'deck' and 'dealer' out, or start your own server with UNO_SANDBOX=1.",
    ),
    "spectators_closed": (
        403,
        "No spectators",
        "The game has started and was created with the option 'spectators' false.",
        "Send the token of one of its seats.",
    ),
    "not_found": (
        404,
        "Not found",
        "There is nothing at this path.",
        "Compare the path with /openapi.json. Paths have no slash at the end.",
    ),
    "game_not_found": (
        404,
        "Game not found",
        "There is no game with this id: it never existed or it has expired.",
        "Check the id; a game is kept until its 'expires_at'.",
    ),
    "seat_not_found": (
        404,
        "Seat not found",
        "This game has no player on that seat.",
        "Choose one of the seats that the view lists in 'players'.",
    ),
    "variant_not_found": (
        404,
        "Variant not found",
        "There is no game variant with this id.",
        "Choose one that GET /v1/variants lists.",
    ),
    "method_not_allowed": (
        405,
        "Method not allowed",
        "This path exists, but not with this method.",
        "Use one of the methods that the Allow header names.",
    ),
    "not_acceptable": (
        406,
        "Not acceptable",
        "Answers are JSON, and the Accept header rules JSON out.",
        "Accept application/json, or send no Accept header.",
    ),
    "body_too_large": (
        413,
        "Body too large",
        "The body is larger than 64 KiB.",
        "Send less; no request needs as much.",
    ),
    "unsupported_media_type": (
        415,
        "Unsupported media type",
        "The body is not labelled as JSON.",
        "Send 'Content-Type: application/json'.",
    ),
    "not_your_turn": (
        409,
        "Not your turn",
        "Another seat has to act now.",
        "Wait until 'turn.seat' is yours; 'you.legal_actions' lists what you may do now.",
    ),
    "wrong_phase": (
        409,
        "Wrong phase",
        "The game waits for another kind of action.",
        "Look at 'turn.phase' and take one of 'you.legal_actions'.",
    ),
    "card_not_in_hand": (
        409,
        "Card not in hand",
        "You do not hold this card.",
        "Play a card that 'you.hand' lists, by its id.",
    ),
    "card_not_playable": (
        409,
        "Card not playable",
        "This card cannot be laid now.",
        "Take one of the plays in 'you.legal_actions', draw, or pass.",
    ),
    "must_play_drawn_card": (
        409,
        "The drawn card must be played",
        "With the option 'force_play' a playable card that was drawn cannot be kept.",
        "Play 'you.drawn_card'.",
    ),
    "dump_not_whole_color": (
        409,
        "Not the whole colour",
        "A Reverse takes along all other cards of its colour or none; a forced dump takes all of them.",
        "Send in 'then' the cards that 'you.legal_actions' names, in any order.",
    ),
    "color_required": (
        409,
        "Colour required",
        "This card needs a colour.",
        "Send 'color' with the play: red, yellow, green or blue.",
    ),
    "color_not_allowed": (
        409,
        "Colour not allowed",
        "This card has a colour of its own, or takes none.",
        "Send the play without 'color'.",
    ),
    "target_not_allowed": (
        409,
        "Target not allowed",
        "This seat cannot be chosen.",
        "Choose one of the 'seats' in 'you.legal_actions'.",
    ),
    "nothing_to_challenge": (
        409,
        "Nothing to challenge",
        "No Wild Draw Four waits for your answer.",
        "Challenge only in the phase 'challenge', on your turn.",
    ),
    "uno_not_due": (
        409,
        "UNO not due",
        "You neither hold one card with the window open nor two cards on your turn, or you have said it already.",
        "Nothing to do: a call that is not due costs nothing.",
    ),
    "nothing_to_catch": (
        409,
        "Nothing to catch",
        "That player has not forgotten to say UNO, or the moment has passed.",
        "Nothing to do: a false catch costs nothing.",
    ),
    "game_not_started": (
        409,
        "Game not started",
        "The game is still in the lobby.",
        "Wait until every open seat is taken, or let the host start it.",
    ),
    "game_full": (
        409,
        "Game full",
        "There is no open seat.",
        "Watch the game, or join another.",
    ),
    "already_started": (
        409,
        "Already started",
        "The game has left the lobby.",
        "Read the view and go on from there.",
    ),
    "name_taken": (
        409,
        "Name taken",
        "Another player of this game has this name, or one that looks like it.",
        "Join with another name.",
    ),
    "too_few_players": (
        409,
        "Too few players",
        "This variant needs more players than are seated.",
        "Wait for others to join; the variant's 'min_players' says how many it takes.",
    ),
    "kick_not_allowed": (
        409,
        "Kick not allowed",
        "The host may send a player away only in the lobby.",
        "Wait, or abandon the game.",
    ),
    "round_not_over": (
        409,
        "Round not over",
        "The next round can be dealt once this one has ended.",
        "Go on playing; the status becomes 'round_over'.",
    ),
    "round_over": (
        409,
        "Round over",
        "The round has ended, and no card can be played until the next is dealt.",
        "Send 'next-round'.",
    ),
    "game_over": (
        409,
        "Game over",
        "The game has ended.",
        "Read the score sheet, or create another game.",
    ),
    "busy": (
        409,
        "Busy",
        "Others kept changing the game at the same moment; nothing happened.",
        "Repeat the request after the time that Retry-After names.",
    ),
    "version_mismatch": (
        412,
        "Version mismatch",
        "The game is no longer at the version that If-Match names; nothing happened.",
        "Read the view again and decide anew.",
    ),
    "validation_failed": (
        422,
        "Validation failed",
        "The request is understood but breaks the schema; 'errors' points at each fault.",
        "Correct what 'errors' names.",
    ),
    "idempotency_key_reused": (
        422,
        "Idempotency key reused",
        "This key was used before for another request.",
        "Make a new key for every new request; repeat a key only with the very same request.",
    ),
    "idempotency_key_weak": (
        422,
        "Idempotency key too short",
        "Creating and joining need a key of 16 characters or more, since there is no token yet.",
        "Use a random UUID as the key.",
    ),
    "rate_limited": (
        429,
        "Too many requests",
        (
            "This client has sent more requests than the server takes from one. They are counted for the token, else "
            "the API key, else the address; wrong tokens and games that do not exist for the address. Nothing happened."
        ),
        "Repeat it after the time that Retry-After names; to see moves at once use a stream or 'wait'.",
    ),
    "internal_error": (
        500,
        "Internal error",
        "The server met a fault of its own.",
        "Repeat the request with the same Idempotency-Key, and report the X-Request-ID if it stays.",
    ),
    "shutting_down": (
        503,
        "Shutting down",
        "This process is about to end: it finishes what it is asked, and should be asked nothing new.",
        "Ask another replica, or the same address after the time that Retry-After names.",
    ),
    "storage_unavailable": (
        503,
        "Storage unavailable",
        "The store of games cannot be reached; whether the request took effect is unknown.",
        "Repeat it after the time that Retry-After names, with the same Idempotency-Key or with If-Match.",
    ),
    "too_many_streams": (
        503,
        "Too many streams",
        "This process serves as many waiting clients as it may (streams, or questions with 'wait').",
        "Connect again after the time that Retry-After names, or ask without waiting.",
    ),
}

CODES: Mapping[str, Code] = MappingProxyType({code: Code(*row) for code, row in _TABLE.items()})
