"""Takes projections through the library's notification log, and keeps their positions in its tracking table.

Each projection is stepped alone, batch by batch. A batch is one transaction: it holds the projection's
tracking row, so that of any number of processes one works and the others pass, and it writes the rows
and the position, so that both are kept or neither. The position's name tells the form of the rows: a
release that makes other rows finds no position of its own, and begins from nothing.

The log is read through binary rows: the library's `select_notifications` takes four times the processor time,
which requests of the same process then lack.
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
from projections.projection import SCHEMA, Projection
from projections.recorded_events import EventReader, RecordedEvent

UNREACHABLE = (OperationalError, InterfaceError)
"""What is raised while the database cannot be reached, or a lock cannot be had: nothing was changed."""

_CREATION = 0x43_48_52_4F_4E_31_33
"""The advisory lock under which tables are made."""
_SILENCE = 60.0
"""Seconds after which the server ends a transaction whose process says nothing."""
_REST = 1_000
_SWAP_PATIENCE = "200ms"
"""Less than PostgreSQL waits before it looks for deadlocks: so the swap gives way to queries, never they to it."""

_ENSURE = "INSERT INTO {tracking} VALUES (%s, 0) ON CONFLICT DO NOTHING"
_HOLD = """
SELECT notification_id, (SELECT COALESCE(max(notification_id), 0) FROM {events}),
    set_config('search_path', %s, true), set_config('enable_seqscan', 'off', true),
    set_config('synchronous_commit', 'off', true)
FROM {tracking} WHERE application_name = %s FOR UPDATE SKIP LOCKED
"""
_HEAD = "SELECT COALESCE(max(notification_id), 0) FROM {events}"
_READ = """
WITH batch AS MATERIALIZED (
    SELECT notification_id, originator_id, originator_version, topic, state FROM {events}
    WHERE notification_id > %s AND notification_id <= %s ORDER BY notification_id LIMIT %s
)
SELECT notification_id, originator_id::text, originator_version, topic, state, (SELECT count(*) FROM batch) FROM batch
WHERE topic = ANY(%s) OR notification_id IN (SELECT max(notification_id) FROM batch GROUP BY originator_id)
ORDER BY notification_id
"""
_READ_SOME = """
SELECT notification_id, originator_id::text, originator_version, topic, state, count(*) OVER () FROM (
    SELECT notification_id, originator_id, originator_version, topic, state FROM {events}
    WHERE notification_id > %s AND notification_id <= %s AND topic = ANY(%s) ORDER BY notification_id LIMIT %s
) AS batch ORDER BY notification_id
"""
_PLACES = """
SELECT application_name, tracking.notification_id, (
    SELECT state FROM {events} AS event
    WHERE event.notification_id > tracking.notification_id ORDER BY event.notification_id LIMIT 1
)
FROM {tracking} AS tracking WHERE application_name = ANY(%s)
"""
_SET = "UPDATE {tracking} SET notification_id = %s WHERE application_name = %s"
_KNOWN = "SELECT FROM {tracking} WHERE application_name = %s"
_KNOWN_OTHERS = """
SELECT FROM {tracking} WHERE application_name <> %s AND split_part(application_name, '@', 1) = %s
"""
_FORGET = "DELETE FROM {tracking} WHERE application_name = %s"
_FORGET_OTHERS = """
DELETE FROM {tracking} WHERE application_name <> %s AND split_part(application_name, '@', 1) = %s
"""


_COUNT = 5
"""The column of a read row that says how many events of the log the batch is."""

Span = tuple[int, int]
"""The position that a projection has reached, and the newest of the log."""


class Copy(Struct, frozen=True):
    """One set of a projection's tables: in which schema, and under which name its position is kept (`tracked`)."""

    projection: Projection
    schema: str
    name: str
    tracked: str


def serving(projection: Projection) -> Copy:
    """The copy of a projection that queries read."""
    return Copy(projection, SCHEMA, projection.name, f"{projection.name}@{projection.form}")


def built_aside(projection: Projection) -> Copy:
    """The copy of a projection that is made ready to take the place of the one that queries read."""
    name = f"{projection.name}/built"
    return Copy(projection, f"{SCHEMA}_{projection.name}_built", name, name)


class Place(Struct, frozen=True):
    """How far a copy has come: its position, and the time of the next event, none where there is none to be read."""

    position: int
    next_at: Instant | None


class Step(Struct, frozen=True):
    """What a step did: how many entries it took, up to which position, and whether that is the end of the log."""

    taken: int
    position: int
    head: int

    @property
    def done(self) -> bool:
        """Whether nothing is left to take."""
        return self.position >= self.head


class Stuck(Exception):  # noqa: N818 -- a state of a projection
    """A batch cannot be projected, for the reason in `__cause__`; nothing was changed.

    `position` is that of the batch's first event, which is surely the one to blame if `count` is 1.
    """

    def __init__(self, name: str, position: int, count: int) -> None:
        """Say which projection is stuck at which batch."""
        super().__init__(f"{name} cannot take the events of the log from position {position} on")
        self.position = position
        self.count = count


