"""The answer that is a stream: sent chunk by chunk, for as long as its reader takes what is sent."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import AbstractContextManager, aclosing
from dataclasses import dataclass
from typing import Final, Literal

from litestar import Response
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Operation, Schema
from litestar.types import ASGIApp, HTTPResponseBodyEvent, Receive, Scope, Send
from msgspec import Struct
from prometheus_client import Counter

from domain.kernel.basics import MatchId, Version
from domain.matches.visibility import Requester
from service.http.server.client_connection import ClientConnection, client_connection_of
from service.live.streams import Streams

MEDIA_TYPE: Final = "text/event-stream"
ABOUT: Final = """\
Sends what follows a version, then whatever happens, each event once and in order, as the caller may see it when it is \
sent. `id` is the event's version, `event` its type, `data` the event as pages of the log give it.

Whoever was cut off goes on with `Last-Event-ID`, which counts more than `after`; both are the cursor of the log. \
Comments (lines that begin with a colon) say that an idle stream is alive. When the match is over and all its events \
have been sent, `end` follows with its `phase` and `version`, and the answer ends: do not come again. What was sealed \
when it was sent is open in the log from then on. `slow` is the last word to a reader that does not take what it is \
sent. A stream ends, with a comment, when the token that opened it is revoked or expires.

The token goes into the `Authorization` header as everywhere. The `EventSource` of browsers cannot send one: read the \
body of a `fetch` instead, or stream as a stranger.
"""
_MESSAGE: Final = Schema(
    type=OpenAPIType.OBJECT,
    description="A message; each field is a line of it",
    properties={
        "id": Schema(type=OpenAPIType.STRING, pattern="^[0-9]+$", description="The version of an event of the match"),
        "event": Schema(type=OpenAPIType.STRING, description="The type of the event; or `end`, or `slow`"),
        "data": Schema(
            type=OpenAPIType.STRING,
            content_media_type="application/json",
            description="The event as pages of the log give it; or how the match ended, or what is wrong",
        ),
    },
    required=["event", "data"],
)
_HEADERS: Final = [
    (b"content-type", MEDIA_TYPE.encode()),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"connection", b"close"),
]
_LAPSED: Final = b": this token is of no use any more\n\n"
_SLOW: Final = b'event: slow\ndata: {"detail":"You took nothing for too long. Go on with Last-Event-ID."}\n\n'
_UNREAD: Final = 16 * 1024
_LAST_SECONDS: Final = 5.0
"""How long the last message may take to be taken."""


class StreamReader(Struct, frozen=True):
    """Who reads a stream: the requester, the slot it takes, and what returns when the token is of no use."""

    requester: Requester
    slot: AbstractContextManager[None]
    lapses: Callable[[], Coroutine[None, None, None]]


_ENDED: Final = Counter("chronicle_streams_ended", "Streams that have ended, by what ended them.", ("by",))


@dataclass
class Streamed(Operation):
    """Says what the messages of a stream are."""

    def __post_init__(self) -> None:
        """Replace what Litestar says of it."""
        told = (self.responses or {})["200"]
        assert isinstance(told, OpenAPIResponse)  # noqa: S101 -- for the type checker
        told.description = "Server-sent events, until the match is over"
        told.content = {MEDIA_TYPE: OpenAPIMediaType(schema=_MESSAGE)}


class EventStream(Response[bytes]):
    """An answer that goes on until its match is over."""

    def __init__(self, streams: Streams, match: MatchId, reader: StreamReader, after: Version) -> None:
        """Stream a match to somebody who has seen it up to a version."""
        self.headers = {}
        self.status_code = None
        self._asgi = _Written(streams, match, reader, after)

    def to_asgi_response(self, *_: object, **__: object) -> ASGIApp:  # type: ignore[override] # all is known already
        """Write the stream."""
        return self._asgi


class _Written:
    """A stream as the server sends it."""

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
            wire = client_connection_of(scope)
            wire.narrow(_UNREAD)
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            chunks = self._streams.chunks(watched, self._reader.requester, self._after)
            ended = await self._sent(chunks, receive, send, wire)
            if ended == "slow":
                wire.let_pass()
                await send(_body(_SLOW, more=False))
            elif ended == "token":
                await send(_body(_LAPSED, more=False))
            wire.hang_up(_LAST_SECONDS)
            _ENDED.labels(ended).inc()

    async def _sent(
        self, chunks: AsyncGenerator[bytes, None], receive: Receive, send: Send, wire: ClientConnection
    ) -> Literal["reader", "service", "slow", "token"]:
        """Send until the stream ends, its reader goes or takes no more, or the token is of no use; say which."""
        sending = asyncio.create_task(self._send(chunks, send, wire))
        going = asyncio.create_task(_gone(receive))
        lapsing = asyncio.create_task(self._reader.lapses())
        tasks = (sending, going, lapsing)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                return "service" if sending.result() else "slow"
            return "reader" if going.done() else "token"
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _send(self, chunks: AsyncGenerator[bytes, None], send: Send, wire: ClientConnection) -> bool:
        """Send everything; false where the reader does not take a chunk in time."""
        async with aclosing(chunks):
            try:
                async for chunk in chunks:
                    await self._put(send, wire, _body(chunk, more=True))
                await self._put(send, wire, _body(b"", more=False))
            except TimeoutError:
                return False
        return True

    async def _put(self, send: Send, wire: ClientConnection, body: HTTPResponseBodyEvent) -> None:
        if not wire.is_full:  # nothing to wait for, and no clock to set
            await send(body)
            return
        async with asyncio.timeout(self._streams.patience):
            await send(body)


def _body(chunk: bytes, *, more: bool) -> HTTPResponseBodyEvent:
    return {"type": "http.response.body", "body": chunk, "more_body": more}


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
