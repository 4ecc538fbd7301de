"""A small HTTP/1.1 client for load: requests are bytes made beforehand, answers are read for status and length only."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from typing import cast

from msgspec import Struct

Request = bytes


def request(method: str, path: str, token: str | None, body: bytes) -> Request:
    """Write a request."""
    bearer = "" if token is None else f"Authorization: Bearer {token}\r\n"
    length = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return f"{method} {path} HTTP/1.1\r\nHost: bench\r\n{bearer}{length}\r\n".encode() + body


class Connection(asyncio.Protocol):
    """One connection with one request under way at a time."""

    def __init__(self) -> None:
        """Wait for the transport."""
        self._buffer = b""
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is no subclass

    def data_received(self, data: bytes) -> None:
        """Gather an answer; tell who waits when it is whole."""
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
        """Send a request and wait for its answer."""
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
    """What a load run measured: requests per second, and milliseconds at the median and the 99th percentile."""

    per_second: float
    p50: float
    p99: float


async def load(port: int, streams: Sequence[Iterator[Request]]) -> Figures:
    """Send each stream of requests over a connection of its own, all at once; any answer but 200 ends the benchmark."""
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
