"""Export of the whole log for analysis: the public part of every event of every public match."""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.catalogue import Catalogue
from domain.kernel.basics import Hash, Instant, MatchId, Seat, Version
from domain.kernel.records import Record, Shown
from domain.matches.state import Match, is_over
from domain.matches.visibility import STRANGER
from domain.matches.visible import visible_log
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.store.store import Store

_PAGE = 500

Progress = Callable[[int, int], None]
"""Receives the position of the export and the position at which it ends."""


class LogLine(Struct, frozen=True):
    """An event of a match. `openapi/formats.md` describes each field."""

    match: MatchId
    game: str
    version: Version
    at: Instant
    seat: Seat | None
    type: str
    revision: int
    data: dict[str, Any]
    action: dict[str, Any] | None
    sealed: dict[str, Any] | None
    prev: Hash
    hash: Hash
    imported_from: str | None


async def log_lines(store: Store, catalogue: Catalogue, progress: Progress) -> AsyncIterator[list[LogLine]]:
    """Yield the lines of one match after another, in order of creation, as of the time of reading.

    Matches that are opened after the start are omitted. At most one match is in memory.
    """
    event_store, editions = MatchEventStore(store, catalogue), Editions(store, catalogue)
    position, head = 0, await store.head_position()
    while position < head:
        page = await event_store.list_opened(position, _PAGE)
        for position, match in page:
            if position > head:
                break
            if match is not None:
                yield await _lines_of(event_store, editions, match)
            progress(position, head)
        if len(page) < _PAGE:
            break
    progress(head, head)


async def _lines_of(event_store: MatchEventStore, editions: Editions, match: MatchId) -> list[LogLine]:
    records = await event_store.load(match)
    found = await editions.fold_match(records)
    if found is None:
        return []
    return [_line(found, shown) for shown in _public(found, records)]


def _public(match: Match, records: Sequence[Record]) -> list[Shown]:
    # A match that is not over is exported if anybody can find it, and only as far as spectators see it.
    if match.terms.arrangement.visibility != "public" and not is_over(match):
        return []
    log = visible_log(match, STRANGER)
    return [] if log is None else log.show(records)


def _line(match: Match, shown: Shown) -> LogLine:
    return LogLine(
        match=shown.match,
        game=match.terms.game.key,
        version=shown.version,
        at=shown.at,
        seat=shown.seat,
        type=shown.type,
        revision=shown.revision,
        data=shown.data,
        action=shown.action,
        sealed=None if shown.sealed is None else msgspec.to_builtins(shown.sealed),
        prev=shown.prev,
        hash=shown.hash,
        imported_from=match.terms.imported_from,
    )
