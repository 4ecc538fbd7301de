"""Projection `player_records`: a person's record at each game and against each opponent.

Finished matches among people count, as in scoreboards. A person who forfeits a seat has lost the match.
`projections.player_pages` queries the tables.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace
from psycopg import Cursor
from psycopg.rows import TupleRow

from domain.kernel.basics import Instant, PlayerId, Seat
from domain.kernel.messages import Event
from projections import seatings
from projections.boards import Boards
from projections.player_tallies import (
    OpponentTally,
    PersonTally,
    seat_result,
    team_of,
    with_match,
    with_meeting,
    with_practice,
)
from projections.projection import Projection
from projections.recorded_events import RecordedEvent
from projections.seatings import Result, Seating

NAME: Final = "player_records"
_SEATINGS: Final = "player_records_tables"
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS player_records (
    player uuid,
    game text,
    tally jsonb NOT NULL,
    PRIMARY KEY (player, game)
);
CREATE TABLE IF NOT EXISTS player_opponents (
    player uuid,
    game text,
    opponent uuid,
    played bigint NOT NULL,
    won bigint NOT NULL,
    drawn bigint NOT NULL,
    lost bigint NOT NULL,
    last_at text NOT NULL,
    PRIMARY KEY (player, game, opponent)
);
CREATE INDEX IF NOT EXISTS player_opponents_order ON player_opponents (player, game, played, opponent);
"""
_LOAD: Final = """
SELECT player::text, game, tally::text FROM player_records
JOIN json_to_recordset(%s) AS wanted (player uuid, game text) USING (player, game)
"""
_SAVE: Final = """
INSERT INTO player_records SELECT * FROM json_to_recordset(%s) AS row (player uuid, game text, tally jsonb)
ON CONFLICT (player, game) DO UPDATE SET tally = EXCLUDED.tally
"""
_LOAD_OPPONENTS: Final = """
SELECT player::text, game, opponent::text, played, won, drawn, lost FROM player_opponents
JOIN json_to_recordset(%s) AS wanted (player uuid, game text, opponent uuid) USING (player, game, opponent)
"""
_SAVE_OPPONENTS: Final = """
INSERT INTO player_opponents SELECT * FROM json_to_recordset(%s) AS row (player uuid, game text, opponent uuid,
    played bigint, won bigint, drawn bigint, lost bigint, last_at text)
ON CONFLICT (player, game, opponent) DO UPDATE SET
    played = EXCLUDED.played, won = EXCLUDED.won, drawn = EXCLUDED.drawn, lost = EXCLUDED.lost,
    last_at = EXCLUDED.last_at
"""


class _Key(Struct, frozen=True):
    player: PlayerId
    game: str


class _Pair(Struct, frozen=True):
    player: PlayerId
    game: str
    opponent: PlayerId


class _Row(Struct, frozen=True):
    player: PlayerId
    game: str
    tally: PersonTally


class _OpponentRow(Struct, frozen=True):
    player: PlayerId
    game: str
    opponent: PlayerId
    played: int
    won: int
    drawn: int
    lost: int
    last_at: Instant


class _Meeting(Struct, frozen=True):
    """One match of two rivals, with their final ranks."""

    pair: _Pair
    own: int
    other: int
    at: Instant


_TALLY: Final = msgspec.json.Decoder(PersonTally)


def projection(boards: Boards) -> Projection:
    """Build the projection for the games that have these boards."""
    return Projection(
        name=NAME,
        tables=_TABLES + seatings.tables(_SEATINGS),
        kinds=(*seatings.KINDS, *boards.choices),
        sees_newest=False,
        project=partial(_project, boards),
    )


def _project(boards: Boards, cursor: Cursor[TupleRow], events: Sequence[RecordedEvent]) -> None:
    """Apply events to the records; raises `KeyError` for a match that was never opened."""
    results = seatings.project(cursor, _SEATINGS, boards, events, partial(_with_choices, boards))
    if results:
        _add_matches(cursor, results)
        _add_meetings(cursor, [meeting for result in results for meeting in _meetings(result)])


def _with_choices(boards: Boards, seating: Seating, event: Event) -> Seating:
    chosen = {seat: dict(counts) for seat, counts in seating.chosen.items()}
    for seat, name in boards.of(seating.game).choices[type(event)](event):
        holder = seating.chairs[seat]
        if holder is not None and holder.person and seat not in seating.left:
            counts = chosen.setdefault(seat, {})
            counts[name] = counts.get(name, 0) + 1
    return replace(seating, chosen=chosen)


def _people(result: Result) -> Iterator[tuple[Seat, PlayerId]]:
    for number, holder in enumerate(result.seating.chairs):
        if holder is not None and holder.person:
            yield Seat(number), PlayerId(holder.who)


def _add_matches(cursor: Cursor[TupleRow], results: Sequence[Result]) -> None:
    tallies = _load(cursor, {_Key(player, result.seating.game) for result in results for _, player in _people(result)})
    for result in results:
        for seat, player in _people(result):
            key = _Key(player, result.seating.game)
            tallies[key] = _with_result(tallies[key], result, seat)
    _save(cursor, _SAVE, [_Row(key.player, key.game, tally) for key, tally in tallies.items()])


def _with_result(tally: PersonTally, result: Result, seat: Seat) -> PersonTally:
    seating = result.seating
    if not seating.counts:
        return with_practice(tally, seat_result(result, seat))
    chosen = seating.chosen.get(seat, {})
    return with_match(tally, seat_result(result, seat), len(seating.chairs), seat, chosen)


def _meetings(result: Result) -> Iterator[_Meeting]:
    if not result.seating.counts:
        return
    game, ranking = result.seating.game, result.outcome.ranking
    for seat, player in _people(result):
        team = team_of(result, seat)
        for other, opponent in _people(result):
            if other not in team:
                yield _Meeting(_Pair(player, game, opponent), ranking[seat], ranking[other], result.at)


def _add_meetings(cursor: Cursor[TupleRow], meetings: Sequence[_Meeting]) -> None:
    if not meetings:
        return
    tallies = _load_opponents(cursor, {meeting.pair for meeting in meetings})
    last: dict[_Pair, Instant] = {}
    for meeting in meetings:
        tallies[meeting.pair] = with_meeting(tallies[meeting.pair], meeting.own, meeting.other)
        last[meeting.pair] = meeting.at
    rows = [_OpponentRow(**asdict(pair), **asdict(tally), last_at=last[pair]) for pair, tally in tallies.items()]
    _save(cursor, _SAVE_OPPONENTS, rows)


def _load(cursor: Cursor[TupleRow], wanted: Iterable[_Key]) -> dict[_Key, PersonTally]:
    tallies = dict.fromkeys(wanted, PersonTally())
    cursor.execute(_LOAD, (msgspec.json.encode(list(tallies)).decode(),))
    return tallies | {_Key(player, game): _TALLY.decode(tally) for player, game, tally in cursor.fetchall()}


def _load_opponents(cursor: Cursor[TupleRow], wanted: Iterable[_Pair]) -> dict[_Pair, OpponentTally]:
    tallies = dict.fromkeys(wanted, OpponentTally())
    cursor.execute(_LOAD_OPPONENTS, (msgspec.json.encode(list(tallies)).decode(),))
    return tallies | {_Pair(*row[:3]): OpponentTally(*row[3:]) for row in cursor.fetchall()}


def _save(cursor: Cursor[TupleRow], statement: str, rows: Sequence[Struct]) -> None:
    cursor.execute(statement.encode(), (msgspec.json.encode(rows).decode(),))
