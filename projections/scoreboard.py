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

from domain.kernel.basics import PlayerId
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
    ranked boolean NOT NULL,
    wins bigint NOT NULL,
    shared_wins bigint NOT NULL,
    total bigint NOT NULL,
    record jsonb NOT NULL,
    practice jsonb NOT NULL,
    PRIMARY KEY (game, person, who)
);
CREATE INDEX IF NOT EXISTS scoreboard_order ON scoreboard (game, person, ranked, wins, shared_wins, total, who);
CREATE TABLE IF NOT EXISTS scoreboard_tables (
    match uuid PRIMARY KEY,
    game text NOT NULL,
    seats jsonb NOT NULL
);
"""
_LOAD_TABLES: Final = "SELECT match, game, seats::text FROM scoreboard_tables WHERE match = ANY(%s)"
_SAVE_TABLES: Final = """
INSERT INTO scoreboard_tables
SELECT match, game, seats::jsonb FROM unnest(%s::uuid[], %s::text[], %s::text[]) AS row (match, game, seats)
ON CONFLICT (match) DO UPDATE SET seats = EXCLUDED.seats
"""
_CLEAR_TABLES: Final = "DELETE FROM scoreboard_tables WHERE match = ANY(%s)"
_LOAD: Final = """
SELECT game, person, who, record::text, practice::text FROM scoreboard
JOIN unnest(%s::text[], %s::boolean[], %s::text[]) AS wanted (game, person, who) USING (game, person, who)
"""
_SAVE: Final = """
INSERT INTO scoreboard
SELECT game, person, who, ranked, wins, shared_wins, total, record::jsonb, practice::jsonb
FROM unnest(%s::text[], %s::boolean[], %s::text[],
            %s::boolean[], %s::bigint[], %s::bigint[], %s::bigint[], %s::text[], %s::text[])
    AS row (game, person, who, ranked, wins, shared_wins, total, record, practice)
ON CONFLICT (game, person, who) DO UPDATE SET
    ranked = EXCLUDED.ranked, wins = EXCLUDED.wins, shared_wins = EXCLUDED.shared_wins, total = EXCLUDED.total,
    record = EXCLUDED.record, practice = EXCLUDED.practice
"""
_PAGE: Final = f"""
SELECT who, ranked, record::text, practice::text FROM {SCHEMA}.scoreboard
WHERE game = %s AND person = %s
"""  # noqa: S608 -- a constant
_AFTER: Final = " AND (ranked, wins, shared_wins, total, who) < (%s, %s, %s, %s, %s)"
_ORDER: Final = " ORDER BY ranked DESC, wins DESC, shared_wins DESC, total DESC, who DESC LIMIT %s"


class Standing(Struct, frozen=True):
    """What the matches of one player add up to.

    `wins` were won alone, `shared_wins` with others; `places` counts how often the player came
    first, second and so on. `best` and `average` are null without a match.
    """

    matches: int = 0
    wins: int = 0
    shared_wins: int = 0
    places: tuple[int, ...] = ()
    total: int = 0
    best: int | None = None
    average: float | None = None


class PersonLine(Struct, frozen=True):
    """A person's line: the place (shared where wins, shared wins and total are equal; null with practice alone)."""

    player: PlayerId
    place: int | None
    record: Standing
    practice: Standing


class BotLine(Struct, frozen=True):
    """A bot's line."""

    bot: str
    record: Standing


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
    who: str
    place: int = 0
    count: int = 0


class _Who(Struct, frozen=True):
    game: str
    person: bool
    name: str


class _Chair(Struct, frozen=True, array_like=True):
    person: bool
    name: str


class _Table(Struct, frozen=True):
    game: str
    chairs: tuple[_Chair | None, ...]


class _Line(Struct, frozen=True):
    record: Standing = Standing()
    practice: Standing = Standing()


class _Result(Struct, frozen=True):
    who: _Who
    practice: bool
    score: int
    rank: int
    winners: int


_CHAIRS: Final = msgspec.json.Decoder(tuple[_Chair | None, ...])
_STANDING: Final = msgspec.json.Decoder(Standing)


def project(cursor: Cursor[TupleRow], entries: Sequence[Entry]) -> None:
    """Take entries into the scoreboards; raises `KeyError` for a match that was never opened."""
    tables = _load_tables(cursor, {entry.match for entry in entries})
    over: list[UUID] = []
    results: list[_Result] = []
    for entry in entries:
        match entry.event:
            case MatchOpened(game=game, seats=seats):
                tables[entry.match] = _Table(game, (None,) * seats)
            case SeatTaken() as taken:
                tables[entry.match] = _seated(tables[entry.match], taken)
            case MatchFinished(outcome=outcome):
                over.append(entry.match)
                results += _results(tables.pop(entry.match), msgspec.convert(outcome, Outcome))
            case MatchAbandoned():
                over.append(entry.match)
                del tables[entry.match]
    _save_tables(cursor, tables, over)
    _add(cursor, results)


