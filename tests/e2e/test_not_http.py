"""What never reaches the application is refused like everything else: with a problem, and no 5xx."""

import json

import pytest

from tests.e2e.raw import send


@pytest.mark.parametrize(
    ("request_line", "headers", "status"),
    [
        ("GARBAGE", "", 400),
        ("GET / HTTP/9.9", "", 400),
        ("GET /healthz HTTP/1.1", "Bad\0Name: x\r\n", 400),
        ("GET /healthz HTTP/1.1", "X: a\0b\r\n", 400),
        ("POST /v1/games HTTP/1.1", "Content-Length: many\r\n", 400),
        ("POST /v1/games HTTP/1.1", "Content-Length: -1\r\n", 400),
        ("POST /v1/games HTTP/1.1", "Transfer-Encoding: shrink\r\n", 400),
        (f"GET /{'x' * 5000} HTTP/1.1", "", 414),
        ("GET /healthz HTTP/1.1", f"X: {'x' * 8200}\r\n", 431),
    ],
)
def test_what_is_no_http_is_a_problem_too(
    service_url: str, request_line: str, headers: str, status: int
) -> None:
    raw = f"{request_line}\r\nHost: 127.0.0.1\r\n{headers}\r\n".encode("latin1")

    answered, fields, body = send(service_url, raw)

    problem = json.loads(body)
    assert (answered, problem["status"], problem["code"]) == (status, status, "malformed_request")
    assert problem["detail"].startswith("The request could not be read as HTTP: ")
    assert fields["Content-Type"] == "application/problem+json"
    assert fields["X-Request-ID"]


def test_a_token_in_a_broken_header_does_not_come_back(service_url: str) -> None:
    token = "uno_" + "s" * 43
    raw = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization Bearer {token}\r\n\r\n"
    status, _, body = send(service_url, raw.encode())
    assert status == 400
    assert token[4:] not in body.decode()


@pytest.mark.parametrize("path", ["/nowhere", "/v1/games"])
@pytest.mark.parametrize("broken", ["zz\r\nabc", "2\r\n{}xyz", "2;\r\n{}", "3\r\nabc"])
def test_a_body_that_breaks_off_gets_one_answer(service_url: str, path: str, broken: str) -> None:
    raw = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Transfer-Encoding: chunked\r\n\r\n{broken}"
    )
    status, _, body = send(service_url, raw.encode())
    assert json.loads(body)["status"] == status
