"""Projection `match_list`: one row for each match, with the columns that `projections.match_search` filters by."""

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from psycopg import Cursor
from psycopg.rows import TupleRow

from domain.kernel.basics import Instant, MatchId, PlayerId, Seat, Version, with_seat
from domain.kernel.messages import Outcome
from domain.matches.events import (
    MatchAbandoned,
    MatchFinished,
    MatchOpened,
    MatchStarted,
    SeatForfeited,
    SeatTaken,
)
from domain.matches.settings import PLAIN, Visibility
from domain.matches.state import Phase
from projections.projection import Projection
from projections.recorded_events import RecordedEvent

_Change = SeatTaken | MatchStarted | SeatForfeited | MatchFinished | MatchAbandoned
_Relevant = MatchOpened | _Change

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS match_list (
    number bigint PRIMARY KEY,
    id uuid NOT NULL UNIQUE,
    game text NOT NULL,
    phase text NOT NULL,
    opened_at text COLLATE "C" NOT NULL,
    edition text NOT NULL,
    visibility text NOT NULL,
    length bigint,
    best bigint,
    line text NOT NULL
) WITH (fillfactor = 80);
COMMENT ON COLUMN match_list.number IS 'position of the opening in the log: the order of what was opened at one time';
COMMENT ON COLUMN match_list.length IS 'events of a match that is over';
COMMENT ON COLUMN match_list.best IS 'highest score of a finished match';
COMMENT ON COLUMN match_list.line IS 'the whole MatchLine as JSON';
CREATE INDEX IF NOT EXISTS match_list_time ON match_list (opened_at, number);
CREATE INDEX IF NOT EXISTS match_list_game ON match_list (game, opened_at, number, best);
CREATE INDEX IF NOT EXISTS match_list_phase ON match_list (phase, opened_at, number);
CREATE INDEX IF NOT EXISTS match_list_game_phase ON match_list (game, phase, opened_at, number);
CREATE INDEX IF NOT EXISTS match_list_edition ON match_list (game, edition, opened_at, number);
CREATE INDEX IF NOT EXISTS match_list_length ON match_list (length);
CREATE INDEX IF NOT EXISTS match_list_best ON match_list (game, best);
CREATE TABLE IF NOT EXISTS match_list_players (
    player uuid,
    opened_at text COLLATE "C",
    number bigint,
    PRIMARY KEY (player, opened_at, number)
);
CREATE TABLE IF NOT EXISTS match_list_guests (
    player uuid,
    opened_at text,
    number bigint,
    PRIMARY KEY (player, opened_at, number)
);
COMMENT ON TABLE match_list_guests IS 'who finds a match that is not public before anybody sits in it';
CREATE TABLE IF NOT EXISTS match_list_tags (
    tag text,
    opened_at text COLLATE "C",
    number bigint,
    PRIMARY KEY (tag, opened_at, number)
);
"""
_LOAD: Final = "SELECT number, line FROM match_list WHERE id = ANY(%s::uuid[])"
_SAVE: Final = """
INSERT INTO match_list
SELECT * FROM json_to_recordset(%s) AS row (number bigint, id uuid, game text, phase text, opened_at text,
    edition text, visibility text, length bigint, best bigint, line text)
ON CONFLICT (number) DO UPDATE SET
    phase = EXCLUDED.phase, length = EXCLUDED.length, best = EXCLUDED.best, line = EXCLUDED.line
