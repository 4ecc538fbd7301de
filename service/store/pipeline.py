"""One database connection on the running event loop, spoken to through libpq's pipeline.

It uses `psycopg.pq`, libpq's own calls: a batch through psycopg's cursors costs five times the
processor time, and the rows of a match twice the wait (`ops/decisions/0002-shared-commits.md`).
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
_GOOD = (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)

Settings = dict[str, Any]
"""Connection parameters by their libpq names."""

Send = Callable[[PGconn], None]
"""Puts statements into a connection's buffer."""


class ConnectionLost(Exception):  # noqa: N818 -- an outcome
    """The connection ended before the answer came: what was asked for was done, or it was not."""


def send_prepared(pgconn: PGconn, name: bytes, parameters: Sequence[bytes | None]) -> None:
    """Execute a prepared statement, parameters and rows in binary form."""
    pgconn.send_query_prepared(name, parameters, [_BINARY] * len(parameters), _BINARY)


class PipelinedConnection:
    """Asks in a pipeline: answers come in the order of the questions, and a failed one spoils no other."""

    def __init__(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Take over a connection."""
        self.lost = False
        self._connection = connection
        self._pgconn = connection.pgconn
        self._pgconn.nonblocking = 1
        self._pgconn.enter_pipeline_mode()
        self._asked: deque[tuple[asyncio.Future[list[PGresult]], list[PGresult]]] = deque()
        self._socket = self._pgconn.socket
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._socket, self._readable)

    async def ask(self, send: Send) -> list[PGresult]:
        """The results of what `send` asks for.

        Raises `ConnectionLost`, or `StoreUnavailable` with the database's words where it refused.
        """
        if self.lost:
            message = "the connection was lost"
            raise ConnectionLost(message)
        answer: asyncio.Future[list[PGresult]] = self._loop.create_future()
        self._asked.append((answer, []))
        self._send(send)
        results = await answer
        for result in results:
            if result.status not in _GOOD:
                raise StoreUnavailable(result.get_error_message())
        return results

    def _send(self, send: Send) -> None:
        try:
            send(self._pgconn)
            self._pgconn.pipeline_sync()
        except psycopg.Error as error:
            self._lose(str(error))
        else:
            self._flush()

    def _flush(self) -> None:
        try:
            if self._pgconn.flush():
                self._loop.add_writer(self._socket, self._flush)
            else:
                self._loop.remove_writer(self._socket)
        except psycopg.OperationalError as error:
            self._lose(str(error))

    def _readable(self) -> None:
        try:
            self._pgconn.consume_input()
            while self._asked and not self._pgconn.is_busy():
                self._take(self._pgconn.get_result())
        except (psycopg.OperationalError, ConnectionLost) as error:
            self._lose(str(error))

    def _take(self, result: PGresult | None) -> None:
        if result is None:
            if self._pgconn.status == ConnStatus.BAD:
                raise ConnectionLost(self._pgconn.get_error_message())
        elif result.status == ExecStatus.PIPELINE_SYNC:
            answer, results = self._asked.popleft()
            if not answer.done():
                answer.set_result(results)
        else:
            self._asked[0][1].append(result)

    def _lose(self, reason: str) -> None:
        self._leave()
        while self._asked:
            answer, _ = self._asked.popleft()
            if not answer.done():
                answer.set_exception(ConnectionLost(reason))

    def _leave(self) -> None:
        if not self.lost:
            self.lost = True
            self._loop.remove_reader(self._socket)
            self._loop.remove_writer(self._socket)

    async def close(self) -> None:
        """Hang up; whoever waits is told that the connection was lost."""
        self._lose("hung up")
        await self._connection.close()


class Connector:
    """Keeps one line to the database, and dials again when it was lost."""

    def __init__(self, settings: Settings, prepare: str) -> None:
        """Connect by `settings` and make each connection ready by the statements of `prepare`."""
        self._settings = settings
        self._prepare = prepare
        self._dialing = asyncio.Lock()
        self._line: PipelinedConnection | None = None

    async def line(self) -> PipelinedConnection:
        """The line; raises `psycopg.OperationalError` where the database cannot be reached."""
        if self._line is not None and not self._line.lost:
            return self._line
        async with self._dialing:
            if self._line is None or self._line.lost:
                await self.hang_up()
                self._line = await self._dial()
            return self._line

    async def _dial(self) -> PipelinedConnection:
        connection = await psycopg.AsyncConnection.connect(autocommit=True, **self._settings)
        try:
            await connection.execute(self._prepare)
        except BaseException:
            await connection.close()
            raise
        return PipelinedConnection(connection)

    async def hang_up(self) -> None:
        """Close the line, if there is one."""
        line, self._line = self._line, None
        if line is not None:
            await line.close()
