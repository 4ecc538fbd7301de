"""The scoreboard of every game: what each person and each bot has won, by seats of finished matches.

Bots stand apart, and so does practice: a match in which one person sits among bots alone is kept
in that person's `practice` and moves nobody up. A bot that has two seats counts twice.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace
from psycopg import AsyncConnection, Cursor
from psycopg.rows import TupleRow

from domain.kernel.basics import MatchId, PlayerId
from domain.kernel.messages import Outcome
from domain.matches.events import MatchAbandoned, MatchFinished, MatchOpened, SeatTaken
from projections import cursors
from projections.log import Entry
from projections.projection import SCHEMA, Projection

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS scoreboard (
    game text,
    person boolean,
    who text,
    record jsonb NOT NULL,
    practice jsonb NOT NULL,
    ranked boolean GENERATED ALWAYS AS ((record ->> 'matches')::bigint > 0) STORED,
    wins bigint GENERATED ALWAYS AS ((record ->> 'wins')::bigint) STORED,
    shared_wins bigint GENERATED ALWAYS AS ((record ->> 'shared_wins')::bigint) STORED,
    total bigint GENERATED ALWAYS AS ((record ->> 'total')::bigint) STORED,
    PRIMARY KEY (game, person, who)
);
CREATE INDEX IF NOT EXISTS scoreboard_order ON scoreboard (game, person, ranked, wins, shared_wins, total, who);
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
SELECT game, person, who, record::text, practice::text FROM scoreboard
JOIN json_to_recordset(%s) AS wanted (game text, person boolean, who text) USING (game, person, who)
"""
_SAVE: Final = """
INSERT INTO scoreboard
SELECT * FROM json_to_recordset(%s) AS row (game text, person boolean, who text, record jsonb, practice jsonb)
ON CONFLICT (game, person, who) DO UPDATE SET record = EXCLUDED.record, practice = EXCLUDED.practice
"""
_PAGE: Final = f"""
SELECT who, ranked, record::text, practice::text FROM {SCHEMA}.scoreboard
WHERE game = %s AND person = %s
"""  # noqa: S608 -- a constant
_AFTER: Final = " AND (ranked, wins, shared_wins, total, who) < (%s, %s, %s, %s, %s)"
_ORDER: Final = " ORDER BY ranked DESC, wins DESC, shared_wins DESC, total DESC, who DESC LIMIT %s"


class Tally(Struct, frozen=True):
    """What the matches of one player add up to.

    `wins` were won alone, `shared_wins` with others; `places` counts how often the player came
    first, second and so on. `best` and `average` are null without a match.
    """

    matches: int
    wins: int
    shared_wins: int
    places: tuple[int, ...]
    total: int
    best: int | None
    average: float | None


NOTHING: Final = Tally(0, 0, 0, (), 0, None, None)


class PersonLine(Struct, frozen=True):
    """A person's line: the place (shared where wins, shared wins and total are equal; null with practice alone)."""

    player: PlayerId
    place: int | None
    record: Tally
    practice: Tally


class BotLine(Struct, frozen=True):
    """A bot's line."""

    bot: str
    record: Tally


class Page(Struct, frozen=True):
    """Some people, the best first, and the cursor for those that follow, if any do."""

    players: list[PersonLine]
    next: str | None


