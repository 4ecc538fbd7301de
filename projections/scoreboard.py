"""The scoreboard of every game: what each person, each pair and each bot has won, by seats of finished matches.

Bots stand apart, and so does practice: a match in which one person sits among bots alone, or that goes on from another
one's middle, is kept in the `practice` of its people and moves nobody up. A bot that has two seats counts twice. A pair
are two people who played together. What is counted, `projections.scoreboards` says.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from psycopg import Cursor
from psycopg.rows import TupleRow

from domain.kernel.basics import Seat
from domain.kernel.messages import Outcome
from projections import seatings
from projections.projection import Projection
from projections.recorded_events import RecordedEvent
from projections.scoreboards.board import BETWEEN, AnyBoard, Kind, Tally, tally_of
from projections.scoreboards.catalogue import board_of
from projections.scoreboards.scopes import scopes_of
from projections.seatings import Ended, SeatHolder

_SEATINGS: Final = "scoreboard_tables"
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS scoreboard (
    game text,
    scope text,
    kind text,
    who text,
    standing bigint[] NOT NULL,
    ranked boolean NOT NULL,
    record text NOT NULL,
    practice text NOT NULL,
    PRIMARY KEY (game, scope, kind, who)
);
COMMENT ON COLUMN scoreboard.ranked IS 'whether there is a match in the record, not in practice alone';
COMMENT ON COLUMN scoreboard.record IS 'a tally of the game as JSON, likewise practice';
COMMENT ON COLUMN scoreboard.scope IS 'which matches are counted: all/, 2026-11/, all/tag:cup, 2026-11/seats:3 ...';
CREATE INDEX IF NOT EXISTS scoreboard_order ON scoreboard (game, scope, kind, ranked, standing, who);
"""
_LOAD: Final = """
SELECT game, scope, kind, who, record, practice FROM scoreboard
JOIN json_to_recordset(%s) AS wanted (game text, scope text, kind text, who text) USING (game, scope, kind, who)
"""
_SAVE: Final = """
INSERT INTO scoreboard
SELECT * FROM json_to_recordset(%s)
    AS row (game text, scope text, kind text, who text, standing bigint[], ranked boolean, record text, practice text)
ON CONFLICT (game, scope, kind, who) DO UPDATE SET
    standing = EXCLUDED.standing, ranked = EXCLUDED.ranked, record = EXCLUDED.record, practice = EXCLUDED.practice
"""


class _Who(Struct, frozen=True):
    game: str
    scope: str
    kind: Kind
    who: str


class _Line(Struct, frozen=True):
    record: Tally
    practice: Tally


class _Kept(Struct, frozen=True):
    """A line as it is kept."""

    game: str
    scope: str
    kind: Kind
    who: str
    standing: tuple[int, ...]
    ranked: bool
    record: str
    practice: str


class _Result(Struct, frozen=True):
    """How somebody fared in a match, as the one in `seat` did."""

    kind: Kind
    who: str
    practice: bool
    seat: Seat
    outcome: Outcome


def project(cursor: Cursor[TupleRow], entries: Sequence[RecordedEvent]) -> None:
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


def _pair(chairs: Sequence[SeatHolder], pair: Sequence[Seat]) -> str:
    return BETWEEN.join(sorted(chairs[seat].who for seat in pair))


def _last_of(pair: Sequence[Seat], outcome: Outcome) -> Seat:
    return max(pair, key=lambda seat: outcome.ranking[seat])


def _add(cursor: Cursor[TupleRow], results: Sequence[tuple[_Who, _Result]]) -> None:
    if not results:
        return
    lines = _load(cursor, {who for who, _ in results})
    for who, result in results:
        lines[who] = _with(lines[who], board_of(who.game), result)
    cursor.execute(_SAVE, (_json([_kept(who, line) for who, line in lines.items()]),))


def _with(line: _Line, board: AnyBoard, result: _Result) -> _Line:
    if result.practice:
        return _Line(line.record, board.add(line.practice, result.outcome, result.seat))
    return _Line(board.add(line.record, result.outcome, result.seat), line.practice)


def _load(cursor: Cursor[TupleRow], wanted: Iterable[_Who]) -> dict[_Who, _Line]:
    lines = {who: _Line(board.nothing, board.nothing) for who in wanted for board in (board_of(who.game),)}
    cursor.execute(_LOAD, (_json(list(lines)),))
    for *who, record, practice in cursor.fetchall():
        board = board_of(who[0])
        lines[_Who(*who)] = _Line(tally_of(board, record), tally_of(board, practice))
    return lines


def _kept(who: _Who, line: _Line) -> _Kept:
    standing = board_of(who.game).standing(line.record)
    tallies = [msgspec.json.encode(tally).decode() for tally in (line.record, line.practice)]
    return _Kept(who.game, who.scope, who.kind, who.who, standing, line.record.matches > 0, *tallies)


def _json(rows: list[_Who] | list[_Kept]) -> str:
    return msgspec.json.encode(rows).decode()


SCOREBOARD: Final = Projection(
    name="scoreboard",
    tables=_TABLES + seatings.tables(_SEATINGS),
    kinds=seatings.KINDS,
    sees_newest=False,
    project=project,
)
