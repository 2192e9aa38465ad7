"""Answers that are no more than a few fields around the others."""

from service.api.schemas.base import Array, Object, Output, Text, Whole
from service.api.schemas.views import View


class Seat(Output):
    """A seat and the token that acts for it."""

    seat = Whole("The seat.")
    name = Text("The player's name, trimmed and normalised.")
    token = Text("`uno_` and 32 random bytes. Shown once: keep it, and send it as `Authorization: Bearer`.")


class CreatedGame(Output):
    """A new game with the tokens of the players named."""

    game = Object(View, "The game, as anybody may see it.")
    seats = Array(Seat, "One entry for each player named, in order.")


class JoinedGame(Seat):
    """A seat taken in a game."""

    game = Object(View, "The game, as anybody may see it.")


class Identity(Output):
    """Whose token it is."""

    game_id = Text("The game that the token is for.")
    seat = Whole("The seat that it acts for.")
    name = Text("The player's name.")


class Ticket(Output):
    """What opens a stream where no header can be sent."""

    ticket = Text("Send it as the query parameter `ticket` of the game's events. Shown once.")
    expires_at = Text("The first use must come before.", more={"format": "date-time"})


class Health(Output):
    """Whether the service is well."""

    status = Text("`ok`.")


class ProblemCode(Output):
    """What a problem code means."""

    code = Text("The code; others may be added.")
    status = Whole("The HTTP status it comes with.")
    title = Text("Its short name.")
    meaning = Text("What it says.")
    action = Text("What a client does about it.")


class Fault(Output):
    """One fault of a request."""

    pointer = Text(
        "A JSON pointer (RFC 6901) to the faulty field of the body, or `/` and the name of a query parameter or header."
    )
    detail = Text("What is wrong with it.")


class Problem(Output):
    """A refusal (RFC 9457)."""

    type = Text("`/problems/{code}`, where the code is explained.", more={"format": "uri-reference"})
    title = Text("A short name of the problem.")
    status = Whole("The HTTP status.")
    detail = Text("A sentence that says what to do.")
    code = Text("The stable code to branch on; others may be added.")
    instance = Text("The path of the request.", more={"format": "uri-reference"})


class ValidationProblem(Problem):
    """A refusal of a request that is not well-formed, with each fault."""

    errors = Array(Fault, "Each fault; empty if the problem is not in one place.")
