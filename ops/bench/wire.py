"""Minimal HTTP/1.1 load client: requests are prepared bytes; responses are parsed for status and length only."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from typing import cast

from msgspec import Struct

Request = bytes


def request(method: str, path: str, token: str | None, body: bytes) -> Request:
    """Encode a request."""
    bearer = "" if token is None else f"Authorization: Bearer {token}\r\n"
    length = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return f"{method} {path} HTTP/1.1\r\nHost: bench\r\n{bearer}{length}\r\n".encode() + body


class Connection(asyncio.Protocol):
    """A connection with at most one pending request."""

    def __init__(self) -> None:
        """Start without a transport."""
        self._buffer = b""
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's class is not a subclass

    def data_received(self, data: bytes) -> None:
        """Append the data; resolve the pending response when it is complete."""
        self._buffer += data
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return
        lower = head.lower()
        start = lower.index(b"content-length:") + 15
        length = int(lower[start:].split(b"\r\n", 1)[0])
        if len(rest) >= length and self._answer is not None:
            self._buffer = b""
            self._answer.set_result((int(head[9:12]), rest))

    async def ask(self, written: Request) -> tuple[int, bytes]:
        """Send a request and wait for its response."""
        self._answer = asyncio.get_running_loop().create_future()
        if self._transport is None:
            message = "not connected"
            raise ConnectionError(message)
        self._transport.write(written)
        return await self._answer


async def connect(port: int) -> Connection:
    """Open a connection to a local server."""
    _, connection = await asyncio.get_running_loop().create_connection(Connection, "127.0.0.1", port)
    return connection


class Figures(Struct, frozen=True):
    """Result of a load run: requests per second, and latencies in milliseconds."""

    per_second: float
    p50: float
    p99: float


async def load(port: int, streams: Sequence[Iterator[Request]]) -> Figures:
    """Send each stream of requests over its own connection, in parallel. Raises `RuntimeError` unless all are 200."""
    connections = [await connect(port) for _ in streams]
    times: list[float] = []
    began = time.perf_counter()
    await asyncio.gather(*(_drive(one, stream, times) for one, stream in zip(connections, streams, strict=True)))
    took = time.perf_counter() - began
    times.sort()
    return Figures(len(times) / took, 1000 * times[len(times) // 2], 1000 * times[len(times) * 99 // 100])


async def _drive(connection: Connection, stream: Iterator[Request], times: list[float]) -> None:
    clock = time.perf_counter
    for written in stream:
        began = clock()
        status, body = await connection.ask(written)
        times.append(clock() - began)
        if status != 200:  # noqa: PLR2004
            message = f"{status}: {body!r} to {written!r}"
            raise RuntimeError(message)
