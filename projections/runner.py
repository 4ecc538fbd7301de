"""Projection runner: applies the event log to projections and stores their positions.

Each projection is processed separately, in batches. A batch is one transaction that locks the projection's
row in the library's tracking table, so one process works and the others skip it. The transaction writes
the rows and the position, so both are committed or neither. The position's name identifies the form of the
rows: a release that produces other rows finds no position and starts from the beginning of the log.

The runner reads binary rows itself. The library's `select_notifications` takes four times the processor time,
which slows down requests of the same process.
"""

from collections.abc import Sequence
from typing import Any, LiteralString

import psycopg
from eventsourcing.persistence import InterfaceError, OperationalError, Tracking
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore, PostgresTrackingRecorder
from msgspec import Struct
from psycopg import Cursor
from psycopg.rows import DictRow, TupleRow, tuple_row
from psycopg.sql import SQL, Composed, Identifier

from domain.kernel.basics import Instant
from projections import runner_statements as statements
from projections.projection import Projection
from projections.projection_tables import ProjectionTables, create_empty, drop_schema, move_tables
from projections.recorded_events import EventReader, RecordedEvent

UNREACHABLE = (OperationalError, InterfaceError)
"""Exceptions for an unreachable database or an unavailable lock. Nothing was changed."""

_TABLE_CREATION_LOCK = 0x43_48_52_4F_4E_31_33
"""Key of the advisory lock that serializes the creation of tables."""
_IDLE_TIMEOUT = 60.0
"""Seconds after which the server ends an idle transaction."""
_SWAP_BATCH = 1_000
_SWAP_LOCK_TIMEOUT = "200ms"
"""Less than PostgreSQL's `deadlock_timeout`, so that a swap gives way to queries and never cancels them."""

Span = tuple[int, int]
"""The position of a projection and the head of the log."""


class Checkpoint(Struct, frozen=True):
    """Progress of a projection: its position and the time of the next event, None at the head of the log."""

    position: int
    next_event_at: Instant | None


class Step(Struct, frozen=True):
    """Result of a step: the number of events processed, the new position and the head of the log."""

    count: int
    position: int
    head: int

    @property
    def at_head(self) -> bool:
        """Whether the projection has processed the whole log."""
        return self.position >= self.head


class ProjectionStopped(Exception):  # noqa: N818 -- a state of a projection
    """A batch that cannot be projected, for the reason in `__cause__`; nothing was changed.

    `position` is that of the batch's first event. If `count` is 1, that event is the cause.
    """

    def __init__(self, name: str, position: int, count: int) -> None:
        """Name the projection and the batch."""
        super().__init__(f"projection {name} cannot process the event at position {position}")
        self.position = position
        self.count = count


class FormChanged(Exception):  # noqa: N818 -- a state of a database
    """The database has a table that is never rebuilt in another form than this program. Nothing was changed."""

    def __init__(self, name: str) -> None:
        """Name the projection."""
        super().__init__(
            f"The database has the table '{name}' in another form, and the log cannot restore its rows. "
            "Use the version of the program that created it, or one with a migration for it."
        )


class DatabaseUnresponsive(OperationalError):  # noqa: N818 -- a state of the database
    """The database did not answer in time. It is one of `UNREACHABLE`."""