class FormChanged(Exception):  # noqa: N818 -- a state of a database
    """The database has a table that is never rebuilt in another form than this program; nothing was changed."""

    def __init__(self, name: str) -> None:
        """Name the projection."""
        super().__init__(
            f"The database has the table '{name}' in another form, and the log cannot restore its rows. "
            "Use the version of the program that created it, or one with a migration for it."
        )


class Unanswered(OperationalError):  # noqa: N818 -- a state of the database
    """The database did not answer in time; one of `UNREACHABLE`."""


class Runner(PostgresTrackingRecorder):
    """Steps projections through the log of one recorder. It blocks: an event loop calls it in threads."""

    def __init__(self, events: PostgresApplicationRecorder, reading: EventReader, *, connections: int = 3) -> None:
        """Read the log of `events`, through at most so many connections of its own."""
        super().__init__(_datastore_like(events.datastore, connections))
        self.channel = events.channel_name
        self._reading = reading
        self._names = {
            "events": Identifier(self.datastore.schema, events.events_table_name),
            "tracking": Identifier(self.datastore.schema, self.tracking_table_name),
        }

    @property
    def settings(self) -> dict[str, Any]:
        """What psycopg needs to connect to the database of the log."""
        return _settings(self.datastore)

    def prepare(self, *copies: Copy) -> None:
        """Create tables and positions where they are missing; any number of processes may do so at once.

        Rows of another form are dropped: what is served then begins from nothing. A process that still makes
        that form finds its position gone, and makes no more of them. Raises `FormChanged` where such rows cannot be
        rebuilt.
        """
        with self.datastore.get_connection() as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", [_CREATION])
            try:
                self.create_table()
                for copy in copies:
                    self._prepare(connection.cursor(row_factory=tuple_row), copy)
            finally:
                connection.execute("SELECT pg_advisory_unlock(%s)", [_CREATION])

    def _prepare(self, cursor: Cursor[TupleRow], copy: Copy) -> None:
        with cursor.connection.transaction():
            if cursor.execute(self._sql(_KNOWN), (copy.tracked,)).fetchone() is None:
                self._check_rebuildable(cursor, copy)
                self._forget_others(cursor, copy)
                _lay_empty(cursor, copy)
                cursor.execute(self._sql(_ENSURE), (copy.tracked,))

    def _check_rebuildable(self, cursor: Cursor[TupleRow], copy: Copy) -> None:
        others = cursor.execute(self._sql(_KNOWN_OTHERS), (copy.tracked, copy.name))
        if not copy.projection.rebuildable and others.fetchone() is not None:
            raise FormChanged(copy.name)

    def step(self, copy: Copy, limit: int) -> Step | None:
        """Take at most `limit` entries, none where another process is at it.

        Raises `Stuck` at a single event, after what comes before it was taken, or one of `UNREACHABLE`.
        """
        while True:
            try:
                return self._step(copy, limit)
            except Stuck as stuck:
                if stuck.count == 1:
                    raise
                limit = stuck.count // 2

    def _step(self, copy: Copy, limit: int) -> Step | None:
        with self.datastore.transaction(commit=True) as tracking:
            span = self._hold(_plain(tracking), copy)
            return None if span is None else self._take(tracking, copy, span, limit)

    def _hold(self, cursor: Cursor[TupleRow], copy: Copy) -> Span | None:
        cursor.execute(self._sql(_HOLD), (copy.schema, copy.tracked))
        held = cursor.fetchone()
        return None if held is None else held[:2]

    def _take(self, tracking: Cursor[DictRow], copy: Copy, span: Span, limit: int) -> Step:
        cursor = _plain(tracking)
        position, head = span
        rows = self._read(cursor, copy.projection, span, limit)
        if rows:
            self._project(cursor, copy, rows)
        count = rows[0][_COUNT] if rows else 0
        reached = rows[-1][0] if count == limit else head
        if reached > position:
            self._insert_tracking(tracking, Tracking(copy.tracked, reached))
        return Step(count, reached, head)

    def _read(self, cursor: Cursor[TupleRow], projection: Projection, span: Span, limit: int) -> list[TupleRow]:
        topics = list(self._reading.topics(projection.kinds))
        if projection.sees_newest:
            cursor.execute(self._sql(_READ), (*span, limit, topics))
        else:
            cursor.execute(self._sql(_READ_SOME), (*span, topics, limit))
        return cursor.fetchall()

    def _project(self, cursor: Cursor[TupleRow], copy: Copy, rows: Sequence[TupleRow]) -> None:
        try:
            if entries := self._entries(copy.projection, rows):
                copy.projection.project(cursor, entries)
        except (psycopg.OperationalError, psycopg.InterfaceError):
            raise
        except Exception as error:
            raise Stuck(copy.name, rows[0][0], rows[0][_COUNT]) from error

    def _entries(self, projection: Projection, rows: Sequence[TupleRow]) -> list[RecordedEvent]:
        moment, event, imported = self._reading.moment, self._reading.event, self._reading.is_imported
        told = frozenset(self._reading.topics(projection.kinds))
        return [
            RecordedEvent(
                position,
                match,
                version,
                moment(state),
                event(topic, state) if topic in told else None,
                imported(state),
            )
            for position, match, version, topic, state, _ in rows
            if topic in told or self._reading.is_of_match(topic)
        ]

    def places(self, *copies: Copy) -> tuple[int, dict[str, Place]]:
        """The newest position of the log, and how far each copy has come."""
        with self.datastore.transaction() as tracking:
            cursor = _plain(tracking)
            cursor.execute(self._sql(_HEAD))
            head = cursor.fetchall()[0][0]
            cursor.execute(self._sql(_PLACES), ([copy.tracked for copy in copies],))
            known = {tracked: self._place(position, state) for tracked, position, state in cursor.fetchall()}
            return head, {copy.name: known.get(copy.tracked, Place(0, None)) for copy in copies}

    def _place(self, position: int, state: bytes | None) -> Place:
        try:
            return Place(position, None if state is None else self._reading.moment(state))
        except ValueError:
            return Place(position, None)

    def swap(self, built: Copy, served: Copy) -> bool:
        """Take the rest of the log into a copy and put it in the place of the served one, in one transaction.

        Queries see the one or the other. False if another process holds the served one: nothing was changed.
        Raises as `step` does, also where queries are in the way; it may be tried again then.
        """
        with self.datastore.transaction(commit=True) as tracking:
            cursor = _plain(tracking)
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", (_SWAP_PATIENCE,))
            self._forget_others(cursor, served)
            cursor.execute(self._sql(_ENSURE), (served.tracked,))
            if self._hold(cursor, served) is None:
                return False
            position = self._take_all(tracking, built)
            cursor.execute(self._sql(_SET), (position, served.tracked))
            self._discard(cursor, built, into=served.schema)
        return True

    def _take_all(self, tracking: Cursor[DictRow], copy: Copy) -> int:
        while True:
            span = self._hold(_plain(tracking), copy)
            if span is None:
                message = f"another process is stepping {copy.name}"
                raise OperationalError(message)
            step = self._take(tracking, copy, span, _REST)
            if step.done:
                return step.position

    def _forget_others(self, cursor: Cursor[TupleRow], copy: Copy) -> None:
        cursor.execute(self._sql(_FORGET_OTHERS), (copy.tracked, copy.name))

    def discard(self, copy: Copy) -> None:
        """Drop a copy, its tables and its position, if it is there."""
        with self.datastore.transaction(commit=True) as tracking:
            self._discard(_plain(tracking), copy)

    def _discard(self, cursor: Cursor[TupleRow], copy: Copy, into: str | None = None) -> None:
        cursor.execute(self._sql(_FORGET), (copy.tracked,))
        if into is not None:
            _move_tables(cursor, copy.schema, into)
        cursor.execute(SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(Identifier(copy.schema)))

    def close(self) -> None:
        """Hang up."""
        self.datastore.close()

    def _sql(self, text: LiteralString) -> Composed:
        return SQL(text).format(**self._names)


