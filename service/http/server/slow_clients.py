"""Timeouts for slow clients: closes connections that send or read too slowly, or send too many header bytes."""

import asyncio
from typing import Any, ClassVar, Final

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from service.http.server.client_connection import Protocol

_HEADER_LIMIT: Final = 32 * 1024


class _TimeoutProtocol(Protocol):
    """uvicorn's protocol with timeouts. By itself, uvicorn waits indefinitely for a request or a reading client."""

    TIMEOUT: ClassVar[float]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type] # uvicorn narrows asyncio's type
        self._header_bytes = 0
        self._in_headers = self._awaits_request = True
        self._request_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._latest_cycle: RequestResponseCycle | None = None
        self._update_request_timer()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._header_bytes = self._header_bytes + len(data) if self._in_headers else 0
        if self._header_bytes > _HEADER_LIMIT:
            self.send_400_response("The request headers are too large.")
        self._update_request_timer()

    def on_message_begin(self) -> None:
        self._in_headers = self._awaits_request = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_headers = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._awaits_request = False
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_timer = self.loop.call_later(self.TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        _cancel(self._write_timer)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._latest_cycle = cycle
        super()._start_asgi_task(cycle, app)

    def connection_lost(self, exc: Exception | None) -> None:
        _cancel(self._request_timer)
        _cancel(self._write_timer)
        if self._latest_cycle is not None:
            self._latest_cycle.disconnected = True  # of pipelined requests, uvicorn notifies only the last one
        super().connection_lost(exc)

    def _update_request_timer(self) -> None:
        # One timer from the first byte of a request to the last: further bytes do not restart it.
        if not self._awaits_request:
            _cancel(self._request_timer)
            self._request_timer = None
        elif self._request_timer is None:
            self._request_timer = self.loop.call_later(self.TIMEOUT, self._on_request_timeout)

    def _on_request_timeout(self) -> None:
        self._request_timer = None
        if self.pipeline:
            self._update_request_timer()  # the server itself is not reading: earlier requests are in progress
        else:
            self.transport.close()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


def protocol_class(timeout: float) -> Any:  # noqa: ANN401 -- uvicorn requires a class that no asyncio type describes
    """Create a protocol class whose clients have `timeout` seconds to send a request, and to resume reading."""
    return type("Protocol", (_TimeoutProtocol,), {"TIMEOUT": timeout})
