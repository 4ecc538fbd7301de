"""The match list: one row for each match, found by game, phase and player, newest first."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from psycopg import AsyncConnection, Cursor
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Composed, Identifier

from domain.kernel.basics import Instant, MatchId, PlayerId, Seat, Version
from domain.kernel.messages import Outcome
from domain.matches.events import MatchAbandoned, MatchFinished, MatchOpened, MatchStarted, SeatForfeited, SeatTaken
from projections import cursors
from projections.log import Entry
from projections.projection import SCHEMA, Projection

Phase = Literal["open", "playing", "finished", "abandoned"]
_Telling = MatchOpened | SeatTaken | MatchStarted | SeatForfeited | MatchFinished | MatchAbandoned

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS match_list (
    number bigint PRIMARY KEY,
    id uuid NOT NULL UNIQUE,
    game text NOT NULL,
    phase text NOT NULL,
    version bigint NOT NULL,
    opened_at text NOT NULL,
    updated_at text NOT NULL,
    seats jsonb NOT NULL,
    outcome jsonb
) WITH (fillfactor = 80);
COMMENT ON COLUMN match_list.number IS 'position of the opening in the log: the order of the list';
CREATE INDEX IF NOT EXISTS match_list_game ON match_list (game, number);
CREATE INDEX IF NOT EXISTS match_list_phase ON match_list (phase, number);
CREATE INDEX IF NOT EXISTS match_list_game_phase ON match_list (game, phase, number);
CREATE TABLE IF NOT EXISTS match_list_players (
    player uuid,
    number bigint,
    PRIMARY KEY (player, number)
);
"""
_COLUMNS: Final = "number, id::text, game, phase, version, opened_at, updated_at, seats::text, outcome::text"
_LOAD: Final = f"SELECT {_COLUMNS} FROM match_list WHERE id = ANY(%s::uuid[])"  # noqa: S608 -- a constant
_SAVE: Final = """
INSERT INTO match_list
SELECT number, id, game, phase, version, opened_at, updated_at, seats, outcome
FROM json_to_recordset(%s) AS row (number bigint, line json), json_to_record(line) AS line (
    id uuid, game text, phase text, version bigint, opened_at text, updated_at text, seats jsonb, outcome jsonb)
ON CONFLICT (number) DO UPDATE SET
    phase = EXCLUDED.phase, version = EXCLUDED.version, updated_at = EXCLUDED.updated_at,
    seats = EXCLUDED.seats, outcome = EXCLUDED.outcome
"""
_SAVE_PLAYERS: Final = "INSERT INTO match_list_players SELECT * FROM unnest(%s::uuid[], %s::bigint[])"


class SeatLine(Struct, frozen=True, omit_defaults=True):
    """A chair: whose it is (`player`, or the name of a `bot`), neither while it is free.

    `left` is the person who forfeited it.
    """

    seat: Seat
    player: PlayerId | None = None
    bot: str | None = None
    left: PlayerId | None = None


class MatchLine(Struct, frozen=True):
    """A match in a list; `outcome` is null unless the match is finished."""

    id: MatchId
    game: str
    phase: Phase
    version: Version
    opened_at: Instant
    updated_at: Instant
    seats: tuple[SeatLine, ...]
    outcome: Outcome | None


class Wanted(Struct, frozen=True):
    """Which matches to list; every given condition must hold."""

    game: str | None = None
    phase: Phase | None = None
    player: PlayerId | None = None


class Page(Struct, frozen=True):
    """Some matches, newest first, and the cursor for those that follow, if any do."""

    matches: list[MatchLine]
    next: str | None


