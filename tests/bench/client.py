"""The cheapest HTTP client that can measure a server: prepared bytes out, whole answers in, many connections."""

import socket
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit


def prepare(path: str, body: bytes, token: str = "") -> bytes:
    """Write a POST request."""
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        *([f"Authorization: Bearer {token}"] if token else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


def send_all(url: str, queues: Sequence[Sequence[bytes]]) -> float:
    """Send each queue on a connection of its own, one request after the other; requests answered a second.

    Raises RuntimeError where an answer is not 200.
    """
    address = urlsplit(url)
    connections = [socket.create_connection((address.hostname, address.port)) for _ in queues]
    with ThreadPoolExecutor(len(queues)) as clients:
        began = time.perf_counter()
        list(clients.map(_send, connections, queues))
        taken = time.perf_counter() - began
    for connection in connections:
        connection.close()
    return sum(map(len, queues)) / taken


def _send(connection: socket.socket, requests: Sequence[bytes]) -> None:
    for request in requests:
        ask(connection, request)


def ask(connection: socket.socket, request: bytes) -> None:
    """Send a request and read its answer. Raises RuntimeError if that is not 200."""
    connection.sendall(request)
    answer = connection.recv(65_536)
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(65_536)
    head, _, body = answer.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(answer.decode())
    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    received = len(body)
    while received < length:
        received += len(connection.recv(65_536))
