"""Clients for server-sent events: normal ones, and ones that drop or do not read the connection."""

import asyncio
import json
import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

import httpx
from msgspec import Struct

from tests.kit.clients import Json, Match, Person

TIMEOUT: Final = httpx.Timeout(30)


class Sent(Struct, frozen=True):
    """One message of a stream. For a comment only `comment` is set."""

    event: str = ""
    id: int | None = None
    data: Json = None
    comment: str | None = None


@contextmanager
def opened(match: Match, by: Person, after: int | None = None, *, seen: int | None = None) -> Iterator[httpx.Response]:
    """Open a stream after a version; `seen` is sent as Last-Event-ID."""
    headers = {"Authorization": f"Bearer {by.token}"} if by.token else {}
    if seen is not None:
        headers["Last-Event-ID"] = str(seen)
    query = {} if after is None else {"after": after}
    url = by.http.base_url.join(f"{match.path}/stream")
    with httpx.stream("GET", url, params=query, headers=headers, timeout=TIMEOUT) as answer:
        yield answer


def messages(answer: httpx.Response) -> Iterator[Sent]:
    """Messages of a stream to its end."""
    assert answer.status_code == 200, answer.read()
    return read(answer.iter_lines())


def read(lines: Iterator[str]) -> Iterator[Sent]:
    """Parse the lines of a stream into messages; an incomplete message is dropped."""
    fields: dict[str, str] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        elif fields:
            yield _sent(fields)
            fields = {}


def _sent(fields: dict[str, str]) -> Sent:
    number, text = fields.get("id"), fields.get("data")
    return Sent(
        fields.get("event", "retry" if "retry" in fields else ""),
        None if number is None else int(number),
        None if text is None else json.loads(text),
        fields.get(""),
    )


def events(sent: Iterator[Sent]) -> Iterator[Json]:
    """Events of the match among the messages."""
    return (each.data for each in sent if each.id is not None)


class Unread:
    """Stream whose client reads nothing until `rest` is called."""

    def __init__(self, match: Match, by: Person, after: int = 0) -> None:
        address = urlsplit(str(by.http.base_url))
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.settimeout(30)
        self._socket.connect((address.hostname, address.port))
        bearer = f"Authorization: Bearer {by.token}\r\n" if by.token else ""
        request = f"GET {match.path}/stream?after={after} HTTP/1.1\r\nHost: {address.netloc}\r\n{bearer}\r\n"
        self._socket.sendall(request.encode())

    def rest(self) -> bytes:
        """Read all bytes to the end of the connection."""
        found = b""
        with self._socket:
            try:
                while more := self._socket.recv(65536):
                    found += more
            except ConnectionResetError:
                pass
        return found


async def followed(match: Match, by: Person, size: int, rng: random.Random) -> list[Json]:
    """Follow a match to its end over connections cut at random positions, after `size` bytes on average.

    Each connection resumes after the last complete event of the previous one.
    """
    found: list[Json] = []
    ended = False
    while not ended:
        text = await _cut(match, by, found[-1]["version"] if found else 0, int(rng.expovariate(1 / size)))
        whole = text[: text.rfind(b"\n\n") + 1].decode()
        # Skip the chunk headers of HTTP; their lines end with a carriage return.
        for sent in read(line for line in whole.split("\n") if not line.endswith("\r")):
            if sent.id is not None:
                found.append(sent.data)
            ended = ended or sent.event == "end"
    return found


async def _cut(match: Match, by: Person, seen: int, size: int) -> bytes:
    """Read at most `size` bytes of a stream, then cut the connection."""
    address = urlsplit(str(by.http.base_url))
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    bearer = f"Authorization: Bearer {by.token}\r\n" if by.token else ""
    head = f"GET {match.path}/stream HTTP/1.1\r\nHost: x\r\n{bearer}Last-Event-ID: {seen}\r\n\r\n"
    writer.write(head.encode())
    found = b""
    try:
        found = await reader.readexactly(size)
    except asyncio.IncompleteReadError as short:
        found = short.partial
    finally:
        writer.transport.abort()
    return found
