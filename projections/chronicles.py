"""Projection `chronicles`: chronicles with their totals, and their reigns; `projections.chronicle_pages` reads them."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace
from psycopg import Cursor
from psycopg.rows import TupleRow

from domain.chronicles.events import (
    CHRONICLE,
    ChronicleFounded,
    MatchEntered,
    MatchStruck,
    Member,
    ObstacleReplaced,
    ReignRecorded,
)
from domain.kernel.basics import ChronicleId, Instant, MatchId, PlayerId, Version
from projections.chronicle_totals import NOTHING, Totals, with_reign
from projections.projection import Projection
from projections.recorded_events import RecordedEvent

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS chronicles (
    id uuid PRIMARY KEY,
    awaited integer NOT NULL,
    line jsonb NOT NULL
);
CREATE INDEX IF NOT EXISTS chronicles_awaiting ON chronicles (id) WHERE awaited > 0;
CREATE TABLE IF NOT EXISTS chronicle_reigns (
    chronicle uuid,
    number integer,
    position bigint NOT NULL,
    duration bigint NOT NULL,
    line jsonb NOT NULL,
    PRIMARY KEY (chronicle, number)
);
COMMENT ON COLUMN chronicle_reigns.position IS 'where in the log it was recorded: the order of equal reigns';
CREATE INDEX IF NOT EXISTS chronicle_reigns_longest ON chronicle_reigns (duration DESC, position);
"""
_LOAD: Final = "SELECT awaited, line::text FROM chronicles WHERE id = ANY(%s::uuid[])"
_SAVE: Final = """
INSERT INTO chronicles VALUES (%s, %s, %s)
ON CONFLICT (id) DO UPDATE SET awaited = EXCLUDED.awaited, line = EXCLUDED.line
"""
_ADD_REIGN: Final = "INSERT INTO chronicle_reigns VALUES (%s, %s, %s, %s, %s)"
_REPLACE: Final = """
UPDATE chronicle_reigns SET line = jsonb_set(line, '{obstacle}', (line -> 'obstacle') || %s::jsonb)
WHERE chronicle = %s AND number = %s
"""


MembersT = TypeVar("MembersT")


class ChronicleLine(Struct, frozen=True):
    """Chronicle with its totals; `throne` is the holder of the throne now, `next_year` the first of the next reign."""

    id: ChronicleId
    version: Version
    name: str
    founder: PlayerId
    founded_at: Instant
    first_year: int
    next_year: int
    throne: str | None = None
    totals: Totals = NOTHING


class Obstacle(Struct, frozen=True):
    """Greatest obstacle of a reign: its name, and the words of the member `by` that replace it, if any."""

    name: str
    words: str | None = None
    by: PlayerId | None = None


class Reign(Struct, Generic[MembersT], frozen=True):
    """Reign of a chronicle, with its members in any form."""

    number: int
    match: MatchId
    at: Instant
    members: MembersT
    year: int
    month: str | None
    won: bool
    ending: str
    duration: int
    line: str
    throne: str | None
    silent_boxes: int
    obstacle: Obstacle


class ReignLine(Reign[tuple[Member, ...]], frozen=True):
    """Reign with its members by id."""


class _Row(Struct, frozen=True):
    awaited: int
    line: ChronicleLine


def project(cursor: Cursor[TupleRow], events: Sequence[RecordedEvent]) -> None:
    """Apply events to the chronicles; raises `KeyError` for a chronicle that was never founded."""
    rows = _load(cursor, {recorded.match for recorded in events})
    for recorded in events:
        stream = ChronicleId(recorded.match)
        row = _founded(recorded) if isinstance(recorded.event, ChronicleFounded) else rows[stream]
        rows[stream] = _with_event(row, recorded)
        _save_reign(cursor, recorded)
    cursor.executemany(_SAVE, [(stream, row.awaited, _json(row.line)) for stream, row in rows.items()])


def _founded(recorded: RecordedEvent) -> _Row:
    event = recorded.event
    assert isinstance(event, ChronicleFounded)  # noqa: S101 -- for the type checker
    stream = ChronicleId(recorded.match)
    year = event.first_year
    return _Row(0, ChronicleLine(stream, recorded.version, event.name, event.founder, recorded.at, year, year))


def _with_event(row: _Row, recorded: RecordedEvent) -> _Row:
    line = replace(row.line, version=recorded.version)
    match recorded.event:
        case MatchEntered():
            return _Row(row.awaited + 1, line)
        case MatchStruck():
            return _Row(row.awaited - 1, line)
        case ReignRecorded() as reign:
            totals, year = with_reign(line.totals, reign), reign.year + reign.duration
            return _Row(row.awaited - 1, replace(line, throne=reign.throne, next_year=year, totals=totals))
        case _:
            return _Row(row.awaited, line)


def _save_reign(cursor: Cursor[TupleRow], recorded: RecordedEvent) -> None:
    match recorded.event:
        case ReignRecorded() as reign:
            line = _json(_reign_line(recorded, reign))
            cursor.execute(_ADD_REIGN, (recorded.match, reign.number, recorded.position, reign.duration, line))
        case ObstacleReplaced(reign=number, by=by, words=words):
            cursor.execute(_REPLACE, (_json({"by": by, "words": words}), recorded.match, number))
        case _:
            pass


def _reign_line(recorded: RecordedEvent, reign: ReignRecorded) -> ReignLine:
    return ReignLine(**{**asdict(reign), "at": recorded.at, "obstacle": Obstacle(reign.obstacle)})


def _load(cursor: Cursor[TupleRow], streams: Iterable[str]) -> dict[ChronicleId, _Row]:
    cursor.execute(_LOAD, (list(streams),))
    rows = [_Row(awaited, msgspec.json.decode(line, type=ChronicleLine)) for awaited, line in cursor.fetchall()]
    return {row.line.id: row for row in rows}


def _json(value: Any) -> str:  # noqa: ANN401 -- any row
    return msgspec.json.encode(value).decode()


CHRONICLES: Final = Projection(name="chronicles", tables=_TABLES, kinds=CHRONICLE, sees_newest=False, project=project)
