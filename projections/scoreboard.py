"""The scoreboard of every game: what each person, each pair and each bot has won, by seats of finished matches.

Bots stand apart, and so does practice: a match in which one person sits among bots alone, or that goes on from another
one's middle, is kept in the `practice` of its people and moves nobody up. A bot that has two seats counts twice. A pair
are two people who played together. What is counted, `projections.scoreboards` says.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from psycopg import Cursor
from psycopg.rows import TupleRow

from domain.kernel.basics import Seat
from domain.kernel.messages import Outcome
from projections import seatings
from projections.log import Entry
from projections.projection import Projection
from projections.scoreboards.board import BETWEEN, AnyBoard, Kind, Tally, tally_of
from projections.scoreboards.catalogue import board_of
from projections.scoreboards.scopes import scopes_of
from projections.seatings import Chair, Ended

_SEATINGS: Final = "scoreboard_tables"
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS scoreboard (
    game text,
    scope text,
    kind text,
    who text,
    standing bigint[] NOT NULL,
    record jsonb NOT NULL,
    practice jsonb NOT NULL,
    ranked boolean GENERATED ALWAYS AS ((record ->> 'matches')::bigint > 0) STORED,
    PRIMARY KEY (game, scope, kind, who)
);
COMMENT ON COLUMN scoreboard.scope IS 'which matches are counted: all/, 2026-11/, all/tag:cup, 2026-11/seats:3 ...';
CREATE INDEX IF NOT EXISTS scoreboard_order ON scoreboard (game, scope, kind, ranked, standing, who);
"""
_LOAD: Final = """
SELECT game, scope, kind, who, record::text, practice::text FROM scoreboard
JOIN json_to_recordset(%s) AS wanted (game text, scope text, kind text, who text) USING (game, scope, kind, who)
"""
_SAVE: Final = """
INSERT INTO scoreboard
SELECT * FROM json_to_recordset(%s)
    AS row (game text, scope text, kind text, who text, standing bigint[], record jsonb, practice jsonb)
ON CONFLICT (game, scope, kind, who) DO UPDATE SET
    standing = EXCLUDED.standing, record = EXCLUDED.record, practice = EXCLUDED.practice
"""


class _Who(Struct, frozen=True):
    game: str
    scope: str
    kind: Kind
    who: str


class _Line(Struct, frozen=True):
    """A line as it is kept."""

    game: str
    scope: str
    kind: Kind
    who: str
    standing: tuple[int, ...]
    record: Tally
    practice: Tally


class _Result(Struct, frozen=True):
    """How somebody fared in a match, as the one in `seat` did."""

    kind: Kind
    who: str
    practice: bool
    seat: Seat
    outcome: Outcome


def project(cursor: Cursor[TupleRow], entries: Sequence[Entry]) -> None:
    """Take entries into the scoreboards; raises `KeyError` for a match that was never opened."""
    results: list[tuple[_Who, _Result]] = []
    for ended in seatings.follow(cursor, _SEATINGS, entries):
        game, board = ended.seating.game, board_of(ended.seating.game)
        scopes = list(scopes_of(board, ended))
        for result in _results(board, ended):
            results += ((_Who(game, scope, result.kind, result.who), result) for scope in scopes)
    _add(cursor, results)


def _results(board: AnyBoard, ended: Ended) -> Iterator[_Result]:
    seating, outcome = ended.seating, ended.outcome
    chairs = [chair for chair in seating.chairs if chair is not None]
    for number, chair in enumerate(chairs):
        practice = not seating.counts if chair.person else seating.practice
        yield _Result("person" if chair.person else "bot", chair.who, practice, Seat(number), outcome)
    for pair in board.pairs(outcome) if board.pairs else ():
        if seating.counts and all(chairs[seat].person for seat in pair):
            yield _Result("pair", _pair(chairs, pair), False, _last_of(pair, outcome), outcome)


def _pair(chairs: Sequence[Chair], pair: Sequence[Seat]) -> str:
    return BETWEEN.join(sorted(chairs[seat].who for seat in pair))


def _last_of(pair: Sequence[Seat], outcome: Outcome) -> Seat:
    return max(pair, key=lambda seat: outcome.ranking[seat])


def _add(cursor: Cursor[TupleRow], results: Sequence[tuple[_Who, _Result]]) -> None:
    if not results:
        return
    lines = _load(cursor, {who for who, _ in results})
    for who, result in results:
        lines[who] = _with(lines[who], result)
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
    for game, scope, kind, who, kept, practice in cursor.fetchall():
        board = board_of(game)
        record, practised = tally_of(board, kept), tally_of(board, practice)
        lines[_Who(game, scope, kind, who)] = _Line(game, scope, kind, who, board.standing(record), record, practised)
    return lines


def _new(who: _Who, board: AnyBoard) -> _Line:
    nothing = board.nothing
    return _Line(who.game, who.scope, who.kind, who.who, board.standing(nothing), nothing, nothing)


def _json(rows: list[_Who] | list[_Line]) -> str:
    return msgspec.json.encode(rows).decode()


SCOREBOARD: Final = Projection(
    name="scoreboard",
    tables=_TABLES + seatings.tables(_SEATINGS),
    kinds=seatings.KINDS,
    sees_newest=False,
    project=project,
)
