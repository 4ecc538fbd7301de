"""The library's PostgreSQL application recorder, with commits that concurrent appends share.

The library makes it when its setting `APPLICATION_RECORDER_TOPIC` names it (`service.store.setup`).
"""

import weakref
from collections.abc import Sequence
from functools import cached_property
from typing import Any, cast
from uuid import UUID

from eventsourcing.persistence import ProgrammingError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.sql import SQL, Identifier

from service.store.background import Background
from service.store.pipeline import Settings
from service.store.rows import Row
from service.store.statements import Statements
from service.store.writer import Writer

QUEUE_BOUND = 1_000
PATIENCE = 5.0
_CREATION = 0x43_48_52_4F_4E_31_32
"""The advisory lock under which tables are made."""


class SharingRecorder(PostgresApplicationRecorder):
    """Keeps the library's contract: table lock, notification order, `IntegrityError`, positions in the answer.

    It adds that versions are contiguous from 1, and that appends which wait at the same time share one
    transaction, whose fate a conflicting one among them does not share.
    """

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "stored_events") -> None:
        """Record in a table of `datastore`, whose streams must be UUIDs.

        The library's database function is refused and not even created: it takes no lock, so
        followers would miss events.
        """
        super().__init__(datastore, events_table_name=events_table_name)
        if datastore.enable_db_functions or datastore.originator_id_type != "uuid":
            message = "streams are UUIDs, and database functions would let followers miss events"
            raise ProgrammingError(message)
        del self.sql_create_statements[self.create_insert_function_statement_index]

    def create_table(self) -> None:
        """Create schema and tables where they are missing; any number of processes may do so at once."""
        with self.datastore.get_connection() as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", [_CREATION])
            try:
                schema = Identifier(self.datastore.schema)
                connection.execute(SQL("CREATE SCHEMA IF NOT EXISTS {}").format(schema))
                super().create_table()
            finally:
                connection.execute("SELECT pg_advisory_unlock(%s)", [_CREATION])

    def writer(self, *, queue_bound: int = QUEUE_BOUND, patience: float = PATIENCE) -> Writer:
        """Make a writer for an event loop; a process should have one."""
        return Writer(self.settings(), Statements.of(self), queue_bound=queue_bound, patience=patience)

    def settings(self) -> Settings:
        """The parameters of the library's own connections, as libpq names them."""
        settings = cast("Settings", self.datastore.pool.kwargs)
        return {name: value for name, value in settings.items() if name != "row_factory"}

    @cached_property
    def _background(self) -> tuple[Background, Writer]:
        background, writer = Background(), self.writer()
        weakref.finalize(self, _stop, background, writer)
        return background, writer

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:  # noqa: ANN401 -- the library's signature
        """Record events from a thread, in one piece with its own fate; their positions."""
        if not stored_events:
            return None
        rows = [Row(_uuid(e.originator_id), e.originator_version, e.topic, e.state) for e in stored_events]
        background, writer = self._background
        return background.run(writer.append(rows))


def _stop(background: Background, writer: Writer) -> None:
    background.run(writer.close())
    background.close()


def _uuid(stream: UUID | str) -> UUID:
    return stream if isinstance(stream, UUID) else UUID(stream)
