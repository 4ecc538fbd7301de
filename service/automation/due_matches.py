"""Due matches: when the scheduler must check each match for its expiry or its clock.

A projection fills the table from the log, which gives only the time of a match's first deadline. The scheduler then
writes the time of the next check (`put_off`). The log cannot restore these times, so the table is never rebuilt.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace
from psycopg import AsyncConnection, Cursor
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Identifier

from domain.kernel.basics import Instant, MatchId
from domain.matches.clocks import SECOND, later
from domain.matches.events import MatchAbandoned, MatchFinished, MatchOpened, MatchStarted
from projections.projection import SCHEMA, Projection
from projections.recorded_events import RecordedEvent

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS deadlines (
    match uuid PRIMARY KEY,
    seconds bigint,
    due text COLLATE "C"
) WITH (fillfactor = 80);
COMMENT ON COLUMN deadlines.seconds IS 'how long the first decision of the match may take';
COMMENT ON COLUMN deadlines.due IS 'when the match must be looked at; instants are in the order of their text';
CREATE INDEX IF NOT EXISTS deadlines_due ON deadlines (due);
"""
_LOAD: Final = "SELECT match::text, seconds, due FROM deadlines WHERE match = ANY(%s::uuid[])"
_SAVE: Final = """
INSERT INTO deadlines SELECT * FROM unnest(%s::uuid[], %s::bigint[], %s::text[])
ON CONFLICT (match) DO UPDATE SET due = EXCLUDED.due
"""
_CLEAR: Final = "DELETE FROM deadlines WHERE match = ANY(%s::uuid[])"
_TABLE: Final = SQL("{}.deadlines").format(Identifier(SCHEMA))
_FIRST: Final = SQL("SELECT match::text, due FROM {} WHERE due IS NOT NULL ORDER BY due LIMIT %s").format(_TABLE)
_PUT_OFF: Final = SQL("""
UPDATE {} AS kept SET due = checked.again FROM unnest(%s::uuid[], %s::text[], %s::text[]) AS checked (match, due, again)
WHERE kept.match = checked.match AND kept.due = checked.due
""").format(_TABLE)


class DueMatch(Struct, frozen=True):
    """A match, and the time of its next check."""

    match: MatchId
    due: Instant


class _Row(Struct, frozen=True):
    seconds: int | None
    due: Instant | None


def project(cursor: Cursor[TupleRow], entries: Sequence[RecordedEvent]) -> None:
    """Add, change and remove rows as these entries require."""
    before = _load(cursor, {entry.match for entry in entries})
    rows = dict(before)
    for entry in entries:
        row = _row_after(rows.get(entry.match), entry)
        rows.pop(entry.match, None)
        if row is not None:
            rows[entry.match] = row
    _save(cursor, {match: row for match, row in rows.items() if before.get(match) != row})
    cursor.execute(_CLEAR, (list(before.keys() - rows.keys()),))


def _row_after(row: _Row | None, entry: RecordedEvent) -> _Row | None:
    match entry.event:
        case MatchOpened() as opened:
            return _opened(entry.at, opened)
        case MatchStarted() if row is not None and row.seconds is not None:
            return replace(row, due=_after(entry.at, row.seconds))
        case _:
            return None


def _opened(at: Instant, event: MatchOpened) -> _Row | None:
    arranged = event.arrangement
    if arranged is None or (arranged.clock is None and arranged.expires_after is None):
        return None
    seconds = None if arranged.clock is None else (arranged.clock.decision or 0) + (arranged.clock.bank or 0)
    return _Row(seconds, None if arranged.expires_after is None else _after(at, arranged.expires_after))


def _after(at: Instant, seconds: int) -> Instant:
    return later(at, seconds * SECOND)


def _load(cursor: Cursor[TupleRow], matches: set[MatchId]) -> dict[MatchId, _Row]:
    cursor.execute(_LOAD, (list(matches),))
    return {match: _Row(seconds, due) for match, seconds, due in cursor.fetchall()}


def _save(cursor: Cursor[TupleRow], rows: dict[MatchId, _Row]) -> None:
    seconds = [row.seconds for row in rows.values()]
    cursor.execute(_SAVE, (list(rows), seconds, [row.due for row in rows.values()]))


DUE_MATCHES: Final = Projection(
    name="deadlines",
    tables=_TABLES,
    kinds=(MatchOpened, MatchStarted, MatchFinished, MatchAbandoned),
    sees_newest=False,
    project=project,
    rebuildable=False,
)


async def first(connection: AsyncConnection[Any], limit: int) -> list[DueMatch]:
    """The matches with the earliest checks, at most `limit`."""
    found = await connection.execute(_FIRST, (limit,))
    return [DueMatch(match, due) for match, due in await found.fetchall()]


async def put_off(connection: AsyncConnection[Any], again: Sequence[tuple[DueMatch, Instant | None]]) -> None:
    """Write the next check of each match, or none, unless the log has changed the row in the meantime."""
    columns = zip(*((each.match, each.due, when) for each, when in again), strict=True)
    await connection.execute(_PUT_OFF, [list(column) for column in columns])
