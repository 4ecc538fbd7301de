"""Pieces of logs as streams send them: read, shown and encoded once for all who see the same."""

import asyncio
from collections import OrderedDict

import msgspec

from domain.kernel.basics import GameKey, MatchId, Version
from domain.kernel.messages import Viewer
from domain.kernel.records import Shown
from domain.matches.state import Match
from service.answers import log_for
from service.histories import Histories

PAGE = 64
"""The most events of a page."""
_IN_MEMORY = 64

_Key = tuple[MatchId, Viewer, Version, Version]


class Pages:
    """The pages that were asked for last. They never change: the log does not, and what a viewer may know is named."""

    def __init__(self, histories: Histories) -> None:
        """Read them from these logs."""
        self._histories = histories
        self._pages: OrderedDict[_Key, asyncio.Task[bytes]] = OrderedDict()

    async def page(self, match: Match, viewer: Viewer, after: Version, until: Version) -> bytes:
        """The events after one version up to another, at most `PAGE` of them. Raises `StoreUnavailable`."""
        key = (match.terms.id, viewer, after, until)
        page = self._pages.get(key) or self._begin(key, match)
        try:
            # Others may wait for the same page: it is not given up with whoever asked first.
            return await asyncio.shield(page)
        except Exception:
            self._pages.pop(key, None)
            raise

    def _begin(self, key: _Key, match: Match) -> asyncio.Task[bytes]:
        page = self._pages[key] = asyncio.create_task(self._write(match, *key[1:]))
        page.add_done_callback(_noticed)
        while len(self._pages) > _IN_MEMORY:
            self._pages.popitem(last=False)
        return page

    async def _write(self, match: Match, viewer: Viewer, after: Version, until: Version) -> bytes:
        game: GameKey = match.terms.game.key
        records = await self._histories.part(game, match.terms.id, after, until - after)
        return b"".join(map(written, log_for(match, records, viewer)))


def _noticed(page: asyncio.Task[bytes]) -> None:
    if not page.cancelled():
        page.exception()


def written(shown: Shown) -> bytes:
    """An event of a match as a server-sent event."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (shown.version, shown.type.encode(), msgspec.json.encode(shown))
