"""Pages of event streams: read, shown and encoded once for all requesters who see the same."""

import asyncio
from collections import OrderedDict
from typing import Self

import msgspec
from msgspec import Struct

from domain.kernel.basics import MatchId, Version
from domain.kernel.messages import Viewer
from domain.kernel.records import Shown
from domain.matches.visible import VisibleLog
from service.live.hub import WatchedMatch
from service.matches.event_store import MatchEventStore

PAGE_SIZE = 64
"""Maximum number of events in a page."""
_CACHED = 64


class PageKey(Struct, frozen=True):
    """Key of a page: the events of a match behind version `after`, up to `until`, as one viewer may know them."""

    match: MatchId
    viewer: Viewer
    after: Version
    until: Version

    @classmethod
    def of(cls, log: VisibleLog, after: Version, until: Version) -> Self:
        """Name a page of a visible log."""
        return cls(log.match, log.viewer, after, until)


class Pages:
    """Cache of the newest pages. Pages never change: the log does not, and the key names what the viewer knows."""

    def __init__(self, event_store: MatchEventStore) -> None:
        """Read pages from this event store."""
        self._event_store = event_store
        self._pages: OrderedDict[PageKey, bytes] = OrderedDict()
        self._reads: dict[PageKey, asyncio.Task[bytes]] = {}

    def cached(self, log: VisibleLog, key: PageKey, watched: WatchedMatch) -> bytes | None:
        """Return a page that needs no read: cached, or built from events that this process has just recorded."""
        page = self._pages.get(key)
        if page is None and watched.recent and watched.recent[0].version <= key.after + 1:
            events = [event for event in watched.recent if key.after < event.version <= key.until]
            if events and events[-1].version == key.until:
                page = self._keep(key, log.redact(events))
        return page

    async def read(self, log: VisibleLog, key: PageKey) -> bytes:
        """Read a page from the log. Raises `StoreUnavailable`."""
        reading = self._reads.get(key)
        if reading is None:
            reading = self._reads[key] = asyncio.create_task(self._read(log, key))
            reading.add_done_callback(lambda done: self._done(key, done))
        # Other streams may wait for the same read: it continues if this one is cancelled.
        return await asyncio.shield(reading)

    async def _read(self, log: VisibleLog, key: PageKey) -> bytes:
        records = await self._event_store.load_after(log.game, key.match, key.after, key.until - key.after)
        return self._keep(key, log.show(records))

    def _done(self, key: PageKey, reading: asyncio.Task[bytes]) -> None:
        del self._reads[key]
        if not reading.cancelled():
            reading.exception()  # retrieved, so that asyncio does not log it if every waiter has gone

    def _keep(self, key: PageKey, events: list[Shown]) -> bytes:
        page = self._pages[key] = b"".join(map(encoded, events))
        while len(self._pages) > _CACHED:
            self._pages.popitem(last=False)
        return page


def encoded(event: Shown) -> bytes:
    """Encode an event as a server-sent event."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.version, event.type.encode(), msgspec.json.encode(event))
