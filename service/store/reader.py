"""Reads from the event log with prepared statements and binary rows, without blocking the event loop."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

import psycopg
from psycopg.adapt import Transformer
from psycopg.pq.abc import PGresult
from psycopg.sql import SQL, Identifier

from service.store import binary_format
from service.store.errors import StoreUnavailable
from service.store.pipeline import ConnectionLost, ConnectionParameters, Connector, send_prepared
from service.store.rows import LogRow, StreamRow

_RETRY_SECONDS = 0.05

_PREPARE = SQL("""
SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
PREPARE chronicle_load (uuid, int8, int8) AS
SELECT originator_version, topic, state FROM {table}
WHERE originator_id = $1 AND originator_version > $2 ORDER BY originator_version LIMIT $3;
PREPARE chronicle_read (int8, int8) AS
SELECT notification_id, originator_id, originator_version, topic, state FROM {table}
WHERE notification_id > $1 ORDER BY notification_id LIMIT $2;
PREPARE chronicle_first (int8, int8) AS
SELECT notification_id, originator_id, originator_version, topic, state FROM {table}
WHERE notification_id > $1 AND originator_version = 1 ORDER BY notification_id LIMIT $2;
PREPARE chronicle_streams (int8, int8) AS
SELECT max(notification_id), originator_id FROM (
    SELECT notification_id, originator_id FROM {table}
    WHERE notification_id > $1 ORDER BY notification_id LIMIT $2
) AS batch GROUP BY originator_id ORDER BY 1;
PREPARE chronicle_newest (uuid[]) AS
SELECT newest.* FROM unnest($1) AS wanted (stream), LATERAL (
    SELECT notification_id, originator_id, originator_version, topic, state FROM {table}
    WHERE originator_id = stream ORDER BY originator_version DESC LIMIT 1
) AS newest ORDER BY notification_id;
PREPARE chronicle_head AS
SELECT COALESCE(max(notification_id), 0) FROM {table};
""")

T = TypeVar("T")


class LogReader:
    """Queries one recorder's table over one connection; any number of queries may run concurrently."""

    def __init__(self, parameters: ConnectionParameters, table: Identifier, *, timeout: float) -> None:
        """Read `table`. A query may take `timeout` seconds, reconnections included."""
        self._timeout = timeout
        self._connector = Connector(parameters, _PREPARE.format(table=table).as_string())

    async def load(self, stream: UUID, after: int, limit: int | None) -> list[StreamRow]:
        """The rows of a stream above version `after`, at most `limit`."""
        most = None if limit is None else binary_format.int8(limit)
        result = await self._query(b"chronicle_load", [stream.bytes, binary_format.int8(after), most])
        return _rows(result, tuple)

    async def read(self, after: int, limit: int) -> list[LogRow]:
        """The rows of the whole log above position `after`, at most `limit`."""
        result = await self._query(b"chronicle_read", [binary_format.int8(after), binary_format.int8(limit)])
        return _rows(result, _log_row)

    async def first_events(self, after: int, limit: int) -> list[LogRow]:
        """The first row of each stream that begins above position `after`, at most `limit`."""
        result = await self._query(b"chronicle_first", [binary_format.int8(after), binary_format.int8(limit)])
        return _rows(result, _log_row)

    async def streams(self, after: int, limit: int) -> list[tuple[int, UUID]]:
        """The streams of the next `limit` events above position `after`, each with its newest position among them."""
        result = await self._query(b"chronicle_streams", [binary_format.int8(after), binary_format.int8(limit)])
        return _rows(result, lambda values: (values[0], values[1]))

    async def latest_events(self, streams: Sequence[UUID]) -> list[LogRow]:
        """The latest row of each of these streams that has rows, in log order."""
        if not streams:
            return []
        keys = binary_format.array(binary_format.UUID, [stream.bytes for stream in streams])
        return _rows(await self._query(b"chronicle_newest", [keys]), _log_row)

    async def head_position(self) -> int:
        """The position of the latest event, 0 for an empty log."""
        result = await self._query(b"chronicle_head", [])
        return binary_format.integer(result.get_value(0, 0))

    async def close(self) -> None:
        """Close the connection."""
        await self._connector.close()

    async def _query(self, name: bytes, parameters: Sequence[bytes | None]) -> PGresult:
        try:
            async with asyncio.timeout(self._timeout):
                return await self._query_with_retry(name, parameters)
        except TimeoutError as error:
            message = f"no answer within {self._timeout} s"
            raise StoreUnavailable(message) from error

    async def _query_with_retry(self, name: bytes, parameters: Sequence[bytes | None]) -> PGresult:
        while True:
            try:
                connection = await self._connector.connection()
                [result] = await connection.execute(partial(send_prepared, name=name, parameters=parameters))
            except (ConnectionLost, psycopg.OperationalError):
                await asyncio.sleep(_RETRY_SECONDS)
            else:
                return result


def _log_row(values: Sequence[Any]) -> LogRow:
    return LogRow(*values)


def _rows(result: PGresult, make: Callable[[Sequence[Any]], T]) -> list[T]:
    transformer = Transformer()
    transformer.set_pgresult(result)
    return transformer.load_rows(0, result.ntuples, make)
