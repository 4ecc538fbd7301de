"""Event stream response: sends chunks until the match is over, the client leaves or the token becomes invalid."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import AbstractContextManager, aclosing
from typing import Final, Literal

from litestar import Response
from litestar.types import ASGIApp, HTTPResponseBodyEvent, Receive, Scope, Send
from msgspec import Struct
from prometheus_client import Counter

from domain.kernel.basics import MatchId, Version
from domain.matches.visibility import Requester
from service.http.rendering.stream_documentation import MEDIA_TYPE
from service.http.server.client_connection import ClientConnection, client_connection_of
from service.live.streams import Streams

_HEADERS: Final = [
    (b"content-type", MEDIA_TYPE.encode()),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"connection", b"close"),
]
_TOKEN_INVALID: Final = b": the token was revoked or has expired\n\n"
_SLOW: Final = (
    b'event: slow\ndata: {"detail":"The client reads too slowly. Reconnect with Last-Event-ID to resume."}\n\n'
)
_BUFFER_BYTES: Final = 16 * 1024
_CLOSE_TIMEOUT: Final = 5.0
"""Seconds that the client has to read the last message."""

EndReason = Literal["reader", "service", "slow", "token"]
_ENDED: Final = Counter("chronicle_streams_ended", "Ended streams by reason.", ("by",))


class StreamReader(Struct, frozen=True):
    """The reader of a stream: the requester, its quota slot, and a coroutine that returns when its token is invalid."""

    requester: Requester
    slot: AbstractContextManager[None]
    wait_until_invalid: Callable[[], Coroutine[None, None, None]]


class EventStream(Response[bytes]):
    """A response that streams the events of a match."""

    def __init__(self, streams: Streams, match: MatchId, reader: StreamReader, after: Version) -> None:
        """Stream the events of a match after a version."""
        self.headers = {}
        self.status_code = None
        self._app = _StreamApp(streams, match, reader, after)

    def to_asgi_response(self, *_: object, **__: object) -> ASGIApp:  # type: ignore[override] # needs no arguments
        """Return the stream as an ASGI application."""
        return self._app


class _StreamApp:
    """A stream as an ASGI application."""

    def __init__(self, streams: Streams, match: MatchId, reader: StreamReader, after: Version) -> None:
        self._streams = streams
        self._match = match
        self._reader = reader
        self._after = after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._reader.slot:
            await self._stream(scope, receive, send)

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._streams.watching(self._match, self._reader.requester) as watched:
            connection = client_connection_of(scope)
            connection.limit_buffers(_BUFFER_BYTES)
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            chunks = self._streams.chunks(watched, self._reader.requester, self._after)
            reason = await self._send_until_end(chunks, receive, send, connection)
            if reason == "slow":
                connection.resume_writing()
                await send(_body(_SLOW, more=False))
            elif reason == "token":
                await send(_body(_TOKEN_INVALID, more=False))
            connection.abort_after(_CLOSE_TIMEOUT)
            _ENDED.labels(reason).inc()

    async def _send_until_end(
        self, chunks: AsyncGenerator[bytes, None], receive: Receive, send: Send, connection: ClientConnection
    ) -> EndReason:
        """Send chunks until the stream ends, the client leaves or is too slow, or the token becomes invalid."""
        sending = asyncio.create_task(self._send_all(chunks, send, connection))
        disconnecting = asyncio.create_task(_wait_for_disconnect(receive))
        invalidating = asyncio.create_task(self._reader.wait_until_invalid())
        tasks = (sending, disconnecting, invalidating)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                return "service" if sending.result() else "slow"
            return "reader" if disconnecting.done() else "token"
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _send_all(self, chunks: AsyncGenerator[bytes, None], send: Send, connection: ClientConnection) -> bool:
        """Send all chunks. Returns False if the client does not read a chunk in time."""
        async with aclosing(chunks):
            try:
                async for chunk in chunks:
                    await self._send_chunk(send, connection, _body(chunk, more=True))
                await self._send_chunk(send, connection, _body(b"", more=False))
            except TimeoutError:
                return False
        return True

    async def _send_chunk(self, send: Send, connection: ClientConnection, body: HTTPResponseBodyEvent) -> None:
        if not connection.is_full:  # the write does not wait, so it needs no timer
            await send(body)
            return
        async with asyncio.timeout(self._streams.patience):
            await send(body)


def _body(chunk: bytes, *, more: bool) -> HTTPResponseBodyEvent:
    return {"type": "http.response.body", "body": chunk, "more_body": more}


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
