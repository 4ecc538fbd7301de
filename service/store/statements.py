"""SQL statements of a shared commit, sent in one round trip."""

from collections.abc import Iterable
from dataclasses import dataclass

from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg.abc import Query
from psycopg.pq.abc import PGconn, PGresult
from psycopg.sql import SQL, Composable, Identifier

from service.store import binary_format
from service.store.batching import Batch, RowKey
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
"""Prepares a connection for batches.

The versions are compared under the table lock, so they cannot change before the commit. Sequential
scans are disabled because the generic plan of an empty table would stay in use while the table grows.
"""


@dataclass(frozen=True, slots=True)
class AppendStatements:
    """Statements that append batches to one recorder's table, under the recorder's lock and notification channel."""

    prepare: str
    begin: tuple[bytes, ...]

    @classmethod
    def of(cls, recorder: PostgresApplicationRecorder) -> "AppendStatements":
        """Build the statements for the table of `recorder`."""
        datastore = recorder.datastore
        table = Identifier(datastore.schema, recorder.events_table_name)
        idle = int(datastore.idle_in_transaction_session_timeout * 1000)
        notify = SQL("NOTIFY {}").format(Identifier(recorder.channel_name))
        begin = [SQL("BEGIN"), *recorder.lock_table_statements, notify]
        return cls(
            prepare=_PREPARE.format(table=table, idle=idle).as_string(),
            begin=tuple(_text(statement) for statement in begin),
        )

    def send(self, pgconn: PGconn, batch: Batch) -> None:
        """Send a batch to the database.

        An earlier attempt may have recorded the batch, so a retry searches for its rows first.
        """
        for statement in self.begin:
            pgconn.send_query_params(statement, None)
        rows = _rows(batch)
        if batch.attempts:
            send_prepared(pgconn, b"chronicle_find", rows)
        batch.attempts += 1
        send_prepared(pgconn, b"chronicle_append", [*_expected(batch), *rows])
        pgconn.send_query_params(b"COMMIT", None)


def recorded_positions(results: Iterable[PGresult]) -> dict[RowKey, int]:
    """Log positions of the rows that the database returned for a batch."""
    return {
        (value(row, 0) or b"", binary_format.integer(value(row, 1))): binary_format.integer(value(row, 2))
        for result in results
        for value in (result.get_value,)
        for row in range(result.ntuples)
    }


def _text(statement: Query) -> bytes:
    return (statement.as_string() if isinstance(statement, Composable) else str(statement)).encode()


def _rows(batch: Batch) -> list[bytes]:
    keys = [key for request in batch.requests() for key in request.keys]
    rows = [row for request in batch.requests() for row in request.rows]
    return [
        binary_format.fixed_width_array(binary_format.UUID, [stream for stream, _ in keys]),
        binary_format.fixed_width_array(binary_format.INT8, [binary_format.int8(version) for _, version in keys]),
        binary_format.array(binary_format.TEXT, [row.topic.encode() for row in rows]),
        binary_format.array(binary_format.BYTEA, [row.state for row in rows]),
    ]


def _expected(batch: Batch) -> list[bytes]:
    groups: list[bytes] = []
    expected: list[RowKey] = []
    group_of_row: list[bytes] = []
    for number, group in enumerate(batch.groups):
        name = binary_format.int4(number)
        versions = group[0].expected
        groups += [name] * len(versions)
        expected += versions.items()
        group_of_row += [name] * sum([len(request.rows) for request in group])
    return [
        binary_format.fixed_width_array(binary_format.INT4, groups),
        binary_format.fixed_width_array(binary_format.UUID, [stream for stream, _ in expected]),
        binary_format.fixed_width_array(binary_format.INT8, [binary_format.int8(version) for _, version in expected]),
        binary_format.fixed_width_array(binary_format.INT4, group_of_row),
    ]