def _seated(table: _Table, taken: SeatTaken) -> _Table:
    chair = _Chair(False, taken.bot or "") if taken.player is None else _Chair(True, taken.player)
    return replace(table, chairs=(*table.chairs[: taken.seat], chair, *table.chairs[taken.seat + 1 :]))


def _results(table: _Table, outcome: Outcome) -> list[_Result]:
    chairs = [chair for chair in table.chairs if chair is not None]
    alone = sum(chair.person for chair in chairs) < 2  # noqa: PLR2004 -- a match among people has two of them
    return [
        _Result(
            who=_Who(table.game, chair.person, chair.name),
            practice=chair.person and alone,
            score=outcome.scores[seat],
            rank=outcome.ranking[seat],
            winners=len(outcome.winners) if seat in outcome.winners else 0,
        )
        for seat, chair in enumerate(chairs)
    ]


def _load_tables(cursor: Cursor[TupleRow], matches: Iterable[UUID]) -> dict[UUID, _Table]:
    cursor.execute(_LOAD_TABLES, (list(matches),))
    return {match: _Table(game, _CHAIRS.decode(chairs)) for match, game, chairs in cursor.fetchall()}


def _save_tables(cursor: Cursor[TupleRow], tables: dict[UUID, _Table], over: list[UUID]) -> None:
    if tables:
        games = [table.game for table in tables.values()]
        chairs = [msgspec.json.encode(table.chairs).decode() for table in tables.values()]
        cursor.execute(_SAVE_TABLES, (list(tables), games, chairs))
    if over:
        cursor.execute(_CLEAR_TABLES, (over,))


def _add(cursor: Cursor[TupleRow], results: Sequence[_Result]) -> None:
    if not results:
        return
    lines = _load(cursor, {result.who for result in results})
    for result in results:
        line = lines.get(result.who, _Line())
        if result.practice:
            lines[result.who] = replace(line, practice=_with(line.practice, result))
        else:
            lines[result.who] = replace(line, record=_with(line.record, result))
    columns = zip(*(_columns(who, line) for who, line in lines.items()), strict=True)
    cursor.execute(_SAVE, [list(column) for column in columns])


def _with(standing: Standing, result: _Result) -> Standing:
    places = [*standing.places, *(0 for _ in range(result.rank - len(standing.places)))]
    places[result.rank - 1] += 1
    matches, total = standing.matches + 1, standing.total + result.score
    return Standing(
        matches=matches,
        wins=standing.wins + (result.winners == 1),
        shared_wins=standing.shared_wins + (result.winners > 1),
        places=tuple(places),
        total=total,
        best=result.score if standing.best is None else max(standing.best, result.score),
        average=total / matches,
    )


def _load(cursor: Cursor[TupleRow], wanted: Iterable[_Who]) -> dict[_Who, _Line]:
    games, people, names = zip(*(astuple(who) for who in wanted), strict=True)
    cursor.execute(_LOAD, (list(games), list(people), list(names)))
    return {_Who(*who): _line(record, practice) for *who, record, practice in cursor.fetchall()}


def _line(record: str, practice: str) -> _Line:
    return _Line(_STANDING.decode(record), _STANDING.decode(practice))


def _columns(who: _Who, line: _Line) -> tuple[Any, ...]:
    record, practice = (msgspec.json.encode(standing).decode() for standing in astuple(line))
    order = (line.record.matches > 0, line.record.wins, line.record.shared_wins, line.record.total)
    return (*astuple(who), *order, record, practice)


SCOREBOARD: Final = Projection(
    name="scoreboard",
    tables=_TABLES,
    kinds=(MatchOpened, SeatTaken, MatchFinished, MatchAbandoned),
    sees_all=False,
    project=project,
)


async def page(connection: AsyncConnection[Any], game: str, limit: int, after: str | None = None) -> Page:
    """List the people who played a game: by wins, then shared wins, then total score. Raises `BadCursor`."""
    end = None if after is None else cursors.read(after, _After)
    key = () if end is None else astuple(end)[:5]
    found = await connection.execute(_PAGE + (_AFTER if key else "") + _ORDER, (game, True, *key, limit + 1))
    lines: list[PersonLine] = []
    rows = await found.fetchall()
    for who, ranked, *standings in rows[:limit]:
        line = _line(*standings)
        end = _following(end, ranked, who, line.record)
        lines.append(PersonLine(PlayerId(who), end.place if ranked else None, line.record, line.practice))
    return Page(lines, cursors.written(end) if end is not None and len(rows) > limit else None)


def _following(end: _After | None, ranked: bool, who: str, record: Standing) -> _After:
    count = 1 if end is None else end.count + 1
    order = (ranked, record.wins, record.shared_wins, record.total)
    place = end.place if end is not None and astuple(end)[:4] == order else count
    return _After(*order, who, place, count)


async def bots(connection: AsyncConnection[Any], game: str) -> list[BotLine]:
    """List the bots that played a game, all of them, in the same order as people."""
    found = await connection.execute(_PAGE + _ORDER, (game, False, None))
    return [BotLine(who, _line(*standings).record) for who, _, *standings in await found.fetchall()]