"""
_SAVE_PLAYERS: Final = "INSERT INTO match_list_players SELECT * FROM unnest(%s::uuid[], %s::text[], %s::bigint[])"
_SAVE_GUESTS: Final = "INSERT INTO match_list_guests SELECT * FROM unnest(%s::uuid[], %s::text[], %s::bigint[])"
_SAVE_TAGS: Final = "INSERT INTO match_list_tags SELECT * FROM unnest(%s::text[], %s::text[], %s::bigint[])"


class SeatLine(Struct, frozen=True, omit_defaults=True):
    """Seat of a match, taken by a `player` or by a `bot` (its name), or free.

    `left` is the player who forfeited the seat. A bot plays on for it.
    """

    seat: Seat
    player: PlayerId | None = None
    bot: str | None = None
    left: PlayerId | None = None


class MatchLine(Struct, frozen=True):
    """Match in a list. `outcome` is null unless the match is finished.

    `version` is the number of events. Until a match with a `delay` is over, `version` and `updated_at` are null, and
    `seats` do not show forfeits. `practice` marks a match that counts in no record, `imported` one that was played on
    another service, which counts in none either.
    """

    id: MatchId
    game: str
    phase: Phase
    version: Version | None
    opened_at: Instant
    updated_at: Instant | None
    edition: str
    visibility: Visibility
    delay: int
    tags: tuple[str, ...]
    practice: bool
    imported: bool
    seats: tuple[SeatLine, ...]
    outcome: Outcome | None


class _Listed(Struct, frozen=True):
    number: int
    line: MatchLine


class _Row(Struct, frozen=True):
    """Row of the table."""

    number: int
    id: MatchId
    game: str
    phase: Phase
    opened_at: Instant
    edition: str
    visibility: Visibility
    length: int | None
    best: int | None
    line: str


class _Reference(Struct, frozen=True):
    """Row of another table that leads to a match: a person or a tag."""

    by: str
    at: Instant
    number: int


line_of: Final = msgspec.json.Decoder(MatchLine).decode
"""Decodes a stored line."""


def project(cursor: Cursor[TupleRow], events: Sequence[RecordedEvent]) -> None:
    """Apply events to the list; raises `KeyError` for a match that was never opened."""
    newest = {recorded.match: recorded for recorded in events}
    rows = _load(cursor, newest)
    people: list[_Reference] = []
    guests: list[_Reference] = []
    tags: list[_Reference] = []
    for recorded in events:
        if isinstance(recorded.event, _Relevant):
            rows[recorded.match] = row = _with_event(rows, recorded, recorded.event)
            if isinstance(recorded.event, SeatTaken) and recorded.event.player is not None:
                people.append(_Reference(recorded.event.player, row.line.opened_at, row.number))
            elif isinstance(recorded.event, MatchOpened):
                tags += (_Reference(tag, row.line.opened_at, row.number) for tag in row.line.tags)
                guests += (_Reference(guest, row.line.opened_at, row.number) for guest in _guests(recorded.event))
    _save(cursor, [_moved(rows[match], recorded) for match, recorded in newest.items()])
    _save_found(cursor, _SAVE_PLAYERS, people)
    _save_found(cursor, _SAVE_GUESTS, guests)
    _save_found(cursor, _SAVE_TAGS, tags)


def _guests(event: MatchOpened) -> set[PlayerId]:
    settings = event.arrangement or PLAIN
    return set() if settings.visibility == "public" else {event.opener, *settings.invited}


def _with_event(rows: dict[MatchId, _Listed], recorded: RecordedEvent, event: _Relevant) -> _Listed:
    if isinstance(event, MatchOpened):
        return _Listed(recorded.position, _opened(recorded, event))
    row = rows[recorded.match]
    return replace(row, line=_changed(row.line, event))


def _opened(recorded: RecordedEvent, event: MatchOpened) -> MatchLine:
    settings = event.arrangement or PLAIN
    return MatchLine(
        id=recorded.match,
        game=event.game,
        phase="open",
        version=recorded.version,
        opened_at=recorded.at,
        updated_at=recorded.at,
        edition=event.edition,
        visibility=settings.visibility,
        delay=settings.delay,
        tags=settings.tags,
        practice=settings.is_practice,
        imported=recorded.imported,
        seats=tuple(SeatLine(Seat(number)) for number in range(event.seats)),
        outcome=None,
    )


def _changed(line: MatchLine, event: _Change) -> MatchLine:
    match event:
        case SeatTaken():
            return _with(line, SeatLine(event.seat, event.player, event.bot))
        case SeatForfeited():
            return _with(line, SeatLine(event.seat, bot=event.bot, left=line.seats[event.seat].player))
        case MatchStarted():
            return replace(line, phase="playing")
        case MatchFinished():
            return replace(line, phase="finished", outcome=msgspec.convert(event.outcome, Outcome))
        case MatchAbandoned():
            return replace(line, phase="abandoned")
        case _:
            assert_never(event)


def _with(line: MatchLine, seat: SeatLine) -> MatchLine:
    return replace(line, seats=with_seat(line.seats, seat.seat, seat))


def _moved(row: _Listed, newest: RecordedEvent) -> _Listed:
    return replace(row, line=replace(row.line, version=newest.version, updated_at=newest.at))


def _load(cursor: Cursor[TupleRow], matches: Iterable[MatchId]) -> dict[MatchId, _Listed]:
    cursor.execute(_LOAD, (list(matches),))
    rows = [_Listed(number, line_of(line)) for number, line in cursor.fetchall()]
    return {row.line.id: row for row in rows}


def _save(cursor: Cursor[TupleRow], rows: Iterable[_Listed]) -> None:
    cursor.execute(_SAVE, (msgspec.json.encode([_row(row.number, row.line) for row in rows]).decode(),))


def _row(number: int, line: MatchLine) -> _Row:
    return _Row(
        number,
        line.id,
        line.game,
        line.phase,
        line.opened_at,
        line.edition,
        line.visibility,
        line.version if line.phase in {"finished", "abandoned"} else None,
        None if line.outcome is None else max(line.outcome.scores),
        msgspec.json.encode(line).decode(),
    )


def _save_found(cursor: Cursor[TupleRow], statement: str, found: Sequence[_Reference]) -> None:
    if found:
        columns = [[each.by for each in found], [each.at for each in found], [each.number for each in found]]
        cursor.execute(statement.encode(), columns)


MATCH_LIST: Final = Projection(
    name="match_list",
    tables=_TABLES,
    kinds=(MatchOpened, SeatTaken, MatchStarted, SeatForfeited, MatchFinished, MatchAbandoned),
    sees_newest=True,
    project=project,
)
