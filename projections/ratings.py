"""Projection `ratings`: ratings of people at each game, updated in the order in which matches ended in the log.

Only finished matches among people are rated, of games with rivals: no bots, no practice. A match stays rated if a bot
replaces a person who left; otherwise people could leave to avoid a loss.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from msgspec import Meta, Struct
from psycopg import AsyncConnection, Cursor
from psycopg.rows import TupleRow

from domain.kernel.basics import Instant, PlayerId, Seat
from domain.kernel.scoring import teams_of
from projections import cursors, seatings
from projections.boards import Boards
from projections.projection import SCHEMA, Projection
from projections.recorded_events import RecordedEvent
from projections.seatings import Result
from projections.weng_lin import MODEL, Strength, rated

NAME: Final = "ratings"
_SEATINGS: Final = "ratings_tables"
_TABLES: Final = f"""
CREATE TABLE IF NOT EXISTS ratings (
    player uuid,
    game text,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    rating double precision NOT NULL GENERATED ALWAYS AS (mu - 3 * sigma) STORED,
    matches bigint NOT NULL,
    rated_at text NOT NULL,
    PRIMARY KEY (player, game)
);
COMMENT ON TABLE ratings IS '{MODEL}';
CREATE INDEX IF NOT EXISTS ratings_order ON ratings (game, rating, player);
"""
_LOAD: Final = """
SELECT player::text, game, mu, sigma, matches, rated_at FROM ratings
JOIN json_to_recordset(%s) AS wanted (player uuid, game text) USING (player, game)
"""
_SAVE: Final = """
INSERT INTO ratings (player, game, mu, sigma, matches, rated_at)
SELECT * FROM json_to_recordset(%s)
    AS row (player uuid, game text, mu double precision, sigma double precision, matches bigint, rated_at text)
ON CONFLICT (player, game) DO UPDATE SET
    mu = EXCLUDED.mu, sigma = EXCLUDED.sigma, matches = EXCLUDED.matches, rated_at = EXCLUDED.rated_at
"""
_PAGE: Final = f"""
SELECT player::text, rating, mu, sigma, matches, rated_at FROM {SCHEMA}.ratings WHERE game = %s
"""  # noqa: S608 -- a constant
_AFTER: Final = " AND (rating, player) < (%s, %s)"
_ORDER: Final = " ORDER BY rating DESC, player DESC LIMIT %s"
_OF: Final = f"""
SELECT game, rating, mu, sigma, matches, rated_at FROM {SCHEMA}.ratings WHERE player = %s ORDER BY game
"""  # noqa: S608 -- a constant

_Count = Annotated[int, Meta(ge=0, lt=2**31)]


class Rating(Struct, frozen=True):
    """Rating of a person at a game.

    `rating` is `mu - 3 * sigma`, a cautious estimate. `matches` counts the rated matches; `rated_at` is the end of
    the newest one.
    """

    rating: float
    mu: float
    sigma: float
    matches: int
    rated_at: Instant


class RatedLine(Struct, frozen=True):
    """Line of a rated person; equals share a place."""

    place: int
    player: PlayerId
    rating: Rating


class Page(Struct, frozen=True):
    """Page of people, the best first; `next` is the cursor of the next page, None on the last one."""

    players: list[RatedLine]
    next: str | None


class _After(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Cursor: sort key and place of the last line of a page, and the number of lines up to it."""

    rating: float
    player: UUID
    place: _Count
    count: _Count


class _Key(Struct, frozen=True):
    player: PlayerId
    game: str


class _Row(Struct, frozen=True):
    player: PlayerId
    game: str
    mu: float
    sigma: float
    matches: int
    rated_at: Instant

    @property
    def strength(self) -> Strength:
        return Strength(self.mu, self.sigma)


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
    """Apply events to the ratings; raises `KeyError` for a match that was never opened."""
    results = [result for result in seatings.project(cursor, _SEATINGS, boards, events) if _is_rated(result)]
    if not results:
        return
    keys = {_Key(player, result.seating.game) for result in results for player in _people(result).values()}
    rows = _load(cursor, keys)
    for result in results:
        _rate(rows, result)
    cursor.execute(_SAVE, (msgspec.json.encode(list(rows.values())).decode(),))


def _is_rated(result: Result) -> bool:
    seating = result.seating
    return seating.counts and seating.people == len(seating.chairs) and result.board.rivals


def _people(result: Result) -> dict[Seat, PlayerId]:
    holders = enumerate(result.seating.chairs)
    return {Seat(number): PlayerId(holder.who) for number, holder in holders if holder is not None}


def _rate(rows: dict[_Key, _Row], result: Result) -> None:
    game, people = result.seating.game, _people(result)
    before = {seat: rows[_Key(player, game)] for seat, player in people.items()}
    strengths = {seat: row.strength for seat, row in before.items()}
    teams = teams_of(result.board, result.outcome)
    for seat, after in rated(strengths, teams, result.outcome, result.seating.left).items():
        matches = before[seat].matches + 1
        rows[_Key(people[seat], game)] = _Row(people[seat], game, after.mu, after.sigma, matches, result.at)


def _load(cursor: Cursor[TupleRow], wanted: Iterable[_Key]) -> dict[_Key, _Row]:
    new = Strength()
    rows = {key: _Row(key.player, key.game, new.mu, new.sigma, 0, Instant("")) for key in wanted}
    cursor.execute(_LOAD, (msgspec.json.encode(list(rows)).decode(),))
    return rows | {_Key(player, game): _Row(player, game, *figures) for player, game, *figures in cursor.fetchall()}


async def page(connection: AsyncConnection[Any], game: str, limit: int, after: str | None = None) -> Page:
    """List the people who are rated at a game, the best first. Raises `BadCursor`."""
    end = None if after is None else cursors.decode(after, _After)
    key = () if end is None else (end.rating, end.player)
    found = await connection.execute(_PAGE + (_AFTER if key else "") + _ORDER, (game, *key, limit + 1))
    rows = await found.fetchall()
    lines: list[RatedLine] = []
    for player, *figures in rows[:limit]:
        end = _next_end(end, player, figures[0])
        lines.append(RatedLine(end.place, player, Rating(*figures)))
    return Page(lines, cursors.encode(end) if end is not None and len(rows) > limit else None)


def _next_end(end: _After | None, player: str, rating: float) -> _After:
    count = 1 if end is None else end.count + 1
    place = end.place if end is not None and end.rating == rating else count
    return _After(rating, UUID(player), place, count)


async def ratings_of(connection: AsyncConnection[Any], player: PlayerId) -> dict[str, Rating]:
    """Return a person's ratings by game."""
    found = await connection.execute(_OF, (player,))
    return {game: Rating(*figures) for game, *figures in await found.fetchall()}
