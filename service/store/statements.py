"""The SQL of a shared commit, sent in one flight and answered in one."""

from collections.abc import Iterable
from dataclasses import dataclass

from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg.abc import Query
from psycopg.pq.abc import PGconn, PGresult
from psycopg.sql import SQL, Composable, Identifier

from service.store import binary
from service.store.batching import Batch, Place
from service.store.pipeline import send_prepared

_PREPARE = SQL("""
SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off;
SET idle_in_transaction_session_timeout = {idle};
PREPARE chronicle_append (int4[], uuid[], int8[], int4[], uuid[], int8[], text[], bytea[]) AS
WITH refused AS (
    SELECT "group" FROM unnest($1, $2, $3) AS expected ("group", stream, version)
    WHERE version <> COALESCE((SELECT max(originator_version) FROM {table} WHERE originator_id = stream), 0)
)
INSERT INTO {table} (originator_id, originator_version, topic, state)
SELECT stream, version, topic, state
FROM unnest($4, $5, $6, $7, $8) WITH ORDINALITY AS row ("group", stream, version, topic, state, number)
WHERE "group" NOT IN (SELECT "group" FROM refused)
ORDER BY number
RETURNING originator_id, originator_version, notification_id;
PREPARE chronicle_find (uuid[], int8[], text[], bytea[]) AS
SELECT originator_id, originator_version, notification_id
FROM unnest($1, $2, $3, $4) AS row (stream, version, topic, state)
JOIN {table} AS event ON originator_id = stream AND originator_version = version
WHERE event.topic = row.topic AND event.state = row.state;
""")
"""Makes a connection ready for batches.

The versions are compared under the table lock, so they cannot change before the commit. Sequential
scans are forbidden because the generic plan of an empty table would be kept while it grows.
"""


@dataclass(frozen=True, slots=True)
class Statements:
    """How batches are written through one recorder's table: its own lock and channel, and our inserts."""

    prepare: str
    opening: tuple[bytes, ...]

    @classmethod
    def of(cls, recorder: PostgresApplicationRecorder) -> "Statements":
        """Speak to the table of `recorder`."""
        datastore = recorder.datastore
        table = Identifier(datastore.schema, recorder.events_table_name)
        idle = int(datastore.idle_in_transaction_session_timeout * 1000)
        notify = SQL("NOTIFY {}").format(Identifier(recorder.channel_name))
        opening = [SQL("BEGIN"), *recorder.lock_table_statements, notify]
        return cls(
            prepare=_PREPARE.format(table=table, idle=idle).as_string(),
            opening=tuple(_text(statement) for statement in opening),
        )

    def send(self, pgconn: PGconn, batch: Batch) -> None:
        """Ask for a batch to be recorded.

        A batch that was asked for before may have been recorded then: its rows are looked for first.
        """
        for statement in self.opening:
            pgconn.send_query_params(statement, None)
        rows = _rows(batch)
        if batch.attempts:
            send_prepared(pgconn, b"chronicle_find", rows)
        batch.attempts += 1
        send_prepared(pgconn, b"chronicle_append", [*_expected(batch), *rows])
        pgconn.send_query_params(b"COMMIT", None)


def positions_in(results: Iterable[PGresult]) -> dict[Place, int]:
    """Where in the log the answered rows of a batch are."""
    return {
        (value(row, 0) or b"", binary.integer(value(row, 1))): binary.integer(value(row, 2))
        for result in results
        for value in (result.get_value,)
        for row in range(result.ntuples)
    }


def _text(statement: Query) -> bytes:
    return (statement.as_string() if isinstance(statement, Composable) else str(statement)).encode()


def _rows(batch: Batch) -> list[bytes]:
    places = [place for request in batch.requests() for place in request.places]
    rows = [row for request in batch.requests() for row in request.rows]
    return [
        binary.even_array(binary.UUID, [stream for stream, _ in places]),
        binary.even_array(binary.INT8, [binary.int8(version) for _, version in places]),
        binary.array(binary.TEXT, [row.topic.encode() for row in rows]),
        binary.array(binary.BYTEA, [row.state for row in rows]),
    ]


def _expected(batch: Batch) -> list[bytes]:
    groups: list[bytes] = []
    expected: list[Place] = []
    numbers: list[bytes] = []
    for number, group in enumerate(batch.groups):
        name = binary.int4(number)
        before = group[0].before
        groups += [name] * len(before)
        expected += before.items()
        numbers += [name] * sum([len(request.rows) for request in group])
    return [
        binary.even_array(binary.INT4, groups),
        binary.even_array(binary.UUID, [stream for stream, _ in expected]),
        binary.even_array(binary.INT8, [binary.int8(version) for _, version in expected]),
        binary.even_array(binary.INT4, numbers),
    ]
