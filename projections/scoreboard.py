"""The scoreboard of every game: what each person, each pair and each bot has won, by seats of finished matches.

Bots stand apart, and so does practice: a match in which one person sits among bots alone is kept
in that person's `practice` and moves nobody up. A bot that has two seats counts twice. A pair are two
people who played together. What is counted, `projections.scoreboards` says.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from psycopg import Cursor
from psycopg.rows import TupleRow

from domain.kernel.basics import MatchId, Seat
from domain.kernel.messages import Outcome
from domain.matches.events import MatchAbandoned, MatchFinished, MatchOpened, SeatTaken
from projections.log import Entry
from projections.projection import Projection
from projections.scoreboards.board import BETWEEN, AnyBoard, Kind, Tally, tally_of
from projections.scoreboards.catalogue import board_of

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS scoreboard (
    game text,
    kind text,
    who text,
    standing bigint[] NOT NULL,
    record jsonb NOT NULL,
    practice jsonb NOT NULL,
    ranked boolean GENERATED ALWAYS AS ((record ->> 'matches')::bigint > 0) STORED,
    PRIMARY KEY (game, kind, who)
);
CREATE INDEX IF NOT EXISTS scoreboard_order ON scoreboard (game, kind, ranked, standing, who);
CREATE TABLE IF NOT EXISTS scoreboard_tables (
    match uuid PRIMARY KEY,
    game text NOT NULL,
    chairs jsonb NOT NULL
);
"""
_LOAD_TABLES: Final = "SELECT match::text, game, chairs::text FROM scoreboard_tables WHERE match = ANY(%s::uuid[])"
_SAVE_TABLES: Final = """
INSERT INTO scoreboard_tables
SELECT match, game, chairs FROM json_to_recordset(%s) AS row (match uuid, game text, chairs jsonb)
ON CONFLICT (match) DO UPDATE SET chairs = EXCLUDED.chairs
"""
_CLEAR_TABLES: Final = "DELETE FROM scoreboard_tables WHERE match = ANY(%s::uuid[])"
_LOAD: Final = """
SELECT game, kind, who, record::text, practice::text FROM scoreboard
JOIN json_to_recordset(%s) AS wanted (game text, kind text, who text) USING (game, kind, who)
"""
_SAVE: Final = """
INSERT INTO scoreboard
SELECT * FROM json_to_recordset(%s)
    AS row (game text, kind text, who text, standing bigint[], record jsonb, practice jsonb)
ON CONFLICT (game, kind, who) DO UPDATE SET
    standing = EXCLUDED.standing, record = EXCLUDED.record, practice = EXCLUDED.practice
"""


class _Chair(Struct, frozen=True, array_like=True):
    person: bool
    who: str


class _Table(Struct, frozen=True):
    """A match that is not over."""

    match: MatchId
    game: str
    chairs: tuple[_Chair | None, ...]


class _Who(Struct, frozen=True):
    game: str
    kind: Kind
    who: str


class _Line(Struct, frozen=True):
    """A line as it is kept."""

    game: str
    kind: Kind
    who: str
    standing: tuple[int, ...]
    record: Tally
    practice: Tally


class _Result(Struct, frozen=True):
    """How somebody fared in a match, as the one in `seat` did."""

    who: _Who
    practice: bool
    seat: Seat
    outcome: Outcome


_CHAIRS: Final = msgspec.json.Decoder(tuple[_Chair | None, ...])


def project(cursor: Cursor[TupleRow], entries: Sequence[Entry]) -> None:
    """Take entries into the scoreboards; raises `KeyError` for a match that was never opened."""
    entries = [entry for entry in entries if not entry.imported]
    tables = _load_tables(cursor, {entry.match for entry in entries})
    over: list[MatchId] = []
    results: list[_Result] = []
    for entry in entries:
        match entry.event:
            case MatchOpened(game=game, seats=seats):
                tables[entry.match] = _Table(entry.match, game, (None,) * seats)
            case SeatTaken() as taken:
                tables[entry.match] = _seated(tables[entry.match], taken)
            case MatchFinished(outcome=outcome):
                over.append(entry.match)
                results += _results(tables.pop(entry.match), outcome)
            case MatchAbandoned():
                over.append(entry.match)
                del tables[entry.match]
    _save_tables(cursor, list(tables.values()), over)
    _add(cursor, results)


def _seated(table: _Table, taken: SeatTaken) -> _Table:
    chair = _Chair(False, taken.bot or "") if taken.player is None else _Chair(True, taken.player)
    return replace(table, chairs=(*table.chairs[: taken.seat], chair, *table.chairs[taken.seat + 1 :]))


def _results(table: _Table, told: Mapping[str, object]) -> Iterator[_Result]:
    board = board_of(table.game)
    outcome: Outcome = msgspec.convert(told, board.outcome)
    chairs = [chair for chair in table.chairs if chair is not None]
    alone = sum(chair.person for chair in chairs) < 2  # noqa: PLR2004 -- a match among people has two of them
    for number, chair in enumerate(chairs):
        who = _Who(table.game, "person" if chair.person else "bot", chair.who)
        yield _Result(who, chair.person and alone, Seat(number), outcome)
    for pair in board.pairs(outcome) if board.pairs else ():
        together = [chairs[seat].who for seat in pair if chairs[seat].person]
        if len(together) == len(pair):
            yield _Result(_Who(table.game, "pair", BETWEEN.join(sorted(together))), False, pair[0], outcome)


def _load_tables(cursor: Cursor[TupleRow], matches: Iterable[MatchId]) -> dict[MatchId, _Table]:
    cursor.execute(_LOAD_TABLES, (list(matches),))
    return {match: _Table(match, game, _CHAIRS.decode(chairs)) for match, game, chairs in cursor.fetchall()}


def _save_tables(cursor: Cursor[TupleRow], tables: list[_Table], over: list[MatchId]) -> None:
    if tables:
        cursor.execute(_SAVE_TABLES, (_json(tables),))
    if over:
        cursor.execute(_CLEAR_TABLES, (over,))


def _add(cursor: Cursor[TupleRow], results: Sequence[_Result]) -> None:
    if not results:
        return
    lines = _load(cursor, {result.who for result in results})
    for result in results:
        lines[result.who] = _with(lines[result.who], result)
    cursor.execute(_SAVE, (_json(list(lines.values())),))


def _with(line: _Line, result: _Result) -> _Line:
    board = board_of(line.game)
    if result.practice:
        return replace(line, practice=board.add(line.practice, result.outcome, result.seat))
    record = board.add(line.record, result.outcome, result.seat)
    return replace(line, record=record, standing=board.standing(record))


def _load(cursor: Cursor[TupleRow], wanted: set[_Who]) -> dict[_Who, _Line]:
    lines = {who: _new(who, board_of(who.game)) for who in wanted}
    cursor.execute(_LOAD, (_json(list(wanted)),))
    for game, kind, who, kept, practice in cursor.fetchall():
        board = board_of(game)
        record = tally_of(board, kept)
        lines[_Who(game, kind, who)] = _Line(game, kind, who, board.standing(record), record, tally_of(board, practice))
    return lines


def _new(who: _Who, board: AnyBoard) -> _Line:
    return _Line(who.game, who.kind, who.who, board.standing(board.nothing), board.nothing, board.nothing)


def _json(rows: list[_Who] | list[_Line] | list[_Table]) -> str:
    return msgspec.json.encode(rows).decode()


SCOREBOARD: Final = Projection(
    name="scoreboard",
    tables=_TABLES,
    kinds=(MatchOpened, SeatTaken, MatchFinished, MatchAbandoned),
    sees_newest=False,
    project=project,
)
