"""The connection under an answer, for what ASGI has no word for: narrowing it, passing a full buffer, hanging up."""

import asyncio
import socket
from typing import cast

from litestar.types import Scope
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_EXTENSION, _WIRE = "chronicle", "wire"


class ClientConnection:
    """A client's connection."""

    def __init__(self, transport: asyncio.Transport, flow: FlowControl) -> None:
        """Take the transport and what holds writers back while its buffer is full."""
        self._transport = transport
        self._flow = flow

    def narrow(self, size: int) -> None:
        """Let us and the system each hold about so many bytes that the client has not taken yet, and not megabytes."""
        self._transport.set_write_buffer_limits(high=size)
        self._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, size)

    @property
    def is_full(self) -> bool:
        """Whether the next write would have to wait for the client."""
        return self._flow.write_paused

    def let_pass(self) -> None:
        """Let the next write pass, however much waits to be taken by the client."""
        self._flow.resume_writing()

    def hang_up(self, seconds: float) -> None:
        """End the connection after so many seconds, even if the client has not taken everything by then."""
        asyncio.get_running_loop().call_later(seconds, self._transport.abort)


class Protocol(HttpToolsProtocol):
    """uvicorn's protocol, which also hands the connection down to answers that ask for it."""

    _wire: ClientConnection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Keep the connection at hand."""
        super().connection_made(transport)
        self._wire = ClientConnection(transport, self.flow)

    def on_message_begin(self) -> None:
        """Put the connection into the scope of a request."""
        super().on_message_begin()
        self.scope["extensions"] = {_EXTENSION: {_WIRE: self._wire}}


def client_connection_of(scope: Scope) -> ClientConnection:
    """The connection that a request came by; only our own server hands it down."""
    return cast("ClientConnection", (scope["extensions"] or {})[_EXTENSION][_WIRE])