def _lay_empty(cursor: Cursor[TupleRow], copy: Copy) -> None:
    fresh = f"{copy.schema}_fresh"
    for schema in (copy.schema, fresh):
        cursor.execute(SQL("CREATE SCHEMA IF NOT EXISTS {}").format(Identifier(schema)))
    cursor.execute("SELECT set_config('search_path', %s, true)", (fresh,))
    cursor.execute(copy.projection.tables.encode())
    _move_tables(cursor, fresh, copy.schema)
    cursor.execute(SQL("DROP SCHEMA {}").format(Identifier(fresh)))


def _move_tables(cursor: Cursor[TupleRow], source: str, target: str) -> None:
    cursor.execute("SELECT tablename::text FROM pg_tables WHERE schemaname = %s", (source,))
    for (table,) in cursor.fetchall():
        cursor.execute(SQL("DROP TABLE IF EXISTS {}").format(Identifier(target, table)))
        move = SQL("ALTER TABLE {} SET SCHEMA {}").format(Identifier(source, table), Identifier(target))
        cursor.execute(move)


def _plain(cursor: Cursor[DictRow]) -> Cursor[TupleRow]:
    return cursor.connection.cursor(binary=True, row_factory=tuple_row)


def _settings(datastore: PostgresDatastore) -> dict[str, Any]:
    settings: Any = datastore.pool.kwargs  # the pool would also take a function; the library gives it a dict
    return {name: value for name, value in settings.items() if name != "row_factory"}


def _datastore_like(datastore: PostgresDatastore, connections: int) -> PostgresDatastore:
    another = PostgresDatastore(
        *("",) * 5,
        schema=datastore.schema,
        pool_size=1,
        max_overflow=connections - 1,
        idle_in_transaction_session_timeout=_SILENCE,
    )
    another.pool.kwargs = datastore.pool.kwargs
    return another
