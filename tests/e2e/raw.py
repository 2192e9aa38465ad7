"""Requests byte by byte, as no client's library would send them."""

import socket
from urllib.parse import urlsplit


def send(url: str, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """Send raw bytes; the status, the headers and the body of the answer."""
    address = urlsplit(url)
    with socket.create_connection((address.hostname, address.port or 80), timeout=10) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin1").split("\r\n")
    return int(status.split()[1]), dict(line.split(": ", 1) for line in lines), body
