"""The library's PostgreSQL application recorder, extended so that concurrent appends share commits.

The library instantiates the class named by its setting `APPLICATION_RECORDER_TOPIC` (`service.store.factory`).
"""

import weakref
from collections.abc import Sequence
from functools import cached_property
from typing import Any, cast
from uuid import UUID

from eventsourcing.persistence import ProgrammingError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.sql import SQL, Identifier

from service.store.background_loop import BackgroundLoop
from service.store.pipeline import ConnectionParameters
from service.store.rows import Row
from service.store.statements import AppendStatements
from service.store.writer import BatchWriter

QUEUE_BOUND = 1_000
TIMEOUT_SECONDS = 5.0
_TABLE_CREATION_LOCK = 0x43_48_52_4F_4E_31_32
"""Key of the advisory lock that serializes the creation of tables."""


class BatchingRecorder(PostgresApplicationRecorder):
    """A recorder that fulfils the library's contract: table lock, notification order, `IntegrityError`, positions.

    It also guarantees contiguous versions from 1. Appends that wait at the same time share one transaction,
    and a conflict rejects only the conflicting append.
    """

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "stored_events") -> None:
        """Record in a table of `datastore`, whose stream identifiers must be UUIDs.

        The library's insert function is rejected and not created: it takes no table lock, so
        followers would miss events.
        """
        super().__init__(datastore, events_table_name=events_table_name)
        if datastore.enable_db_functions or datastore.originator_id_type != "uuid":
            message = "stream identifiers must be UUIDs and database functions must be disabled"
            raise ProgrammingError(message)
        del self.sql_create_statements[self.create_insert_function_statement_index]

    def create_table(self) -> None:
        """Create the schema and tables if they are missing. Safe to call from several processes at once."""
        with self.datastore.get_connection() as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", [_TABLE_CREATION_LOCK])
            try:
                schema = Identifier(self.datastore.schema)
                connection.execute(SQL("CREATE SCHEMA IF NOT EXISTS {}").format(schema))
                super().create_table()
            finally:
                connection.execute("SELECT pg_advisory_unlock(%s)", [_TABLE_CREATION_LOCK])

    def writer(self, *, queue_bound: int = QUEUE_BOUND, timeout: float = TIMEOUT_SECONDS) -> BatchWriter:
        """Create a writer for an event loop. A process should have only one."""
        return BatchWriter(
            self.connection_parameters(), AppendStatements.of(self), queue_bound=queue_bound, timeout=timeout
        )

    def connection_parameters(self) -> ConnectionParameters:
        """The connection parameters of the library's own pool, by their libpq names."""
        parameters = cast("ConnectionParameters", self.datastore.pool.kwargs)
        return {name: value for name, value in parameters.items() if name != "row_factory"}

    @cached_property
    def _background(self) -> tuple[BackgroundLoop, BatchWriter]:
        background, writer = BackgroundLoop(), self.writer()
        weakref.finalize(self, _stop, background, writer)
        return background, writer

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:  # noqa: ANN401 -- the library's signature
        """Record events atomically from a thread and return their positions."""
        if not stored_events:
            return None
        rows = [Row(_uuid(e.originator_id), e.originator_version, e.topic, e.state) for e in stored_events]
        background, writer = self._background
        return background.run(writer.append(rows))


def _stop(background: BackgroundLoop, writer: BatchWriter) -> None:
    background.run(writer.close())
    background.close()


def _uuid(stream: UUID | str) -> UUID:
    return stream if isinstance(stream, UUID) else UUID(stream)
