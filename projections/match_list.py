"""The match list: one row for each match, found by game, phase and player, newest first."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Literal, LiteralString, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from psycopg import AsyncConnection, Cursor
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Composed, Identifier

from domain.kernel.basics import Instant, MatchId, PlayerId, Seat, Version
from domain.kernel.messages import Outcome
from domain.matches.arrangement import PLAIN, Visibility
from domain.matches.events import MatchAbandoned, MatchFinished, MatchOpened, MatchStarted, SeatTaken
from domain.matches.sight import Onlooker
from projections import cursors
from projections.log import Entry
from projections.projection import SCHEMA, Projection

Phase = Literal["open", "playing", "finished", "abandoned"]
_Telling = MatchOpened | SeatTaken | MatchStarted | MatchFinished | MatchAbandoned

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
ALTER TABLE match_list
    ADD COLUMN IF NOT EXISTS visibility text NOT NULL DEFAULT 'public',
    ADD COLUMN IF NOT EXISTS delay int NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS started bigint;
CREATE INDEX IF NOT EXISTS match_list_game ON match_list (game, number);
CREATE INDEX IF NOT EXISTS match_list_phase ON match_list (phase, number);
CREATE INDEX IF NOT EXISTS match_list_game_phase ON match_list (game, phase, number);
CREATE TABLE IF NOT EXISTS match_list_players (
    player uuid,
    number bigint,
    PRIMARY KEY (player, number)
);
CREATE TABLE IF NOT EXISTS match_list_guests (
    player uuid,
    number bigint,
    PRIMARY KEY (player, number)
);
COMMENT ON TABLE match_list_guests IS 'who may find a match that is not public while it lasts';
"""
_COLUMNS: Final = (
    "number, id::text, game, phase, version, opened_at, updated_at, seats::text, outcome::text,"
    " visibility, delay, started"
)
_LOAD: Final = f"SELECT {_COLUMNS} FROM match_list WHERE id = ANY(%s::uuid[])"  # noqa: S608 -- a constant
_SAVE: Final = """
INSERT INTO match_list
    (number, id, game, phase, version, opened_at, updated_at, seats, outcome, visibility, delay, started)
SELECT number, id, game, phase, version, opened_at, updated_at, seats, outcome, visibility, delay, started
FROM json_to_recordset(%s) AS row (number bigint, line json), json_to_record(line) AS line (
    id uuid, game text, phase text, version bigint, opened_at text, updated_at text, seats jsonb, outcome jsonb,
    visibility text, delay int, started bigint)
ON CONFLICT (number) DO UPDATE SET
    phase = EXCLUDED.phase, version = EXCLUDED.version, updated_at = EXCLUDED.updated_at,
    seats = EXCLUDED.seats, outcome = EXCLUDED.outcome, started = EXCLUDED.started
"""
_SAVE_PLAYERS: Final = "INSERT INTO match_list_players SELECT * FROM unnest(%s::uuid[], %s::bigint[])"
_SAVE_GUESTS: Final = (
    "INSERT INTO match_list_guests SELECT * FROM unnest(%s::uuid[], %s::bigint[]) ON CONFLICT DO NOTHING"
)
_MAY_FIND: Final = """
(visibility = 'public' OR phase IN ('finished', 'abandoned')
    OR number IN (SELECT guest.number FROM {}.match_list_guests AS guest WHERE guest.player = %s))
"""


class SeatLine(Struct, frozen=True, omit_defaults=True):
    """A chair: whose it is (`player`, or the name of a `bot`), neither while it is free."""

    seat: Seat
    player: PlayerId | None = None
    bot: str | None = None


class MatchLine(Struct, frozen=True):
    """A match in a list; `outcome` is null unless the match is finished.

    `started` is the version with which it began to be played; spectators see it `delay` versions behind from then on.
    """

    id: MatchId
    game: str
    phase: Phase
    version: Version
    opened_at: Instant
    updated_at: Instant
    seats: tuple[SeatLine, ...]
    outcome: Outcome | None
    visibility: Visibility = "public"
    delay: int = 0
    started: Version | None = None


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
    number, match, game, phase, version, opened_at, updated_at, seats, outcome, *arranged = columns
    ended = None if outcome is None else _OUTCOME.decode(outcome)
    at = (opened_at, updated_at)
    return _Row(number, MatchLine(match, game, phase, version, *at, _SEATS.decode(seats), ended, *arranged))


def project(cursor: Cursor[TupleRow], entries: Sequence[Entry]) -> None:
    """Take entries into the list; raises `KeyError` for a match that was never opened."""
    newest = {entry.match: entry for entry in entries}
    rows = _load(cursor, newest)
    seated: list[tuple[PlayerId, int]] = []
    guests: list[tuple[PlayerId, int]] = []
    for entry in entries:
        if isinstance(entry.event, _Telling):
            rows[entry.match] = row = _told(rows, entry, entry.event)
            if isinstance(entry.event, SeatTaken) and entry.event.player is not None:
                seated.append((entry.event.player, row.number))
            guests += _guests(row, entry.event)
    moved = [_moved(rows[match], entry) for match, entry in newest.items()]
    cursor.execute(_SAVE, (msgspec.json.encode(moved).decode(),))
    _save_people(cursor, _SAVE_PLAYERS, seated)
    _save_people(cursor, _SAVE_GUESTS, guests)


