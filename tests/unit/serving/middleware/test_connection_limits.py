"""Connections over real sockets: silent, slow and too many ones are hung up on, the others are answered."""

import json
import socket
import threading
from collections.abc import Iterator
from http.client import HTTPResponse

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from bioloom.serving.middleware.connection_limits import BoundedProtocol

REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
_PATIENCE = 30  # seconds; how long a test waits for what must come


class Hasty(BoundedProtocol):
    """The protocol with little time and room."""

    most = 3
    seconds = 0.3


def answer(_: Request) -> PlainTextResponse:
    return PlainTextResponse("well")


@pytest.fixture
def address() -> Iterator[tuple[str, int]]:
    listener = socket.create_server(("127.0.0.1", 0))
    app = Starlette(routes=[Route("/", answer)])
    server = uvicorn.Server(uvicorn.Config(app, http=Hasty, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield listener.getsockname()
    server.should_exit = True
    thread.join(_PATIENCE)


def opened(address: tuple[str, int]) -> socket.socket:
    return socket.create_connection(address, timeout=_PATIENCE)


def replied(connection: socket.socket) -> bool:
    """Send a request and read its whole answer."""
    connection.sendall(REQUEST)
    read = b""
    while not read.endswith(b"well"):
        part = connection.recv(4096)
        assert part, read
        read += part
    return True


def ended(connection: socket.socket) -> bool:
    """Wait for the other side to hang up."""
    try:
        while connection.recv(4096):
            pass
    except ConnectionResetError:
        pass
    return True


@pytest.mark.parametrize(
    "request_", [b"GET / HTTP/1.1\r\n\r\n", REQUEST[:-2] + b"Content-Length: -1\r\n\r\n", b"nonsense\r\n\r\n"]
)
def test_what_is_no_request_is_answered_with_a_problem(address: tuple[str, int], request_: bytes) -> None:
    with opened(address) as connection:
        connection.sendall(request_)
        answer = HTTPResponse(connection)
        answer.begin()
        assert (answer.status, json.loads(answer.read())["status"]) == (400, 400)
    assert answer.headers["content-type"] == "application/problem+json"
    assert {"content-security-policy", "x-request-id"} <= {name.lower() for name in answer.headers}


def test_a_silent_connection_is_hung_up_on(address: tuple[str, int]) -> None:
    with opened(address) as silent:
        assert ended(silent)


def test_a_head_that_comes_byte_by_byte_is_not_awaited_for_ever(address: tuple[str, int]) -> None:
    with opened(address) as slow:
        slow.sendall(REQUEST[:10])
        assert ended(slow)


def test_a_connection_is_kept_for_further_requests_and_then_hung_up_on(address: tuple[str, int]) -> None:
    with opened(address) as kept:
        for _ in range(3):
            assert replied(kept)
        kept.sendall(REQUEST[:10])
        assert ended(kept)


def test_more_connections_than_allowed_are_refused(address: tuple[str, int]) -> None:
    held = [opened(address) for _ in range(8)]
    for connection in held:
        assert ended(connection)
        connection.close()
    with opened(address) as later:
        assert replied(later)
