"""Server-sent events as a client reads them, over a connection that a test may cut or leave unread."""

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

PATIENCE: Final = httpx.Timeout(30)


class Sent(Struct, frozen=True):
    """One message of a stream: a comment has its text as `comment`, everything else is empty then."""

    event: str = ""
    id: int | None = None
    data: Json = None
    comment: str | None = None


@contextmanager
def opened(match: Match, by: Person, after: int | None = None, *, seen: int | None = None) -> Iterator[httpx.Response]:
    """A stream after a version; `seen` is sent as Last-Event-ID."""
    headers = {"Authorization": f"Bearer {by.token}"} if by.token else {}
    if seen is not None:
        headers["Last-Event-ID"] = str(seen)
    query = {} if after is None else {"after": after}
    url = by.http.base_url.join(f"{match.path}/stream")
    with httpx.stream("GET", url, params=query, headers=headers, timeout=PATIENCE) as answer:
        yield answer


def messages(answer: httpx.Response) -> Iterator[Sent]:
    """What a stream sends, to its end."""
    assert answer.status_code == 200, answer.read()
    return read(answer.iter_lines())


def read(lines: Iterator[str]) -> Iterator[Sent]:
    """Messages of the lines of a stream; a message that was cut off is none."""
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
    """The events of the match among the messages."""
    return (each.data for each in sent if each.id is not None)


class Unread:
    """A stream of which its client reads nothing until it is asked to."""

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
        """Everything that was sent, to the end of the connection."""
        found = b""
        with self._socket:
            try:
                while more := self._socket.recv(65536):
                    found += more
            except ConnectionResetError:
                pass
        return found


async def followed(match: Match, by: Person, size: int, rng: random.Random) -> list[Json]:
    """Follow a match to its end over connections that are cut anywhere, after `size` bytes or so.

    Each goes on after the last whole event of the one before.
    """
    found: list[Json] = []
    ended = False
    while not ended:
        text = await _cut(match, by, found[-1]["version"] if found else 0, int(rng.expovariate(1 / size)))
        whole = text[: text.rfind(b"\n\n") + 1].decode()
        # A chunk's own lines end otherwise, and stand between messages.
        for sent in read(line for line in whole.split("\n") if not line.endswith("\r")):
            if sent.id is not None:
                found.append(sent.data)
            ended = ended or sent.event == "end"
    return found


async def _cut(match: Match, by: Person, seen: int, size: int) -> bytes:
    """What comes of a stream before its connection is cut after so many bytes, or ends."""
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
