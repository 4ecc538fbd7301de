"""The event log of a service process, as its requests use it."""

from collections.abc import AsyncGenerator, Sequence
from types import TracebackType
from typing import Self
from uuid import UUID

from eventsourcing.postgres import PostgresFactory
from psycopg.sql import Identifier

from projections.log_listener import LogListener
from service.store.follower import Follower
from service.store.reader import Reader
from service.store.recorder import PATIENCE, QUEUE_BOUND, SharingRecorder
from service.store.rows import Notified, Row, Stored
from service.store.setup import factory_for, reach, recorder_for


class Store:
    """Appends, loads and follows; made by `open`, and used on one event loop."""

    def __init__(
        self,
        factory: PostgresFactory,
        recorder: SharingRecorder,
        *,
        queue_bound: int,
        patience: float,
    ) -> None:
        """Use a recorder whose tables exist."""
        self.recorder = recorder
        self._factory = factory
        self._writer = recorder.writer(queue_bound=queue_bound, patience=patience)
        table = Identifier(recorder.datastore.schema, recorder.events_table_name)
        self._reader = Reader(recorder.settings(), table, patience=patience)

    @classmethod
    def open(
        cls, database_url: str, *, schema: str = "chronicle", queue_bound: int = QUEUE_BOUND, patience: float = PATIENCE
    ) -> Self:
        """Create what is missing in the database and stand ready; waits for the database, so not for a busy loop.

        No more than `queue_bound` appends wait for the next commit; `patience` is how many seconds
        anything may take while the database does not answer. Raises `StoreUnavailable`.
        """
        reach(database_url, patience)
        factory = factory_for(database_url, schema)
        return cls(factory, recorder_for(factory), queue_bound=queue_bound, patience=patience)

    async def append(self, stream: UUID, rows: Sequence[Stored]) -> Sequence[int]:
        """Record events of a stream in one piece; their positions, after the commit.

        `rows` are one or more, and their versions follow each other. Raises `VersionConflict` unless the
        stream is at one below the first, `Overloaded` where too many appends wait already, and
        `StoreUnavailable`. An append is recorded even if its caller is cancelled while it waits.
        """
        return await self._writer.append([Row(stream, *row) for row in rows])

    async def load(self, stream: UUID, after: int = 0, limit: int | None = None) -> list[Stored]:
        """The events of a stream above version `after`, at most `limit`. Raises `StoreUnavailable`."""
        return await self._reader.load(stream, after, limit)

    async def read(self, after_position: int, limit: int) -> list[Notified]:
        """The events of the whole log above a position, at most `limit`. Raises `StoreUnavailable`."""
        return await self._reader.read(after_position, limit)

    async def first(self, after_position: int, limit: int) -> list[Notified]:
        """The first event of each stream that begins above a position, at most `limit`. Raises `StoreUnavailable`."""
        return await self._reader.first(after_position, limit)

    async def streams(self, after_position: int, limit: int) -> list[tuple[int, UUID]]:
        """The streams of the next `limit` events above a position, each with its newest position among them.

        The last position is that of the last of these events. Raises `StoreUnavailable`.
        """
        return await self._reader.streams(after_position, limit)

    async def newest(self, streams: Sequence[UUID]) -> list[Notified]:
        """The newest event of each of these streams, in the order of the log. Raises `StoreUnavailable`."""
        return await self._reader.newest(streams)

    async def head(self) -> int:
        """The newest position, 0 in an empty log. Raises `StoreUnavailable`."""
        return await self._reader.head()

    def follow(
        self, bell: LogListener, after: int, *, poll: float = 1.0, limit: int = 500
    ) -> AsyncGenerator[list[Notified], None]:
        """Batches of what is recorded above position `after`, each event once and in order, for ever.

        It looks when `bell` rings and every `poll` seconds besides, so neither a lost notification nor a lost
        connection stops it.
        """
        return Follower(bell, self.read, poll=poll, limit=limit).follow(after)

    async def close(self) -> None:
        """Record what waits, then hang up."""
        await self._writer.close()
        await self._reader.close()
        self._factory.close()

    async def __aenter__(self) -> Self:
        """Stand ready until the block ends."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        await self.close()