class Runner(PostgresTrackingRecorder):
    """Steps projections through the log of one recorder. Its methods block: an event loop calls them in threads."""

    def __init__(self, events: PostgresApplicationRecorder, event_reader: EventReader, *, connections: int = 3) -> None:
        """Read the log of `events` through a pool of at most `connections` connections."""
        super().__init__(_create_datastore(events.datastore, connections))
        self.channel = events.channel_name
        self._event_reader = event_reader
        self._names = {
            "events": Identifier(self.datastore.schema, events.events_table_name),
            "tracking": Identifier(self.datastore.schema, self.tracking_table_name),
        }

    @property
    def connection_parameters(self) -> dict[str, Any]:
        """Connection parameters for psycopg."""
        return _connection_parameters(self.datastore)

    def prepare(self, *sets: ProjectionTables) -> None:
        """Create missing tables and positions. Safe to call from several processes at once.

        Tables of another form are dropped, and the projection starts from the beginning of the log. A process that
        still writes the former form finds its position missing and stops writing. Raises `FormChanged` if the
        projection is not rebuildable.
        """
        with self.datastore.get_connection() as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", [_TABLE_CREATION_LOCK])
            try:
                self.create_table()
                for tables in sets:
                    self._prepare(connection.cursor(row_factory=tuple_row), tables)
            finally:
                connection.execute("SELECT pg_advisory_unlock(%s)", [_TABLE_CREATION_LOCK])

    def _prepare(self, cursor: Cursor[TupleRow], tables: ProjectionTables) -> None:
        with cursor.connection.transaction():
            if cursor.execute(self._sql(statements.HAS_POSITION), (tables.tracking_name,)).fetchone() is None:
                self._check_rebuildable(cursor, tables)
                self._delete_other_forms(cursor, tables)
                create_empty(cursor, tables)
                cursor.execute(self._sql(statements.INSERT_POSITION), (tables.tracking_name,))

    def _check_rebuildable(self, cursor: Cursor[TupleRow], tables: ProjectionTables) -> None:
        others = cursor.execute(self._sql(statements.HAS_OTHER_POSITION), (tables.tracking_name, tables.name))
        if not tables.projection.rebuildable and others.fetchone() is not None:
            raise FormChanged(tables.name)

    def step(self, tables: ProjectionTables, limit: int) -> Step | None:
        """Process at most `limit` events. Returns None if another process is stepping the projection.

        Raises `ProjectionStopped` for a single event, after all events before it were processed, or one of
        `UNREACHABLE`.
        """
        while True:
            try:
                return self._step(tables, limit)
            except ProjectionStopped as stopped:
                if stopped.count == 1:
                    raise
                limit = stopped.count // 2

    def _step(self, tables: ProjectionTables, limit: int) -> Step | None:
        with self.datastore.transaction(commit=True) as tracking:
            span = self._lock_position(_tuple_cursor(tracking), tables)
            return None if span is None else self._process_batch(tracking, tables, span, limit)

    def _lock_position(self, cursor: Cursor[TupleRow], tables: ProjectionTables) -> Span | None:
        cursor.execute(self._sql(statements.LOCK_POSITION), (tables.schema, tables.tracking_name))
        locked = cursor.fetchone()
        return None if locked is None else locked[:2]

    def _process_batch(self, tracking: Cursor[DictRow], tables: ProjectionTables, span: Span, limit: int) -> Step:
        cursor = _tuple_cursor(tracking)
        position, head = span
        rows = self._read(cursor, tables.projection, span, limit)
        if rows:
            self._project(cursor, tables, rows)
        count = rows[0][statements.BATCH_SIZE_COLUMN] if rows else 0
        new_position = rows[-1][0] if count == limit else head
        if new_position > position:
            self._insert_tracking(tracking, Tracking(tables.tracking_name, new_position))
        return Step(count, new_position, head)

    def _read(self, cursor: Cursor[TupleRow], projection: Projection, span: Span, limit: int) -> list[TupleRow]:
        topics = list(self._event_reader.topics(projection.kinds))
        if projection.sees_newest:
            cursor.execute(self._sql(statements.READ_WITH_LATEST), (*span, limit, topics))
        else:
            cursor.execute(self._sql(statements.READ_BY_TOPIC), (*span, topics, limit))
        return cursor.fetchall()

    def _project(self, cursor: Cursor[TupleRow], tables: ProjectionTables, rows: Sequence[TupleRow]) -> None:
        try:
            if events := self._recorded_events(tables.projection, rows):
                tables.projection.project(cursor, events)
        except (psycopg.OperationalError, psycopg.InterfaceError):
            raise
        except Exception as error:
            raise ProjectionStopped(tables.name, rows[0][0], rows[0][statements.BATCH_SIZE_COLUMN]) from error

    def _recorded_events(self, projection: Projection, rows: Sequence[TupleRow]) -> list[RecordedEvent]:
        reader = self._event_reader
        timestamp, event, imported = reader.timestamp, reader.event, reader.is_imported
        topics = frozenset(reader.topics(projection.kinds))
        return [
            RecordedEvent(
                position,
                match,
                version,
                timestamp(state),
                event(topic, state) if topic in topics else None,
                imported(state),
            )
            for position, match, version, topic, state, _ in rows
            if topic in topics or reader.is_match_event(topic)
        ]

    def checkpoints(self, *sets: ProjectionTables) -> tuple[int, dict[str, Checkpoint]]:
        """The head of the log, and the checkpoint of each set of tables by name."""
        with self.datastore.transaction() as tracking:
            cursor = _tuple_cursor(tracking)
            cursor.execute(self._sql(statements.HEAD_POSITION))
            head = cursor.fetchall()[0][0]
            cursor.execute(self._sql(statements.CHECKPOINTS), ([tables.tracking_name for tables in sets],))
            known = {name: self._checkpoint(position, state) for name, position, state in cursor.fetchall()}
            return head, {tables.name: known.get(tables.tracking_name, Checkpoint(0, None)) for tables in sets}

    def _checkpoint(self, position: int, state: bytes | None) -> Checkpoint:
        try:
            return Checkpoint(position, None if state is None else self._event_reader.timestamp(state))
        except ValueError:
            return Checkpoint(position, None)

    def swap(self, rebuilt: ProjectionTables, served: ProjectionTables) -> bool:
        """Process the rest of the log into rebuilt tables and replace the served ones, in one transaction.

        Queries see either the old or the new tables. Returns False if another process has locked the served
        tables; nothing was changed. Raises as `step` does, also if queries block the swap; it can be retried then.
        """
        with self.datastore.transaction(commit=True) as tracking:
            cursor = _tuple_cursor(tracking)
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", (_SWAP_LOCK_TIMEOUT,))
            self._delete_other_forms(cursor, served)
            cursor.execute(self._sql(statements.INSERT_POSITION), (served.tracking_name,))
            if self._lock_position(cursor, served) is None:
                return False
            position = self._process_rest(tracking, rebuilt)
            cursor.execute(self._sql(statements.SET_POSITION), (position, served.tracking_name))
            cursor.execute(self._sql(statements.DELETE_POSITION), (rebuilt.tracking_name,))
            move_tables(cursor, rebuilt.schema, served.schema)
            drop_schema(cursor, rebuilt)
        return True

    def _process_rest(self, tracking: Cursor[DictRow], tables: ProjectionTables) -> int:
        while True:
            span = self._lock_position(_tuple_cursor(tracking), tables)
            if span is None:
                message = f"another process is stepping {tables.name}"
                raise OperationalError(message)
            step = self._process_batch(tracking, tables, span, _SWAP_BATCH)
            if step.at_head:
                return step.position

    def _delete_other_forms(self, cursor: Cursor[TupleRow], tables: ProjectionTables) -> None:
        cursor.execute(self._sql(statements.DELETE_OTHER_FORMS), (tables.tracking_name, tables.name))

    def drop(self, tables: ProjectionTables) -> None:
        """Drop a set of tables and its position if they exist."""
        with self.datastore.transaction(commit=True) as tracking:
            cursor = _tuple_cursor(tracking)
            cursor.execute(self._sql(statements.DELETE_POSITION), (tables.tracking_name,))
            drop_schema(cursor, tables)

    def close(self) -> None:
        """Close all connections."""
        self.datastore.close()

    def _sql(self, text: LiteralString) -> Composed:
        return SQL(text).format(**self._names)


def _tuple_cursor(cursor: Cursor[DictRow]) -> Cursor[TupleRow]:
    return cursor.connection.cursor(binary=True, row_factory=tuple_row)


def _connection_parameters(datastore: PostgresDatastore) -> dict[str, Any]:
    parameters: Any = datastore.pool.kwargs  # the pool also accepts a function; the library passes a dict
    return {name: value for name, value in parameters.items() if name != "row_factory"}


def _create_datastore(datastore: PostgresDatastore, connections: int) -> PostgresDatastore:
    another = PostgresDatastore(
        *("",) * 5,
        schema=datastore.schema,
        pool_size=1,
        max_overflow=connections - 1,
        idle_in_transaction_session_timeout=_IDLE_TIMEOUT,
    )
    another.pool.kwargs = datastore.pool.kwargs
    return another
