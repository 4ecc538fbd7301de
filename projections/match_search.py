"""Queries of the projection `match_list`, newest first.

Everybody finds public matches and matches that are over. A person also finds matches that he opened, is invited to, or
holds or held a seat in; an organizer finds all. A line of a match with a delay shows what spectators may know.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace
from psycopg import AsyncConnection
from psycopg.sql import SQL, Composable, Composed, Identifier

from domain.kernel.basics import Instant, PlayerId
from domain.matches.state import Phase
from projections import cursors
from projections.match_list import MatchLine, SeatLine, line_of
from projections.projection import SCHEMA

Reader = PlayerId | Literal["everybody", "organizer", "service"]
"""Requester: a person, an anonymous caller, an organizer, or the service itself, which sees complete lines."""

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
    """Filter of matches; all given conditions must hold.

    `since` (inclusive) and `until` (exclusive) apply to the opening. `min_length` and `max_length` apply to the number
    of events of matches that are over, `min_score` and `max_score` to the best seat of finished matches.
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
    """Page of matches, newest first; `next` is the cursor of the next page, None on the last one."""

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
    reader: Reader = "everybody",
) -> Page:
    """List matches, newest first; cursors stay valid while matches are added. Raises `BadCursor`."""
    end = None if after is None else cursors.decode(after, _After)
    tests = [*_tests(wanted), *_seen_by(reader), *_beyond(end)]
    values = [value for _, given in tests for value in given]
    found = await connection.execute(_query(wanted, [test for test, _ in tests]), (*values, limit + 1))
    rows = [(number, line_of(line)) for number, line in await found.fetchall()]
    next_cursor = None
    if len(rows) > limit:
        number, last = rows[limit - 1]
        next_cursor = cursors.encode(_After(last.opened_at, number))
    return Page([line if reader == "service" else shown(line) for _, line in rows[:limit]], next_cursor)


def _query(wanted: Wanted, tests: list[Composable]) -> Composed:
    joined = [table for table, by in ((_PEOPLE, wanted.player), (_TAGS, wanted.tag)) if by is not None]
    table = SQL("").join([_MATCHES, *(_JOIN.format(each) for each in joined)])
    return _QUERY.format(table, SQL(" AND ").join(tests) if tests else SQL("true"))


Test = tuple[Composable, tuple[object, ...]]
"""Condition in SQL, and the values of its placeholders."""

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


def _seen_by(reader: Reader) -> Iterator[Test]:
    match reader:
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
    """Reduce a line to the facts that a spectator may know."""
    if line.delay == 0 or line.phase in {"finished", "abandoned"}:
        return line
    return replace(line, version=None, updated_at=None, seats=tuple(map(_as_taken, line.seats)))


def _as_taken(seat: SeatLine) -> SeatLine:
    return seat if seat.left is None else SeatLine(seat.seat, seat.left)
