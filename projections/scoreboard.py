"""Projection `scoreboard`: the tallies of each person, pair and bot at each game, from finished matches.

Bots have lines of their own. Practice does not affect the order: a match of one person among bots, or a branch of
another match, counts in the `practice` tally of its people. A bot in two seats counts twice. A pair is two people who
played as partners. The board in the game record defines tallies and order; `projections.scoreboards.pages` reads them.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct
from psycopg import Cursor
from psycopg.rows import TupleRow

from domain.kernel.basics import Seat
from domain.kernel.messages import Outcome
from domain.kernel.scoring import AnyBoard, Tally
from projections import seatings
from projections.boards import Boards
from projections.projection import Projection
from projections.recorded_events import RecordedEvent
from projections.scoreboards.lines import BETWEEN, Kind, decode_tally
from projections.scoreboards.scopes import scopes_of
from projections.seatings import Result, SeatHolder

NAME: Final = "scoreboard"
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


class _Key(Struct, frozen=True):
    """Primary key of a line."""

    game: str
    scope: str
    kind: Kind
    who: str


class _Tallies(Struct, frozen=True):
    record: Tally
    practice: Tally


class _Row(Struct, frozen=True):
    """Row of the table."""

    game: str
    scope: str
    kind: Kind
    who: str
    standing: tuple[int, ...]
    ranked: bool
    record: str
    practice: str


class _Count(Struct, frozen=True):
    """One match that counts for a person, a pair or a bot, with the result of `seat`."""

    kind: Kind
    who: str
    practice: bool
    seat: Seat
    outcome: Outcome


def projection(boards: Boards) -> Projection:
    """Build the projection for the games that have these boards."""
    return Projection(
        name=NAME,
        tables=_TABLES + seatings.tables(_SEATINGS),
        kinds=seatings.KINDS,
        sees_newest=False,
        project=partial(_project, boards),
    )


def _project(boards: Boards, cursor: Cursor[TupleRow], events: Sequence[RecordedEvent]) -> None:
    """Apply events to the scoreboards; raises `KeyError` for a match that was never opened."""
    counts: list[tuple[_Key, _Count]] = []
    for result in seatings.project(cursor, _SEATINGS, boards, events):
        scopes = list(scopes_of(result))
        for count in _counts(result):
            counts += ((_Key(result.seating.game, scope, count.kind, count.who), count) for scope in scopes)
    if counts:
        _add(cursor, boards, counts)


def _counts(result: Result) -> Iterator[_Count]:
    seating, board, outcome = result.seating, result.board, result.outcome
    holders = [holder for holder in seating.chairs if holder is not None]
    for number, holder in enumerate(holders):
        practice = not seating.counts if holder.person else seating.practice
        yield _Count("person" if holder.person else "bot", holder.who, practice, Seat(number), outcome)
    for pair in board.pairs(outcome) if board.pairs else ():
        if seating.counts and all(holders[seat].person for seat in pair):
            yield _Count("pair", _pair(holders, pair), False, _lower_ranked(pair, outcome), outcome)


def _pair(holders: Sequence[SeatHolder], pair: Sequence[Seat]) -> str:
    return BETWEEN.join(sorted(holders[seat].who for seat in pair))


def _lower_ranked(pair: Sequence[Seat], outcome: Outcome) -> Seat:
    return max(pair, key=lambda seat: outcome.ranking[seat])


def _add(cursor: Cursor[TupleRow], boards: Boards, counts: Sequence[tuple[_Key, _Count]]) -> None:
    tallies = _load(cursor, boards, {key for key, _ in counts})
    for key, count in counts:
        tallies[key] = _with_count(tallies[key], boards.of(key.game), count)
    cursor.execute(_SAVE, (_json([_row(key, boards.of(key.game), each) for key, each in tallies.items()]),))


def _with_count(tallies: _Tallies, board: AnyBoard, count: _Count) -> _Tallies:
    if count.practice:
        return _Tallies(tallies.record, board.add(tallies.practice, count.outcome, count.seat))
    return _Tallies(board.add(tallies.record, count.outcome, count.seat), tallies.practice)


def _load(cursor: Cursor[TupleRow], boards: Boards, keys: Iterable[_Key]) -> dict[_Key, _Tallies]:
    tallies = {key: _Tallies(board.nothing, board.nothing) for key in keys for board in (boards.of(key.game),)}
    cursor.execute(_LOAD, (_json(list(tallies)),))
    for *key, record, practice in cursor.fetchall():
        board = boards.of(key[0])
        tallies[_Key(*key)] = _Tallies(decode_tally(board, record), decode_tally(board, practice))
    return tallies


def _row(key: _Key, board: AnyBoard, tallies: _Tallies) -> _Row:
    record, practice = (msgspec.json.encode(tally).decode() for tally in (tallies.record, tallies.practice))
    standing, is_ranked = board.standing(tallies.record), tallies.record.matches > 0
    return _Row(key.game, key.scope, key.kind, key.who, standing, is_ranked, record, practice)


def _json(rows: list[_Key] | list[_Row]) -> str:
    return msgspec.json.encode(rows).decode()
