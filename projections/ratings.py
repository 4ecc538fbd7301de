"""Ratings of people at each game, in the order in which matches ended in the log.

Only matches among people are rated, of games whose seats are rivals: no bots, no practice, nothing abandoned. A bot
that plays on for somebody who left does not take the match out: that would be a way round a loss.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from msgspec import Meta, Struct
from psycopg import AsyncConnection, Cursor
from psycopg.rows import TupleRow

from domain.kernel.basics import Instant, PlayerId, Seat
from projections import cursors, seatings
from projections.projection import SCHEMA, Projection
from projections.recorded_events import RecordedEvent
from projections.scoreboards.board import teams_of
from projections.scoreboards.catalogue import board_of
from projections.seatings import Ended
from projections.weng_lin import MODEL, Strength, rated

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
    """How strong somebody is believed to be at a game.

    `rating` is `mu - 3 * sigma`: almost certainly, the person is no weaker. `matches` counts those that were rated,
    the newest at `rated_at`.
    """

    rating: float
    mu: float
    sigma: float
    matches: int
    rated_at: Instant


class RatedLine(Struct, frozen=True):
    """A person among those who are rated; equals share a place."""

    place: int
    player: PlayerId
    rating: Rating


class Page(Struct, frozen=True):
    """Some people, the best first, and the cursor for those that follow, if any do."""

    players: list[RatedLine]
    next: str | None


class _After(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Where a page ended: the last line's order, its place, and how many lines there were so far."""

    rating: float
    player: UUID
    place: _Count
    count: _Count


class _Who(Struct, frozen=True):
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


def project(cursor: Cursor[TupleRow], entries: Sequence[RecordedEvent]) -> None:
    """Take entries into the ratings; raises `KeyError` for a match that was never opened."""
    matches = [ended for ended in seatings.follow(cursor, _SEATINGS, entries) if _is_rated(ended)]
    if not matches:
        return
    rows = _load(cursor, {_Who(player, ended.seating.game) for ended in matches for player in _people(ended).values()})
    for ended in matches:
        _rate(rows, ended)
    cursor.execute(_SAVE, (msgspec.json.encode(list(rows.values())).decode(),))


def _is_rated(ended: Ended) -> bool:
    seating = ended.seating
    return seating.counts and seating.people == len(seating.chairs) and board_of(seating.game).rivals


def _people(ended: Ended) -> dict[Seat, PlayerId]:
    chairs = enumerate(ended.seating.chairs)
    return {Seat(number): PlayerId(chair.who) for number, chair in chairs if chair is not None}


def _rate(rows: dict[_Who, _Row], ended: Ended) -> None:
    game, people = ended.seating.game, _people(ended)
    before = {seat: rows[_Who(player, game)] for seat, player in people.items()}
    strengths = {seat: row.strength for seat, row in before.items()}
    teams = teams_of(board_of(game), ended.outcome)
    for seat, after in rated(strengths, teams, ended.outcome, ended.seating.left).items():
        matches = before[seat].matches + 1
        rows[_Who(people[seat], game)] = _Row(people[seat], game, after.mu, after.sigma, matches, ended.at)


def _load(cursor: Cursor[TupleRow], wanted: Iterable[_Who]) -> dict[_Who, _Row]:
    new = Strength()
    rows = {who: _Row(who.player, who.game, new.mu, new.sigma, 0, Instant("")) for who in wanted}
    cursor.execute(_LOAD, (msgspec.json.encode(list(rows)).decode(),))
    return rows | {_Who(player, game): _Row(player, game, *kept) for player, game, *kept in cursor.fetchall()}


RATINGS: Final = Projection(
    name="ratings",
    tables=_TABLES + seatings.tables(_SEATINGS),
    kinds=seatings.KINDS,
    sees_newest=False,
    project=project,
)


async def page(connection: AsyncConnection[Any], game: str, limit: int, after: str | None = None) -> Page:
    """List the people who are rated at a game, the best first. Raises `BadCursor`."""
    end = None if after is None else cursors.read(after, _After)
    key = () if end is None else (end.rating, end.player)
    found = await connection.execute(_PAGE + (_AFTER if key else "") + _ORDER, (game, *key, limit + 1))
    rows = await found.fetchall()
    lines: list[RatedLine] = []
    for player, *kept in rows[:limit]:
        end = _following(end, player, kept[0])
        lines.append(RatedLine(end.place, player, Rating(*kept)))
    return Page(lines, cursors.written(end) if end is not None and len(rows) > limit else None)


def _following(end: _After | None, player: str, rating: float) -> _After:
    count = 1 if end is None else end.count + 1
    place = end.place if end is not None and end.rating == rating else count
    return _After(rating, UUID(player), place, count)


async def ratings_of(connection: AsyncConnection[Any], player: PlayerId) -> dict[str, Rating]:
    """A person's ratings, by game."""
    found = await connection.execute(_OF, (player,))
    return {game: Rating(*kept) for game, *kept in await found.fetchall()}
