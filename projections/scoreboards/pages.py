"""Pages of a scoreboard: people, pairs, bots, the best first."""

from typing import Annotated, Any, Final
from uuid import UUID

from msgspec import Meta, Struct
from psycopg import AsyncConnection

from domain.kernel.basics import PlayerId
from projections import cursors
from projections.cursors import BadCursor
from projections.projection import SCHEMA
from projections.scoreboards.board import BETWEEN, Kind, Tally, tally_of
from projections.scoreboards.catalogue import board_of
from projections.scoreboards.scopes import EVER

_PAGE: Final = f"""
SELECT who, ranked, record, practice FROM {SCHEMA}.scoreboard
WHERE game = %s AND scope = %s AND kind = %s
"""  # noqa: S608 -- a constant
_AFTER: Final = " AND (ranked, standing, who) < (%s, %s::bigint[], %s)"
_ORDER: Final = " ORDER BY ranked DESC, standing DESC, who DESC LIMIT %s"

_Figure = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]


class PersonLine(Struct, frozen=True):
    """A person's line: the place (shared where what is ordered by is equal; null with practice alone)."""

    player: PlayerId
    place: int | None
    record: Tally
    practice: Tally


class PairLine(Struct, frozen=True):
    """A pair's line, its players in the order of their ids."""

    players: tuple[PlayerId, PlayerId]
    place: int
    record: Tally


class BotLine(Struct, frozen=True):
    """A bot's line."""

    bot: str
    record: Tally


class Page(Struct, frozen=True):
    """Some people, the best first, and the cursor for those that follow, if any do."""

    players: list[PersonLine]
    next: str | None


class PairPage(Struct, frozen=True):
    """Some pairs, likewise."""

    pairs: list[PairLine]
    next: str | None


class _After(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Where a page ended: the last line's order, its place, and how many lines there were so far."""

    ranked: bool
    standing: tuple[_Figure, ...]
    who: tuple[UUID, ...]
    place: int
    count: int


class _Read(Struct, frozen=True):
    """A line of a page, and where the page would end after it."""

    who: str
    end: _After
    record: Tally
    practice: Tally


async def page(
    connection: AsyncConnection[Any], game: str, limit: int, after: str | None = None, *, scope: str = EVER
) -> Page:
    """List the people who played a game (in matches of a scope), the best first. Raises `BadCursor`."""
    lines, following = await _page(connection, (game, scope, "person"), limit, after)
    people = [
        PersonLine(PlayerId(line.who), line.end.place if line.end.ranked else None, line.record, line.practice)
        for line in lines
    ]
    return Page(people, following)


async def pairs(
    connection: AsyncConnection[Any], game: str, limit: int, after: str | None = None, *, scope: str = EVER
) -> PairPage:
    """List the pairs who played a game together, the best first. Raises `BadCursor`."""
    lines, following = await _page(connection, (game, scope, "pair"), limit, after)
    return PairPage([PairLine(_both(line.who), line.end.place, line.record) for line in lines], following)


def _both(who: str) -> tuple[PlayerId, PlayerId]:
    one, _, other = who.partition(BETWEEN)
    return PlayerId(one), PlayerId(other)


async def _page(
    connection: AsyncConnection[Any], lines_of: tuple[str, str, Kind], limit: int, after: str | None
) -> tuple[list[_Read], str | None]:
    game, _, kind = lines_of
    end = None if after is None else _read(after, 1 if kind == "person" else 2)
    key = () if end is None else (end.ranked, list(end.standing), BETWEEN.join(map(str, end.who)))
    found = await connection.execute(_PAGE + (_AFTER if key else "") + _ORDER, (*lines_of, *key, limit + 1))
    board, lines = board_of(game), list[_Read]()
    rows = await found.fetchall()
    for who, ranked, record, practice in rows[:limit]:
        tally = tally_of(board, record)
        end = _following(end, ranked, board.standing(tally), who)
        lines.append(_Read(who, end, tally, tally_of(board, practice)))
    return lines, cursors.written(end) if end is not None and len(rows) > limit else None


def _read(text: str, people: int) -> _After:
    end = cursors.read(text, _After)
    if len(end.who) != people:
        message = f"{text!r} is no cursor of this list"
        raise BadCursor(message)
    return end


def _following(end: _After | None, ranked: bool, standing: tuple[int, ...], who: str) -> _After:
    count = 1 if end is None else end.count + 1
    place = end.place if end is not None and (end.ranked, end.standing) == (ranked, standing) else count
    return _After(ranked, standing, tuple(map(UUID, who.split(BETWEEN))), place, count)


async def bots(connection: AsyncConnection[Any], game: str, *, scope: str = EVER) -> list[BotLine]:
    """List the bots that played a game, all of them, in the same order as people."""
    found = await connection.execute(_PAGE + _ORDER, (game, scope, "bot", None))
    return [BotLine(who, tally_of(board_of(game), record)) for who, _, record, _ in await found.fetchall()]
