"""Connections that last: lets go of clients that send a request too slowly, too large a head, or do not read."""

import asyncio
from typing import Any, ClassVar, Final

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from service.http.server.client_connection import Protocol

_HEAD_LIMIT: Final = 32 * 1024


class _Bounded(Protocol):
    """uvicorn's protocol, which by itself waits for ever for the rest of a head or body, and for a reader."""

    PATIENCE: ClassVar[float]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type] # uvicorn says more than asyncio promises
        self._head_bytes = 0
        self._is_in_head = self._is_awaited = True
        self._sender: asyncio.TimerHandle | None = None
        self._reader: asyncio.TimerHandle | None = None
        self._answered: RequestResponseCycle | None = None
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._head_bytes = self._head_bytes + len(data) if self._is_in_head else 0
        if self._head_bytes > _HEAD_LIMIT:
            self.send_400_response("The head of the request is too large.")
        self._watch()

    def on_message_begin(self) -> None:
        self._is_in_head = self._is_awaited = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_awaited = False
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader = self.loop.call_later(self.PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        _cancel(self._reader)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def connection_lost(self, exc: Exception | None) -> None:
        _cancel(self._sender)
        _cancel(self._reader)
        if self._answered is not None:
            self._answered.disconnected = True  # uvicorn tells only the last of several that were sent at once
        super().connection_lost(exc)

    def _watch(self) -> None:
        # One timer from the first byte that is awaited to the last, so that a drop now and then does not renew it.
        if not self._is_awaited:
            _cancel(self._sender)
            self._sender = None
        elif self._sender is None:
            self._sender = self.loop.call_later(self.PATIENCE, self._let_go)

    def _let_go(self) -> None:
        self._sender = None
        if self.pipeline:
            self._watch()  # it is we who do not read: requests before it are being answered
        else:
            self.transport.close()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


def protocol(patience: float) -> Any:  # noqa: ANN401 -- uvicorn asks for a class that no type of asyncio describes
    """Make the protocol that gives a client so many seconds to send a request, and to read on."""
    return type("Protocol", (_Bounded,), {"PATIENCE": patience})