class _After(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    number: int


class _Row(Struct, frozen=True):
    number: int
    line: MatchLine


_SEATS: Final = msgspec.json.Decoder(tuple[SeatLine, ...])
_OUTCOME: Final = msgspec.json.Decoder(Outcome)


def _read(columns: TupleRow) -> _Row:
    number, match, game, phase, version, opened_at, updated_at, seats, outcome = columns
    ended = None if outcome is None else _OUTCOME.decode(outcome)
    return _Row(number, MatchLine(match, game, phase, version, opened_at, updated_at, _SEATS.decode(seats), ended))


def project(cursor: Cursor[TupleRow], entries: Sequence[Entry]) -> None:
    """Take entries into the list; raises `KeyError` for a match that was never opened."""
    newest = {entry.match: entry for entry in entries}
    rows = _load(cursor, newest)
    seated: list[tuple[PlayerId, int]] = []
    for entry in entries:
        if isinstance(entry.event, _Telling):
            rows[entry.match] = row = _told(rows, entry, entry.event)
            if isinstance(entry.event, SeatTaken) and entry.event.player is not None:
                seated.append((entry.event.player, row.number))
    moved = [_moved(rows[match], entry) for match, entry in newest.items()]
    cursor.execute(_SAVE, (msgspec.json.encode(moved).decode(),))
    if seated:
        players, numbers = zip(*seated, strict=True)
        cursor.execute(_SAVE_PLAYERS, (list(players), list(numbers)))


def _told(rows: dict[MatchId, _Row], entry: Entry, event: _Telling) -> _Row:
    if isinstance(event, MatchOpened):
        return _Row(entry.position, _opened(entry, event))
    row = rows[entry.match]
    return replace(row, line=_changed(row.line, event))


def _opened(entry: Entry, event: MatchOpened) -> MatchLine:
    seats = tuple(SeatLine(Seat(number)) for number in range(event.seats))
    return MatchLine(entry.match, event.game, "open", entry.version, entry.at, entry.at, seats, None)


def _changed(
    line: MatchLine, event: SeatTaken | MatchStarted | SeatForfeited | MatchFinished | MatchAbandoned
) -> MatchLine:
    match event:
        case SeatTaken():
            return _seated(line, SeatLine(event.seat, event.player, event.bot))
        case SeatForfeited():
            return _seated(line, SeatLine(event.seat, bot=event.bot, left=line.seats[event.seat].player))
        case MatchStarted():
            return replace(line, phase="playing")
        case MatchFinished():
            return replace(line, phase="finished", outcome=msgspec.convert(event.outcome, Outcome))
        case MatchAbandoned():
            return replace(line, phase="abandoned")
        case _:
            assert_never(event)


def _seated(line: MatchLine, seat: SeatLine) -> MatchLine:
    return replace(line, seats=(*line.seats[: seat.seat], seat, *line.seats[seat.seat + 1 :]))


def _moved(row: _Row, newest: Entry) -> _Row:
    return replace(row, line=replace(row.line, version=newest.version, updated_at=newest.at))


def _load(cursor: Cursor[TupleRow], matches: Iterable[MatchId]) -> dict[MatchId, _Row]:
    cursor.execute(_LOAD, (list(matches),))
    rows = map(_read, cursor.fetchall())
    return {row.line.id: row for row in rows}


MATCH_LIST: Final = Projection(
    name="match_list",
    tables=_TABLES,
    kinds=(MatchOpened, SeatTaken, MatchStarted, SeatForfeited, MatchFinished, MatchAbandoned),
    sees_newest=True,
    project=project,
)


async def page(connection: AsyncConnection[Any], wanted: Wanted, limit: int, after: str | None = None) -> Page:
    """List matches, newest first; a cursor stays right while matches arrive. Raises `BadCursor`."""
    conditions = {"game": wanted.game, "phase": wanted.phase, "player": wanted.player}
    given: dict[str, str | int] = {name: value for name, value in conditions.items() if value is not None}
    if after is not None:
        given["number"] = cursors.read(after, _After).number
    found = await connection.execute(_query(given), (*given.values(), limit + 1))
    rows = [_read(columns) for columns in await found.fetchall()]
    more = len(rows) > limit
    return Page([row.line for row in rows[:limit]], cursors.written(_After(rows[limit - 1].number)) if more else None)


def _query(given: Iterable[str]) -> Composed:
    tests = [SQL("{} < %s" if name == "number" else "{} = %s").format(Identifier(name)) for name in given]
    table = SQL("{}.match_list").format(Identifier(SCHEMA))
    if "player" in given:
        table = SQL("{}.match_list_players JOIN {} USING (number)").format(Identifier(SCHEMA), table)
    where = SQL(" WHERE ") + SQL(" AND ").join(tests) if tests else SQL("")
    return SQL("SELECT {} FROM {}{} ORDER BY number DESC LIMIT %s").format(SQL(_COLUMNS), table, where)
