"""Queries of the projection `chronicles`: a chronicle with its totals, pages of reigns, the longest reigns of all."""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from psycopg import AsyncConnection

from domain.kernel.basics import ChronicleId, MatchId
from projections import cursors
from projections.chronicles import ChronicleLine, ReignLine
from projections.projection import SCHEMA

_ONE: Final = f"SELECT line::text FROM {SCHEMA}.chronicles WHERE id = %s"  # noqa: S608 -- a constant
_AWAITING: Final = f"SELECT id::text FROM {SCHEMA}.chronicles WHERE awaited > 0 ORDER BY id"  # noqa: S608 -- a constant
_REIGNS: Final = f"""
SELECT line::text FROM {SCHEMA}.chronicle_reigns
WHERE chronicle = %s AND number > %s ORDER BY number LIMIT %s
"""  # noqa: S608 -- a constant
_GAMES: Final = f"""
SELECT reigns.line ->> 'match', game FROM {SCHEMA}.chronicle_reigns AS reigns
JOIN {SCHEMA}.match_list ON id = (reigns.line ->> 'match')::uuid WHERE chronicle = %s
"""  # noqa: S608 -- a constant
_HALL: Final = f"""
SELECT chronicle::text, chronicles.line ->> 'name', position, duration, reigns.line::text
FROM {SCHEMA}.chronicle_reigns AS reigns JOIN {SCHEMA}.chronicles ON id = chronicle
WHERE %(duration)s::bigint IS NULL OR duration < %(duration)s OR (duration = %(duration)s AND position > %(position)s)
ORDER BY duration DESC, position LIMIT %(limit)s
"""  # noqa: S608 -- a constant
_REIGN: Final = msgspec.json.Decoder(ReignLine)

_Count = Annotated[int, Meta(ge=0, lt=2**31)]


class Page(Struct, frozen=True):
    """Page of reigns in their order; `next` is the cursor of the next page, None on the last one."""

    reigns: list[ReignLine]
    next: str | None


class HallLine(Struct, frozen=True):
    """Line of the longest reigns of all chronicles; reigns of equal duration share a place."""

    place: int
    chronicle: ChronicleId
    name: str
    reign: ReignLine


class Hall(Struct, frozen=True):
    """Page of the longest reigns, the longest first, then the earliest; `next` as in `Page`."""

    reigns: list[HallLine]
    next: str | None


class _After(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    number: _Count


class _AfterInHall(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Cursor: sort key and place of the last reign of a page, and the number of reigns up to it."""

    duration: _Count
    position: _Count
    place: _Count
    count: _Count


async def chronicle(connection: AsyncConnection[Any], stream: ChronicleId) -> ChronicleLine | None:
    """Return a chronicle, None before the projection has reached its founding."""
    found = await (await connection.execute(_ONE, (stream,))).fetchone()
    return None if found is None else msgspec.json.decode(found[0], type=ChronicleLine)


async def awaiting(connection: AsyncConnection[Any]) -> list[ChronicleId]:
    """List the chronicles that await matches."""
    return [ChronicleId(row[0]) for row in await (await connection.execute(_AWAITING)).fetchall()]


async def reigns(connection: AsyncConnection[Any], stream: ChronicleId, limit: int, after: str | None = None) -> Page:
    """List a chronicle's reigns in their order. Raises `BadCursor`."""
    number = 0 if after is None else cursors.decode(after, _After).number
    rows = await (await connection.execute(_REIGNS, (stream, number, limit + 1))).fetchall()
    lines = [_REIGN.decode(row[0]) for row in rows[:limit]]
    return Page(lines, cursors.encode(_After(lines[-1].number)) if len(rows) > limit else None)


async def all_reigns(connection: AsyncConnection[Any], stream: ChronicleId) -> list[ReignLine]:
    """List all reigns of a chronicle in their order."""
    found = await connection.execute(_REIGNS, (stream, 0, None))
    return [_REIGN.decode(row[0]) for row in await found.fetchall()]


async def games_of_reigns(connection: AsyncConnection[Any], stream: ChronicleId) -> dict[MatchId, str]:
    """Return the game keys of a chronicle's matches, as far as the projection `match_list` has reached."""
    found = await connection.execute(_GAMES, (stream,))
    return {MatchId(match): game for match, game in await found.fetchall()}


async def hall(connection: AsyncConnection[Any], limit: int, after: str | None = None) -> Hall:
    """List the longest reigns of all chronicles. Raises `BadCursor`."""
    end = None if after is None else cursors.decode(after, _AfterInHall)
    place = {"duration": end and end.duration, "position": end and end.position, "limit": limit + 1}
    rows = await (await connection.execute(_HALL, place)).fetchall()
    lines: list[HallLine] = []
    for stream, name, position, duration, line in rows[:limit]:
        end = _next_end(end, duration, position)
        lines.append(HallLine(end.place, stream, name, _REIGN.decode(line)))
    return Hall(lines, cursors.encode(end) if end is not None and len(rows) > limit else None)


def _next_end(end: _AfterInHall | None, duration: int, position: int) -> _AfterInHall:
    count = 1 if end is None else end.count + 1
    place = end.place if end is not None and end.duration == duration else count
    return _AfterInHall(duration, position, place, count)
