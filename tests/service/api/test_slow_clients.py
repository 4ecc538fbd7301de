"""Connections of slow clients are closed; waiting long polls are not."""

import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from service.settings import Settings
from tests.kit.api import Api, database, running

_PATIENCE_SECONDS = 60.0


@pytest.fixture(scope="module")
def hasty(postgres_url: str) -> Iterator[Api]:
    """A service with a client timeout of less than a second."""
    with database(postgres_url) as url, running(url, Settings(slow_client=1, address_rate="off")) as api:
        yield api


def connected(api: Api, receives: int | None = None) -> socket.socket:
    url = urlsplit(api.url)
    line = socket.socket()
    line.settimeout(_PATIENCE_SECONDS)
    if receives is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
    line.connect((url.hostname, url.port))
    return line


def is_closed(line: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    read = b""
    try:
        while part := line.recv(65_536):
            read += part
    except ConnectionResetError:
        pass
    return read


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"G",
        b"GET /v1/games HTTP/1.1\r\n",
        b"GET /v1/games HTTP/1.1\r\nHost: here\r\nX-More: ",
        b"POST /v1/players HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n",
        b"POST /v1/players HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
        b"POST /v1/players HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    ],
)
def test_a_connection_with_an_unfinished_request_is_closed(hasty: Api, beginning: bytes) -> None:
    with connected(hasty) as line:
        line.sendall(beginning)
        assert b"201" not in is_closed(line)


def test_a_connection_that_sends_slowly_is_closed(hasty: Api) -> None:
    with connected(hasty) as line:
        line.sendall(b"GET /v1/games HTTP/1.1\r\nX-More: ")
        line.settimeout(0.1)
        with pytest.raises(OSError, match=r"reset|[Bb]roken pipe|closed"):
            drips(line)


def drips(line: socket.socket) -> None:
    end = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < end:
        line.sendall(b"x")
        try:
            if not line.recv(1):
                raise ConnectionResetError("closed")
        except TimeoutError:
            continue


def test_a_reused_connection_with_an_unfinished_request_is_closed(hasty: Api) -> None:
    with connected(hasty) as line:
        line.sendall(b"GET /health/live HTTP/1.1\r\nHost: here\r\n\r\nGET /health/live HTTP/1.1\r\n")
        assert is_closed(line).count(b"200 OK") == 1


def test_an_endless_request_head_is_refused(hasty: Api) -> None:
    with connected(hasty) as line:
        line.sendall(b"GET /v1/games HTTP/1.1\r\n" + b"X-More: " + b"x" * 30_000)
        line.sendall(b"x" * 30_000)
        assert is_closed(line).startswith(b"HTTP/1.1 400 ")


def test_a_connection_that_does_not_read_is_closed(hasty: Api, caplog: pytest.LogCaptureFixture) -> None:
    with connected(hasty, receives=4_096) as line:
        # given answers that are larger than what the sockets hold, and that are not read for a while
        line.sendall(b"GET /schema/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n" * 40)
        time.sleep(5)
        # then the rest is not sent
        assert is_closed(line).count(b"HTTP/1.1 200 OK") < 40
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_waiting_long_poll_is_not_closed(hasty: Api) -> None:
    match = hasty.person().opens("pebbles")
    answer = hasty.stranger.get(f"{match.path}/events", after=1, wait=3)
    assert answer.json() == {"events": [], "next": 1}