def _save_people(cursor: Cursor[TupleRow], statement: LiteralString, people: Sequence[tuple[PlayerId, int]]) -> None:
    if people:
        players, numbers = zip(*people, strict=True)
        cursor.execute(statement, (list(players), list(numbers)))


def _guests(row: _Row, event: _Telling) -> Iterator[tuple[PlayerId, int]]:
    if row.line.visibility == "public":
        return
    match event:
        case MatchOpened(opener=opener, arrangement=arrangement):
            for person in (opener, *(() if arrangement is None else arrangement.invited)):
                yield person, row.number
        case SeatTaken(player=player) if player is not None:
            yield player, row.number
        case _:
            return


def _told(rows: dict[MatchId, _Row], entry: Entry, event: _Telling) -> _Row:
    if isinstance(event, MatchOpened):
        return _Row(entry.position, _opened(entry, event))
    row = rows[entry.match]
    return replace(row, line=_changed(row.line, entry, event))


def _opened(entry: Entry, event: MatchOpened) -> MatchLine:
    seats = tuple(SeatLine(Seat(number)) for number in range(event.seats))
    arranged = event.arrangement or PLAIN
    return MatchLine(
        *(entry.match, event.game, "open", entry.version, entry.at, entry.at, seats, None),
        *(arranged.visibility, arranged.delay),
    )


def _changed(
    line: MatchLine, entry: Entry, event: SeatTaken | MatchStarted | MatchFinished | MatchAbandoned
) -> MatchLine:
    match event:
        case SeatTaken():
            seat = SeatLine(event.seat, event.player, event.bot)
            return replace(line, seats=(*line.seats[: event.seat], seat, *line.seats[event.seat + 1 :]))
        case MatchStarted():
            return replace(line, phase="playing", started=entry.version)
        case MatchFinished():
            return replace(line, phase="finished", outcome=msgspec.convert(event.outcome, Outcome))
        case MatchAbandoned():
            return replace(line, phase="abandoned")
        case _:
            assert_never(event)


def _moved(row: _Row, newest: Entry) -> _Row:
    return replace(row, line=replace(row.line, version=newest.version, updated_at=newest.at))


def _load(cursor: Cursor[TupleRow], matches: Iterable[MatchId]) -> dict[MatchId, _Row]:
    cursor.execute(_LOAD, (list(matches),))
    rows = map(_read, cursor.fetchall())
    return {row.line.id: row for row in rows}


MATCH_LIST: Final = Projection(
    name="match_list",
    tables=_TABLES,
    kinds=(MatchOpened, SeatTaken, MatchStarted, MatchFinished, MatchAbandoned),
    sees_newest=True,
    project=project,
)


async def page(
    connection: AsyncConnection[Any],
    wanted: Wanted,
    limit: int,
    after: str | None = None,
    onlooker: Onlooker | None = None,
) -> Page:
    """List matches, newest first; a cursor stays right while matches arrive. Raises `BadCursor`.

    They are those that an onlooker may find, or all. The lines tell the newest, which not everybody may see.
    """
    conditions = {"game": wanted.game, "phase": wanted.phase, "player": wanted.player}
    given: dict[str, str | int] = {name: value for name, value in conditions.items() if value is not None}
    if after is not None:
        given["number"] = cursors.read(after, _After).number
    limited = onlooker is not None and not onlooker.organizes
    who = (onlooker.player,) if onlooker is not None and limited else ()
    found = await connection.execute(_query(given, limited=limited), (*given.values(), *who, limit + 1))
    rows = [_read(columns) for columns in await found.fetchall()]
    more = len(rows) > limit
    return Page([row.line for row in rows[:limit]], cursors.written(_After(rows[limit - 1].number)) if more else None)


def _query(given: Iterable[str], *, limited: bool) -> Composed:
    tests = [SQL("{} < %s" if name == "number" else "{} = %s").format(Identifier(name)) for name in given]
    if limited:
        tests.append(SQL(_MAY_FIND).format(Identifier(SCHEMA)))
    table = SQL("{}.match_list").format(Identifier(SCHEMA))
    if "player" in given:
        table = SQL("{}.match_list_players JOIN {} USING (number)").format(Identifier(SCHEMA), table)
    where = SQL(" WHERE ") + SQL(" AND ").join(tests) if tests else SQL("")
    return SQL("SELECT {} FROM {}{} ORDER BY number DESC LIMIT %s").format(SQL(_COLUMNS), table, where)
