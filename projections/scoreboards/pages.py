"""Queries of the projection `scoreboard`: pages of people, pairs and bots, the best first."""

from typing import Annotated, Any, Final
from uuid import UUID

from msgspec import Meta, Struct
from psycopg import AsyncConnection

from domain.kernel.basics import PlayerId
from domain.kernel.game import AnyGame
from domain.kernel.scoring import Tally
from projections import cursors
from projections.cursors import BadCursor
from projections.projection import SCHEMA
from projections.scoreboards.lines import BETWEEN, Kind, decode_tally
from projections.scoreboards.scopes import EVER

_PAGE: Final = f"""
SELECT who, ranked, record, practice FROM {SCHEMA}.scoreboard
WHERE game = %s AND scope = %s AND kind = %s
"""  # noqa: S608 -- a constant
_AFTER: Final = " AND (ranked, standing, who) < (%s, %s::bigint[], %s)"
_ORDER: Final = " ORDER BY ranked DESC, standing DESC, who DESC LIMIT %s"

_Figure = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]


class PersonLine(Struct, frozen=True):
    """Line of a person; `place` is shared by equals, and null for a person with practice matches only."""

    player: PlayerId
    place: int | None
    record: Tally
    practice: Tally


class PairLine(Struct, frozen=True):
    """Line of a pair; `players` are in the order of their ids."""

    players: tuple[PlayerId, PlayerId]
    place: int
    record: Tally


class BotLine(Struct, frozen=True):
    """A bot's line."""

    bot: str
    record: Tally


class Page(Struct, frozen=True):
    """Page of people, the best first; `next` is the cursor of the next page, None on the last one."""

    players: list[PersonLine]
    next: str | None


class PairPage(Struct, frozen=True):
    """Page of pairs, the best first; `next` is the cursor of the next page, None on the last one."""

    pairs: list[PairLine]
    next: str | None


class _After(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Cursor: sort key and place of the last line of a page, and the number of lines up to it."""

    ranked: bool
    standing: tuple[_Figure, ...]
    who: tuple[UUID, ...]
    place: int
    count: int


class _Line(Struct, frozen=True):
    """Line of a page, with the cursor of a page that ends with it."""

    who: str
    end: _After
    record: Tally
    practice: Tally


async def page(
    connection: AsyncConnection[Any], game: AnyGame, limit: int, after: str | None = None, *, scope: str = EVER
) -> Page:
    """List the people who played a game in matches of a scope, the best first. Raises `BadCursor`."""
    lines, next_cursor = await _page(connection, game, (scope, "person"), limit, after)
    people = [
        PersonLine(PlayerId(line.who), line.end.place if line.end.ranked else None, line.record, line.practice)
        for line in lines
    ]
    return Page(people, next_cursor)


async def pairs(
    connection: AsyncConnection[Any], game: AnyGame, limit: int, after: str | None = None, *, scope: str = EVER
) -> PairPage:
    """List the pairs who played a game as partners, the best first. Raises `BadCursor`."""
    lines, next_cursor = await _page(connection, game, (scope, "pair"), limit, after)
    return PairPage([PairLine(_both(line.who), line.end.place, line.record) for line in lines], next_cursor)


def _both(who: str) -> tuple[PlayerId, PlayerId]:
    one, _, other = who.partition(BETWEEN)
    return PlayerId(one), PlayerId(other)


async def _page(
    connection: AsyncConnection[Any], game: AnyGame, wanted: tuple[str, Kind], limit: int, after: str | None
) -> tuple[list[_Line], str | None]:
    end = None if after is None else _decode(after, 1 if wanted[1] == "person" else 2)
    key = () if end is None else (end.ranked, list(end.standing), BETWEEN.join(map(str, end.who)))
    found = await connection.execute(_PAGE + (_AFTER if key else "") + _ORDER, (game.key, *wanted, *key, limit + 1))
    board, lines = game.board, list[_Line]()
    rows = await found.fetchall()
    for who, ranked, record, practice in rows[:limit]:
        tally = decode_tally(board, record)
        end = _next_end(end, ranked, board.standing(tally), who)
        lines.append(_Line(who, end, tally, decode_tally(board, practice)))
    return lines, cursors.encode(end) if end is not None and len(rows) > limit else None


def _decode(text: str, people: int) -> _After:
    end = cursors.decode(text, _After)
    if len(end.who) != people:
        message = f"{text!r} is no cursor of this list"
        raise BadCursor(message)
    return end


def _next_end(end: _After | None, ranked: bool, standing: tuple[int, ...], who: str) -> _After:
    count = 1 if end is None else end.count + 1
    place = end.place if end is not None and (end.ranked, end.standing) == (ranked, standing) else count
    return _After(ranked, standing, tuple(map(UUID, who.split(BETWEEN))), place, count)


async def bots(connection: AsyncConnection[Any], game: AnyGame, *, scope: str = EVER) -> list[BotLine]:
    """List all bots that played a game, in the same order as people."""
    found = await connection.execute(_PAGE + _ORDER, (game.key, scope, "bot", None))
    return [BotLine(who, decode_tally(game.board, record)) for who, _, record, _ in await found.fetchall()]
