"""The SQL of a shared commit, and its parameters as binary arrays."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg.abc import Query
from psycopg.sql import SQL, Composable, Identifier

from service.store.sharing import Batch

INT4, INT8, BYTEA, TEXT, UUID = 23, 20, 17, 25, 2950

PREPARE = SQL("""
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
        notify = SQL("NOTIFY {}").format(Identifier(recorder.channel_name))
        opening = [SQL("BEGIN"), *recorder.lock_table_statements, notify]
        return cls(
            prepare=PREPARE.format(
                table=table, idle=int(datastore.idle_in_transaction_session_timeout * 1000)
            ).as_string(),
            opening=tuple(_text(statement) for statement in opening),
        )


def _text(statement: Query) -> bytes:
    return (statement.as_string() if isinstance(statement, Composable) else str(statement)).encode()


def find_parameters(batch: Batch) -> list[bytes]:
    """The rows of a batch, as `chronicle_find` takes them."""
    rows = [row for request in batch.requests() for row in request.rows]
    return [
        array(UUID, [row.stream.bytes for row in rows]),
        array(INT8, [row.version.to_bytes(8) for row in rows]),
        array(TEXT, [row.topic.encode() for row in rows]),
        array(BYTEA, [row.state for row in rows]),
    ]


def append_parameters(batch: Batch) -> list[bytes]:
    """The expected versions and the rows of a batch, as `chronicle_append` takes them."""
    expected: list[tuple[bytes, bytes, bytes]] = []
    numbers: list[bytes] = []
    for number, group in enumerate(batch.groups):
        name = number.to_bytes(4)
        expected += [(name, stream.bytes, version.to_bytes(8)) for stream, version in group[0].before.items()]
        numbers += [name] * sum(len(request.rows) for request in group)
    groups, streams, versions = zip(*expected, strict=True)
    return [
        array(INT4, groups),
        array(UUID, streams),
        array(INT8, versions),
        array(INT4, numbers),
        *find_parameters(batch),
    ]


def array(oid: int, items: Sequence[bytes]) -> bytes:
    """A one-dimensional array of non-null items in PostgreSQL's binary form."""
    parts = [struct.pack("!5i", 1, 0, oid, len(items), 1)]
    for item in items:
        parts.append(len(item).to_bytes(4))
        parts.append(item)
    return b"".join(parts)
