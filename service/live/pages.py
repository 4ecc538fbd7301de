"""Pieces of logs as streams send them: read, shown and encoded once for all who see the same."""

import asyncio
from collections import OrderedDict

import msgspec
from msgspec import Struct

from domain.kernel.basics import MatchId, Version
from domain.kernel.messages import Viewer
from domain.kernel.records import Shown, open_to, redacted
from domain.matches.state import Match
from service.http.rendering.matches import log_for
from service.live.hub import WatchedMatch
from service.matches.event_store import MatchEventStore

PAGE = 64
"""The most events of a page."""
_IN_MEMORY = 64


class Place(Struct, frozen=True):
    """Which page: the events of a match after one version up to another, as one viewer may know them."""

    match: MatchId
    viewer: Viewer
    after: Version
    until: Version


class Pages:
    """The pages that were asked for last. They never change: the log does not, and what a viewer may know is named."""

    def __init__(self, histories: MatchEventStore) -> None:
        """Read them from these logs."""
        self._histories = histories
        self._pages: OrderedDict[Place, bytes] = OrderedDict()
        self._reading: dict[Place, asyncio.Task[bytes]] = {}

    def at_once(self, place: Place, watched: WatchedMatch) -> bytes | None:
        """A page that need not be read: somebody had it, or all its events were recorded here just now."""
        page = self._pages.get(place)
        if page is None and watched.recent and watched.recent[0].version <= place.after + 1:
            question = open_to(place.viewer)
            told = [one for one in watched.recent if place.after < one.version <= place.until]
            if told and told[-1].version == place.until:
                page = self._keep(place, [redacted(one, question) for one in told])
        return page

    async def read(self, place: Place, match: Match) -> bytes:
        """A page from the log. Raises `StoreUnavailable`."""
        reading = self._reading.get(place)
        if reading is None:
            reading = self._reading[place] = asyncio.create_task(self._read(place, match))
            reading.add_done_callback(lambda done: self._done(place, done))
        # Others may wait for the same page: it is not given up with whoever asked first.
        return await asyncio.shield(reading)

    async def _read(self, place: Place, match: Match) -> bytes:
        game, count = match.terms.game.key, place.until - place.after
        records = await self._histories.part(game, place.match, place.after, count)
        return self._keep(place, log_for(match, records, place.viewer))

    def _done(self, place: Place, reading: asyncio.Task[bytes]) -> None:
        del self._reading[place]
        if not reading.cancelled():
            reading.exception()  # whoever asked may have gone: nobody else needs to hear of it

    def _keep(self, place: Place, shown: list[Shown]) -> bytes:
        page = self._pages[place] = b"".join(map(written, shown))
        while len(self._pages) > _IN_MEMORY:
            self._pages.popitem(last=False)
        return page


def written(shown: Shown) -> bytes:
    """An event of a match as a server-sent event."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (shown.version, shown.type.encode(), msgspec.json.encode(shown))
