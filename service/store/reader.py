"""Reading from the log through binary rows and prepared statements, without blocking the event loop."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

import psycopg
from psycopg.adapt import Transformer
from psycopg.pq.abc import PGresult
from psycopg.sql import SQL, Identifier

from service.store import binary
from service.store.errors import StoreUnavailable
from service.store.pipeline import ConnectionLost, Connector, Settings, send_prepared
from service.store.rows import Notified, Stored

_PAUSE = 0.05

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


class Reader:
    """A connection that answers questions about one recorder's table, however many ask at once."""

    def __init__(self, settings: Settings, table: Identifier, *, patience: float) -> None:
        """Read `table`; an answer may take `patience` seconds, however often the connection is lost meanwhile."""
        self._patience = patience
        self._dialer = Connector(settings, _PREPARE.format(table=table).as_string())

    async def load(self, stream: UUID, after: int, limit: int | None) -> list[Stored]:
        """The rows of a stream above version `after`, at most `limit`."""
        most = None if limit is None else binary.int8(limit)
        result = await self._ask(b"chronicle_load", [stream.bytes, binary.int8(after), most])
        return _rows(result, tuple)

    async def read(self, after: int, limit: int) -> list[Notified]:
        """The rows of the whole log above position `after`, at most `limit`."""
        result = await self._ask(b"chronicle_read", [binary.int8(after), binary.int8(limit)])
        return _rows(result, lambda values: Notified(*values))

    async def first(self, after: int, limit: int) -> list[Notified]:
        """The first rows of streams above position `after`, at most `limit`."""
        result = await self._ask(b"chronicle_first", [binary.int8(after), binary.int8(limit)])
        return _rows(result, lambda values: Notified(*values))

    async def streams(self, after: int, limit: int) -> list[tuple[int, UUID]]:
        """The streams of the next `limit` events above position `after`, each with its newest position among them."""
        result = await self._ask(b"chronicle_streams", [binary.int8(after), binary.int8(limit)])
        return _rows(result, lambda values: (values[0], values[1]))

    async def newest(self, streams: Sequence[UUID]) -> list[Notified]:
        """The newest row of each of these streams that has any, in the order of the log."""
        if not streams:
            return []
        result = await self._ask(b"chronicle_newest", [binary.array(binary.UUID, [each.bytes for each in streams])])
        return _rows(result, lambda values: Notified(*values))

    async def head(self) -> int:
        """The newest position, 0 in an empty log."""
        result = await self._ask(b"chronicle_head", [])
        return binary.integer(result.get_value(0, 0))

    async def close(self) -> None:
        """Hang up."""
        await self._dialer.hang_up()

    async def _ask(self, name: bytes, parameters: Sequence[bytes | None]) -> PGresult:
        try:
            async with asyncio.timeout(self._patience):
                return await self._answer(name, parameters)
        except TimeoutError as error:
            message = f"no answer within {self._patience} s"
            raise StoreUnavailable(message) from error

    async def _answer(self, name: bytes, parameters: Sequence[bytes | None]) -> PGresult:
        while True:
            try:
                line = await self._dialer.line()
                [result] = await line.ask(partial(send_prepared, name=name, parameters=parameters))
            except (ConnectionLost, psycopg.OperationalError):
                await asyncio.sleep(_PAUSE)
            else:
                return result


def _rows(result: PGresult, make: Callable[[Sequence[Any]], T]) -> list[T]:
    transformer = Transformer()
    transformer.set_pgresult(result)
    return transformer.load_rows(0, result.ntuples, make)
