"""Reading from the log through binary rows and prepared statements, without blocking the event loop."""

import asyncio
from collections.abc import Sequence
from typing import Any, LiteralString
from uuid import UUID

import psycopg
from psycopg import AsyncConnection
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Composed, Identifier
from psycopg_pool import AsyncConnectionPool

from service.store.errors import StoreUnavailable
from service.store.rows import Notified, Row

_PAUSE = 0.05
_CONNECTIONS = 4

_LOAD = """
SELECT originator_version, topic, state FROM {table}
WHERE originator_id = %s AND originator_version > %s ORDER BY originator_version LIMIT %s
"""
_READ = """
SELECT notification_id, originator_id, originator_version, topic, state FROM {table}
WHERE notification_id > %s ORDER BY notification_id LIMIT %s
"""
_HEAD = "SELECT COALESCE(max(notification_id), 0) FROM {table}"


async def _ready(connection: AsyncConnection[TupleRow]) -> None:
    # The plan of an empty table would be kept while it grows: there the index must be used from the start.
    await connection.set_autocommit(True)
    await connection.execute("SET enable_seqscan = off")


class Reader:
    """A few connections that answer questions about one recorder's table."""

    def __init__(self, conninfo: str, table: Identifier, *, patience: float) -> None:
        """Read `table`; an answer may take `patience` seconds, however often a connection is lost meanwhile."""
        self._patience = patience
        self._pool = AsyncConnectionPool(
            conninfo, min_size=1, max_size=_CONNECTIONS, open=False, configure=_ready, timeout=patience
        )
        self._opened = False
        self._load, self._read, self._head = (_on(table, text) for text in (_LOAD, _READ, _HEAD))

    async def load(self, stream: UUID, after: int, limit: int | None) -> list[Row]:
        """The rows of a stream above version `after`, at most `limit`."""
        rows = await self._ask(self._load, (stream, after, limit))
        return [Row(stream, *row) for row in rows]

    async def read(self, after: int, limit: int) -> list[Notified]:
        """The rows of the whole log above position `after`, at most `limit`."""
        return [Notified(*row) for row in await self._ask(self._read, (after, limit))]

    async def head(self) -> int:
        """The newest position, 0 in an empty log."""
        rows = await self._ask(self._head, ())
        return int(rows[0][0])

    async def close(self) -> None:
        """Hang up."""
        await self._pool.close()

    async def _ask(self, query: Composed, parameters: Sequence[Any]) -> list[TupleRow]:
        try:
            async with asyncio.timeout(self._patience):
                return await self._answer(query, parameters)
        except (TimeoutError, psycopg.Error) as error:
            raise StoreUnavailable(str(error) or f"no answer within {self._patience} s") from error

    async def _answer(self, query: Composed, parameters: Sequence[Any]) -> list[TupleRow]:
        if not self._opened:
            self._opened = True
            await self._pool.open()
        while True:
            try:
                async with self._pool.connection() as connection, connection.cursor(binary=True) as cursor:
                    await cursor.execute(query, parameters, prepare=True)
                    return await cursor.fetchall()
            except psycopg.OperationalError:
                await asyncio.sleep(_PAUSE)


def _on(table: Identifier, text: LiteralString) -> Composed:
    return SQL(text).format(table=table)
