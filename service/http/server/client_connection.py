"""Access to the client's connection for operations that ASGI does not support: buffer limits and closing."""

import asyncio
import socket
from typing import cast

from litestar.types import Scope
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_EXTENSION, _CONNECTION = "chronicle", "connection"


class ClientConnection:
    """The connection of a client."""

    def __init__(self, transport: asyncio.Transport, flow: FlowControl) -> None:
        """Wrap a transport and the flow control that pauses writes while its buffer is full."""
        self._transport = transport
        self._flow = flow

    def limit_buffers(self, size: int) -> None:
        """Limit the process's and the system's write buffers to about `size` bytes each."""
        self._transport.set_write_buffer_limits(high=size)
        self._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, size)

    @property
    def is_full(self) -> bool:
        """Whether the next write would wait for the client."""
        return self._flow.write_paused

    def resume_writing(self) -> None:
        """Allow the next write even if the buffer is full."""
        self._flow.resume_writing()

    def abort_after(self, seconds: float) -> None:
        """Close the connection after `seconds`, even if the buffer still contains data."""
        asyncio.get_running_loop().call_later(seconds, self._transport.abort)


class Protocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol, extended to pass the connection to the application."""

    _client_connection: ClientConnection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn's signature
        """Store the connection."""
        super().connection_made(transport)
        self._client_connection = ClientConnection(transport, self.flow)

    def on_message_begin(self) -> None:
        """Add the connection to the scope of a request."""
        super().on_message_begin()
        self.scope["extensions"] = {_EXTENSION: {_CONNECTION: self._client_connection}}


def client_connection_of(scope: Scope) -> ClientConnection:
    """Return the connection of a request. Requires this service's own server."""
    return cast("ClientConnection", (scope["extensions"] or {})[_EXTENSION][_CONNECTION])
