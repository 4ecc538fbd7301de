"""The records of people: each game's, and against each opponent; `projections.player_pages` reads them.

What counts is what counts in scoreboards: matches among people that finished. Who left has lost.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace
from psycopg import Cursor
from psycopg.rows import TupleRow

from domain.kernel.basics import Instant, PlayerId, Seat
from domain.kernel.messages import Event
from projections import seatings
from projections.player_tallies import OpponentTally, PersonTally, against, fared, mates, with_match, with_practice
from projections.projection import Projection
from projections.recorded_events import RecordedEvent
from projections.scoreboards.catalogue import CHOICES, board_of
from projections.seatings import Ended, Seating

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


class _Who(Struct, frozen=True):
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
    """Two rivals who met, and the ranks that they had at the end."""

    pair: _Pair
    own: int
    other: int
    at: Instant


_TALLY: Final = msgspec.json.Decoder(PersonTally)


def project(cursor: Cursor[TupleRow], entries: Sequence[RecordedEvent]) -> None:
    """Take entries into the records; raises `KeyError` for a match that was never opened."""
    matches = seatings.follow(cursor, _SEATINGS, entries, _noted)
    if matches:
        _add_matches(cursor, matches)
        _add_meetings(cursor, [meeting for ended in matches for meeting in _meetings(ended)])


def _noted(seating: Seating, event: Event) -> Seating:
    chosen = {seat: dict(counts) for seat, counts in seating.chosen.items()}
    for seat, name in board_of(seating.game).choices[type(event)](event):
        chair = seating.chairs[seat]
        if chair is not None and chair.person and seat not in seating.left:
            counts = chosen.setdefault(seat, {})
            counts[name] = counts.get(name, 0) + 1
    return replace(seating, chosen=chosen)


def _people(ended: Ended) -> Iterator[tuple[Seat, PlayerId]]:
    for number, chair in enumerate(ended.seating.chairs):
        if chair is not None and chair.person:
            yield Seat(number), PlayerId(chair.who)


def _add_matches(cursor: Cursor[TupleRow], matches: Sequence[Ended]) -> None:
    tallies = _load(cursor, {_Who(player, ended.seating.game) for ended in matches for _, player in _people(ended)})
    for ended in matches:
        for seat, player in _people(ended):
            who = _Who(player, ended.seating.game)
            tallies[who] = _with(tallies[who], ended, seat)
    _save(cursor, _SAVE, [_Row(who.player, who.game, tally) for who, tally in tallies.items()])


def _with(tally: PersonTally, ended: Ended, seat: Seat) -> PersonTally:
    seating = ended.seating
    result = fared(board_of(seating.game), ended.outcome, seat)
    if not seating.counts:
        return with_practice(tally, result)
    return with_match(tally, result, len(seating.chairs), seat, seating.chosen.get(seat, {}))


def _meetings(ended: Ended) -> Iterator[_Meeting]:
    if not ended.seating.counts:
        return
    board, ranking = board_of(ended.seating.game), ended.outcome.ranking
    for seat, player in _people(ended):
        company = mates(board, ended.outcome, seat)
        for other, opponent in _people(ended):
            if other not in company:
                yield _Meeting(_Pair(player, ended.seating.game, opponent), ranking[seat], ranking[other], ended.at)


def _add_meetings(cursor: Cursor[TupleRow], meetings: Sequence[_Meeting]) -> None:
    if not meetings:
        return
    tallies = _load_opponents(cursor, {meeting.pair for meeting in meetings})
    last: dict[_Pair, Instant] = {}
    for meeting in meetings:
        tallies[meeting.pair] = against(tallies[meeting.pair], meeting.own, meeting.other)
        last[meeting.pair] = meeting.at
    rows = [_OpponentRow(**asdict(pair), **asdict(tally), last_at=last[pair]) for pair, tally in tallies.items()]
    _save(cursor, _SAVE_OPPONENTS, rows)


def _load(cursor: Cursor[TupleRow], wanted: Iterable[_Who]) -> dict[_Who, PersonTally]:
    tallies = dict.fromkeys(wanted, PersonTally())
    cursor.execute(_LOAD, (msgspec.json.encode(list(tallies)).decode(),))
    return tallies | {_Who(player, game): _TALLY.decode(tally) for player, game, tally in cursor.fetchall()}


def _load_opponents(cursor: Cursor[TupleRow], wanted: Iterable[_Pair]) -> dict[_Pair, OpponentTally]:
    tallies = dict.fromkeys(wanted, OpponentTally())
    cursor.execute(_LOAD_OPPONENTS, (msgspec.json.encode(list(tallies)).decode(),))
    kept = {_Pair(*row[:3]): OpponentTally(*row[3:]) for row in cursor.fetchall()}
    return tallies | kept


def _save(cursor: Cursor[TupleRow], statement: str, rows: Sequence[Struct]) -> None:
    cursor.execute(statement.encode(), (msgspec.json.encode(rows).decode(),))


PLAYER_RECORDS: Final = Projection(
    name="player_records",
    tables=_TABLES + seatings.tables(_SEATINGS),
    kinds=(*seatings.KINDS, *CHOICES),
    sees_newest=False,
    project=project,
)
