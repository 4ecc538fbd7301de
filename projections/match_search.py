"""Finding matches in the match list, newest first.

Everybody finds public matches and those that are over; a person also any that he opened, is invited to, or sits or
sat in; an organizer all. What is told of a match that spectators follow with a delay is what they may know.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace
from psycopg import AsyncConnection
from psycopg.sql import SQL, Composable, Composed, Identifier

from domain.kernel.basics import Instant, PlayerId
from projections import cursors
from projections.match_list import MatchLine, Phase, SeatLine, line_of
from projections.projection import SCHEMA

Eyes = PlayerId | Literal["everybody", "organizer", "service"]
"""Who asks: a person, somebody unknown, an organizer, or the service itself, which is told all there is."""

_MATCHES: Final = SQL("{}.match_list AS found").format(Identifier(SCHEMA))
_PEOPLE: Final = Identifier(SCHEMA, "match_list_players")
_TAGS: Final = Identifier(SCHEMA, "match_list_tags")
_QUERY: Final = SQL(
    "SELECT found.number, found.line FROM {} WHERE {} ORDER BY found.opened_at DESC, found.number DESC LIMIT %s"
)
_JOIN: Final = SQL(" JOIN {} USING (opened_at, number)")
_GUESTS: Final = Identifier(SCHEMA, "match_list_guests")
_MINE: Final = SQL(
    "EXISTS (SELECT FROM {} AS mine WHERE player = %s AND mine.opened_at = found.opened_at"
    " AND mine.number = found.number)"
)
_OPEN: Final = SQL("found.visibility = 'public' OR found.phase IN ('finished', 'abandoned')")


class Wanted(Struct, frozen=True):
    """Which matches to list; every given condition must hold.

    `since` (and later) and `until` (but not then) are of the opening. `min_length` and `max_length` count the
    events of matches that are over; `min_score` and `max_score` are of the best seat of finished ones.
    """

    game: str | None = None
    phase: Phase | None = None
    player: PlayerId | None = None
    tag: str | None = None
    edition: str | None = None
    since: Instant | None = None
    until: Instant | None = None
    min_length: int | None = None
    max_length: int | None = None
    min_score: int | None = None
    max_score: int | None = None


class Page(Struct, frozen=True):
    """Some matches, newest first, and the cursor for those that follow, if any do."""

    matches: list[MatchLine]
    next: str | None


class _After(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    opened_at: Annotated[Instant, Meta(pattern=r"^[0-9TZ:.-]+$")]
    number: Annotated[int, Meta(ge=0, le=2**63 - 1)]


async def page(
    connection: AsyncConnection[Any],
    wanted: Wanted,
    limit: int,
    after: str | None = None,
    *,
    eyes: Eyes = "everybody",
) -> Page:
    """List matches, newest first; a cursor stays right while matches arrive. Raises `BadCursor`."""
    end = None if after is None else cursors.decode(after, _After)
    tests = [*_tests(wanted), *_seen_by(eyes), *_beyond(end)]
    values = [value for _, given in tests for value in given]
    found = await connection.execute(_query(wanted, [test for test, _ in tests]), (*values, limit + 1))
    rows = [(number, line_of(line)) for number, line in await found.fetchall()]
    following = None
    if len(rows) > limit:
        number, last = rows[limit - 1]
        following = cursors.encode(_After(last.opened_at, number))
    return Page([line if eyes == "service" else shown(line) for _, line in rows[:limit]], following)


def _query(wanted: Wanted, tests: list[Composable]) -> Composed:
    joined = [table for table, by in ((_PEOPLE, wanted.player), (_TAGS, wanted.tag)) if by is not None]
    table = SQL("").join([_MATCHES, *(_JOIN.format(each) for each in joined)])
    return _QUERY.format(table, SQL(" AND ").join(tests) if tests else SQL("true"))


Test = tuple[Composable, tuple[object, ...]]
"""A condition in SQL, and what stands in its places."""

_TESTS: Final = {
    "game": SQL("found.game = %s"),
    "phase": SQL("found.phase = %s"),
    "player": SQL("player = %s"),
    "tag": SQL("tag = %s"),
    "edition": SQL("found.edition = %s"),
    "since": SQL("found.opened_at >= %s"),
    "until": SQL("found.opened_at < %s"),
    "min_length": SQL("found.length >= %s"),
    "max_length": SQL("found.length <= %s"),
    "min_score": SQL("found.best >= %s"),
    "max_score": SQL("found.best <= %s"),
}


def _tests(wanted: Wanted) -> Iterator[Test]:
    for name, test in _TESTS.items():
        value = getattr(wanted, name)
        if value is not None:
            yield test, (value,)


def _seen_by(eyes: Eyes) -> Iterator[Test]:
    match eyes:
        case "service" | "organizer":
            return
        case "everybody":
            yield SQL("({})").format(_OPEN), ()
        case person:
            mine = [_MINE.format(table) for table in (_PEOPLE, _GUESTS)]
            yield SQL("({} OR {} OR {})").format(_OPEN, *mine), (person, person)


def _beyond(end: _After | None) -> Iterator[Test]:
    if end is not None:
        yield SQL("(found.opened_at, found.number) < (%s, %s)"), (end.opened_at, end.number)


def shown(line: MatchLine) -> MatchLine:
    """Tell of a match no more than a spectator may know of it."""
    if line.delay == 0 or line.phase in {"finished", "abandoned"}:
        return line
    return replace(line, version=None, updated_at=None, seats=tuple(map(_as_taken, line.seats)))


def _as_taken(seat: SeatLine) -> SeatLine:
    return seat if seat.left is None else SeatLine(seat.seat, seat.left)
