"""A database connection on the running event loop that uses libpq's pipeline mode.

It calls libpq through `psycopg.pq`. With psycopg's cursors a batch costs five times the processor time,
and loading the rows of a match takes twice as long (`ops/decisions/0002-shared-commits.md`).
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import psycopg
from psycopg.pq import ConnStatus, ExecStatus
from psycopg.pq.abc import PGconn, PGresult

from service.store.errors import StoreUnavailable

_BINARY = 1
_SUCCESS = (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)

ConnectionParameters = dict[str, Any]
"""Connection parameters by their libpq names."""

SendStatements = Callable[[PGconn], None]
"""Writes statements to a connection's buffer."""


class ConnectionLost(Exception):  # noqa: N818 -- an outcome
    """The connection ended before the result arrived; the statements may or may not have been executed."""


def send_prepared(pgconn: PGconn, name: bytes, parameters: Sequence[bytes | None]) -> None:
    """Execute a prepared statement, with parameters and rows in binary format."""
    pgconn.send_query_prepared(name, parameters, [_BINARY] * len(parameters), _BINARY)


class PipelinedConnection:
    """Executes requests in a pipeline: results arrive in request order, and a failed request affects no other."""

    def __init__(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Take over a connection."""
        self.lost = False
        self._connection = connection
        self._pgconn = connection.pgconn
        self._pgconn.nonblocking = 1
        self._pgconn.enter_pipeline_mode()
        self._pending: deque[tuple[asyncio.Future[list[PGresult]], list[PGresult]]] = deque()
        self._socket = self._pgconn.socket
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._socket, self._on_readable)

    async def execute(self, send: SendStatements) -> list[PGresult]:
        """Execute the statements that `send` writes, and return their results.

        Raises `ConnectionLost`, or `StoreUnavailable` with the database's message if a statement fails.
        """
        if self.lost:
            message = "the connection was lost"
            raise ConnectionLost(message)
        answer: asyncio.Future[list[PGresult]] = self._loop.create_future()
        self._pending.append((answer, []))
        self._send(send)
        results = await answer
        for result in results:
            if result.status not in _SUCCESS:
                raise StoreUnavailable(result.get_error_message())
        return results

    def _send(self, send: SendStatements) -> None:
        try:
            send(self._pgconn)
            self._pgconn.pipeline_sync()
        except psycopg.Error as error:
            self._fail_pending(str(error))
        else:
            self._flush()

    def _flush(self) -> None:
        try:
            if self._pgconn.flush():
                self._loop.add_writer(self._socket, self._flush)
            else:
                self._loop.remove_writer(self._socket)
        except psycopg.OperationalError as error:
            self._fail_pending(str(error))

    def _on_readable(self) -> None:
        try:
            self._pgconn.consume_input()
            while self._pending and not self._pgconn.is_busy():
                self._handle_result(self._pgconn.get_result())
        except (psycopg.OperationalError, ConnectionLost) as error:
            self._fail_pending(str(error))

    def _handle_result(self, result: PGresult | None) -> None:
        if result is None:
            if self._pgconn.status == ConnStatus.BAD:
                raise ConnectionLost(self._pgconn.get_error_message())
        elif result.status == ExecStatus.PIPELINE_SYNC:
            answer, results = self._pending.popleft()
            if not answer.done():
                answer.set_result(results)
        else:
            self._pending[0][1].append(result)

    def _fail_pending(self, reason: str) -> None:
        self._detach()
        while self._pending:
            answer, _ = self._pending.popleft()
            if not answer.done():
                answer.set_exception(ConnectionLost(reason))

    def _detach(self) -> None:
        if not self.lost:
            self.lost = True
            self._loop.remove_reader(self._socket)
            self._loop.remove_writer(self._socket)

    async def close(self) -> None:
        """Close the connection. Pending requests fail with `ConnectionLost`."""
        self._fail_pending("the connection was closed")
        await self._connection.close()


class Connector:
    """Maintains one database connection and reconnects after a loss."""

    def __init__(self, parameters: ConnectionParameters, prepare: str) -> None:
        """Connect with `parameters` and execute `prepare` on every new connection."""
        self._parameters = parameters
        self._prepare = prepare
        self._connecting = asyncio.Lock()
        self._connection: PipelinedConnection | None = None

    async def connection(self) -> PipelinedConnection:
        """Return the open connection. Raises `psycopg.OperationalError` if the database is unreachable."""
        if self._connection is not None and not self._connection.lost:
            return self._connection
        async with self._connecting:
            if self._connection is None or self._connection.lost:
                await self.close()
                self._connection = await self._connect()
            return self._connection

    async def _connect(self) -> PipelinedConnection:
        connection = await psycopg.AsyncConnection.connect(autocommit=True, **self._parameters)
        try:
            await connection.execute(self._prepare)
        except BaseException:
            await connection.close()
            raise
        return PipelinedConnection(connection)

    async def close(self) -> None:
        """Close the connection if it is open."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
