"""The event store of a service process: appends, reads and followers."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from types import TracebackType
from typing import Self
from uuid import UUID

from eventsourcing.postgres import PostgresFactory
from psycopg.sql import Identifier

from projections.log_listener import LogListener
from service.store.factory import check_reachable, create_factory, create_recorder
from service.store.follower import LogFollower
from service.store.reader import LogReader
from service.store.recorder import QUEUE_BOUND, TIMEOUT_SECONDS, BatchingRecorder
from service.store.rows import LogRow, Row, StreamRow


class Store:
    """The event store. Create it with `open` and use it on one event loop."""

    def __init__(
        self,
        factory: PostgresFactory,
        recorder: BatchingRecorder,
        *,
        queue_bound: int,
        timeout: float,
    ) -> None:
        """Use a recorder whose tables exist."""
        self.recorder = recorder
        self._factory = factory
        self._writer = recorder.writer(queue_bound=queue_bound, timeout=timeout)
        table = Identifier(recorder.datastore.schema, recorder.events_table_name)
        self._reader = LogReader(recorder.connection_parameters(), table, timeout=timeout)

    @classmethod
    def open(
        cls,
        database_url: str,
        *,
        schema: str = "chronicle",
        queue_bound: int = QUEUE_BOUND,
        timeout: float = TIMEOUT_SECONDS,
    ) -> Self:
        """Open a database and create missing tables. This call blocks: on an event loop, run it in a thread.

        At most `queue_bound` appends wait for the next commit. Every operation may take `timeout` seconds.
        Raises `StoreUnavailable`.
        """
        check_reachable(database_url, timeout)
        factory = create_factory(database_url, schema)
        return cls(factory, create_recorder(factory), queue_bound=queue_bound, timeout=timeout)

    async def append(self, stream: UUID, rows: Sequence[StreamRow]) -> Sequence[int]:
        """Record events of a stream atomically and return their positions after the commit.

        `rows` holds one or more events with consecutive versions. Raises `VersionConflict` unless the first
        version follows the stream's last one, `Overloaded` if the queue is full, and `StoreUnavailable`.
        An append is recorded even if its caller is cancelled while waiting.
        """
        return await self.submit(stream, rows)

    def submit(self, stream: UUID, rows: Sequence[StreamRow]) -> asyncio.Future[list[int]]:
        """Enqueue an append; the future gives what `append` returns or raises. Raises `Overloaded` at once."""
        return self._writer.submit([Row(stream, *row) for row in rows])

    async def load(self, stream: UUID, after: int = 0, limit: int | None = None) -> list[StreamRow]:
        """The events of a stream above version `after`, at most `limit`. Raises `StoreUnavailable`."""
        return await self._reader.load(stream, after, limit)

    async def read(self, after_position: int, limit: int) -> list[LogRow]:
        """The events of the whole log above a position, at most `limit`. Raises `StoreUnavailable`."""
        return await self._reader.read(after_position, limit)

    async def first_events(self, after_position: int, limit: int) -> list[LogRow]:
        """The first event of each stream that begins above a position, at most `limit`. Raises `StoreUnavailable`."""
        return await self._reader.first_events(after_position, limit)

    async def streams(self, after_position: int, limit: int) -> list[tuple[int, UUID]]:
        """The streams of the next `limit` events above a position, each with its newest position among them.

        The last position is that of the last of these events. Raises `StoreUnavailable`.
        """
        return await self._reader.streams(after_position, limit)

    async def latest_events(self, streams: Sequence[UUID]) -> list[LogRow]:
        """The latest event of each of these streams, in log order. Raises `StoreUnavailable`."""
        return await self._reader.latest_events(streams)

    async def head_position(self) -> int:
        """The position of the latest event, 0 for an empty log. Raises `StoreUnavailable`."""
        return await self._reader.head_position()

    def follow(
        self, listener: LogListener, after: int, *, poll: float = 1.0, limit: int = 500
    ) -> AsyncGenerator[list[LogRow], None]:
        """Yield batches of events above position `after`, each event once and in order, without end.

        It reads on every notification of `listener` and every `poll` seconds. A lost notification or
        connection therefore only delays it.
        """
        return LogFollower(listener, self.read, poll=poll, limit=limit).follow(after)

    async def close(self) -> None:
        """Record all queued appends, then close all connections."""
        await self._writer.close()
        await self._reader.close()
        self._factory.close()

    async def __aenter__(self) -> Self:
        """Return the store, which is closed at the end of the block."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        await self.close()