class _After(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Where a page ended: the last line's order, its place, and how many lines there were so far."""

    ranked: bool
    wins: int
    shared_wins: int
    total: int
    who: UUID
    place: int = 0
    count: int = 0


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
    person: bool
    who: str


class _Line(Struct, frozen=True):
    """A line as it is kept."""

    game: str
    person: bool
    who: str
    record: Tally = NOTHING
    practice: Tally = NOTHING


class _Result(Struct, frozen=True):
    who: _Who
    practice: bool
    score: int
    rank: int
    winners: int


_CHAIRS: Final = msgspec.json.Decoder(tuple[_Chair | None, ...])


def project(cursor: Cursor[TupleRow], entries: Sequence[Entry]) -> None:
    """Take entries into the scoreboards; raises `KeyError` for a match that was never opened."""
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
                results += _results(tables.pop(entry.match), msgspec.convert(outcome, Outcome))
            case MatchAbandoned():
                over.append(entry.match)
                del tables[entry.match]
    _save_tables(cursor, list(tables.values()), over)
    _add(cursor, results)


def _seated(table: _Table, taken: SeatTaken) -> _Table:
    chair = _Chair(False, taken.bot or "") if taken.player is None else _Chair(True, taken.player)
    return replace(table, chairs=(*table.chairs[: taken.seat], chair, *table.chairs[taken.seat + 1 :]))


def _results(table: _Table, outcome: Outcome) -> list[_Result]:
    chairs = [chair for chair in table.chairs if chair is not None]
    alone = sum(chair.person for chair in chairs) < 2  # noqa: PLR2004 -- a match among people has two of them
    return [
        _Result(
            who=_Who(table.game, chair.person, chair.who),
            practice=chair.person and alone,
            score=outcome.scores[seat],
            rank=outcome.ranking[seat],
            winners=len(outcome.winners) if seat in outcome.winners else 0,
        )
        for seat, chair in enumerate(chairs)
    ]


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
        line = lines[result.who]
        if result.practice:
            lines[result.who] = replace(line, practice=_with(line.practice, result))
        else:
            lines[result.who] = replace(line, record=_with(line.record, result))
    cursor.execute(_SAVE, (_json(list(lines.values())),))


def _load(cursor: Cursor[TupleRow], wanted: set[_Who]) -> dict[_Who, _Line]:
    lines = {who: _Line(who.game, who.person, who.who) for who in wanted}
    cursor.execute(_LOAD, (_json(list(wanted)),))
    for game, person, who, record, practice in cursor.fetchall():
        lines[_Who(game, person, who)] = _Line(game, person, who, _tally(record), _tally(practice))
    return lines


def _json(rows: list[_Who] | list[_Line] | list[_Table]) -> str:
    return msgspec.json.encode(rows).decode()


def _tally(kept: str) -> Tally:
    return msgspec.json.decode(kept, type=Tally)


def _with(tally: Tally, result: _Result) -> Tally:
    places = [*tally.places, *(0 for _ in range(result.rank - len(tally.places)))]
    places[result.rank - 1] += 1
    matches, total = tally.matches + 1, tally.total + result.score
    return Tally(
        matches=matches,
        wins=tally.wins + (result.winners == 1),
        shared_wins=tally.shared_wins + (result.winners > 1),
        places=tuple(places),
        total=total,
        best=result.score if tally.best is None else max(tally.best, result.score),
        average=total / matches,
    )


SCOREBOARD: Final = Projection(
    name="scoreboard",
    tables=_TABLES,
    kinds=(MatchOpened, SeatTaken, MatchFinished, MatchAbandoned),
    sees_newest=False,
    project=project,
)


async def page(connection: AsyncConnection[Any], game: str, limit: int, after: str | None = None) -> Page:
    """List the people who played a game: by wins, then shared wins, then total score. Raises `BadCursor`."""
    end = None if after is None else cursors.read(after, _After)
    key = () if end is None else (*astuple(end)[:4], str(end.who))
    found = await connection.execute(_PAGE + (_AFTER if key else "") + _ORDER, (game, True, *key, limit + 1))
    lines: list[PersonLine] = []
    rows = await found.fetchall()
    for who, ranked, record, practice in rows[:limit]:
        line = PersonLine(PlayerId(who), None, _tally(record), _tally(practice))
        end = _following(end, ranked, who, line.record)
        lines.append(replace(line, place=end.place if ranked else None))
    return Page(lines, cursors.written(end) if end is not None and len(rows) > limit else None)


def _following(end: _After | None, ranked: bool, who: str, record: Tally) -> _After:
    count = 1 if end is None else end.count + 1
    order = (ranked, record.wins, record.shared_wins, record.total)
    place = end.place if end is not None and astuple(end)[:4] == order else count
    return _After(*order, UUID(who), place, count)


async def bots(connection: AsyncConnection[Any], game: str) -> list[BotLine]:
    """List the bots that played a game, all of them, in the same order as people."""
    found = await connection.execute(_PAGE + _ORDER, (game, False, None))
    return [BotLine(who, _tally(record)) for who, _, record, _ in await found.fetchall()]
