"""A session on the running event loop."""

import asyncio
from typing import Any

import psycopg

from service.store.session import ConnectionLost, Session
from service.store.sharing import Batch, Place
from service.store.statements import Statements


class Line:
    """Waits for a session's socket; one batch is under way at a time."""

    def __init__(self, connection: psycopg.AsyncConnection[Any], statements: Statements) -> None:
        """Take over a connection that is ready for batches."""
        self.lost = False
        self._connection = connection
        self._session = Session(connection.pgconn, statements)
        self._loop = asyncio.get_running_loop()
        self._socket = self._session.socket
        self._answer: asyncio.Future[dict[Place, int]] | None = None
        self._loop.add_reader(self._socket, self._readable)

    async def write(self, batch: Batch) -> dict[Place, int]:
        """Send a batch; the positions of the rows that were recorded. Raises as `Session.receive` does."""
        self._answer = self._loop.create_future()
        self._session.send(batch)
        if not self._session.flush():
            self._loop.add_writer(self._socket, self._writable)
        return await self._answer

    def _readable(self) -> None:
        try:
            positions = self._session.receive()
        except Exception as error:  # noqa: BLE001 -- whatever it is, the one who waits must be told
            self._fail(error)
            return
        if positions is not None and self._answer is not None and not self._answer.done():
            self._answer.set_result(positions)

    def _writable(self) -> None:
        try:
            if self._session.flush():
                self._loop.remove_writer(self._socket)
        except ConnectionLost as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        self._leave()
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)

    def _leave(self) -> None:
        self.lost = True
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)

    async def close(self) -> None:
        """Hang up."""
        self._leave()
        await self._connection.close()
