"""The whole log for people who analyse: every event of every match, as everybody may see it."""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.catalogue import Catalogue
from domain.kernel.basics import Hash, Instant, MatchId, Seat, Version
from domain.kernel.records import Record, Shown
from domain.matches.state import Match, is_over, viewer_of
from domain.matches.visibility import visible_version
from service.http.rendering.matches import log_for
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.store.store import Store

_PAGE = 500

Progress = Callable[[int, int], None]
"""Told how far in the log the work is, and where it ends."""


class LogLine(Struct, frozen=True):
    """An event of a match. `openapi/formats.md` says what each field is."""

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
    """Give the lines of one match after another, in the order in which they were opened, each as it stands when read.

    What is opened after the beginning is left out. No more than one match is in memory.
    """
    histories, editions = MatchEventStore(store, catalogue), Editions(store, catalogue)
    position, head = 0, await store.head_position()
    while position < head:
        page = await histories.opened(position, _PAGE)
        for position, match in page:
            if position > head:
                break
            if match is not None:
                yield await _lines_of(histories, editions, match)
            progress(position, head)
        if len(page) < _PAGE:
            break
    progress(head, head)


async def _lines_of(histories: MatchEventStore, editions: Editions, match: MatchId) -> list[LogLine]:
    records = await histories.whole(match)
    found = await editions.match_of(records)
    if found is None:
        return []
    return [_line(found, shown) for shown in log_for(found, _open(found, records), viewer_of(found, None))]


def _open(match: Match, records: Sequence[Record]) -> Sequence[Record]:
    # Of a match that lasts: those of a public one, which anybody can find, and as late as spectators get them.
    if match.terms.arrangement.visibility != "public" and not is_over(match):
        return ()
    return records[: visible_version(match, None)]


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
