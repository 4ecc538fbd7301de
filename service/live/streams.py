"""Event streams of matches: every event once, from a version to the end of the match, as server-sent events.

A stream holds its position in the log only. After each change of its match it reads on from there, in pages that
requesters with the same view share.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from msgspec import Struct
from prometheus_client import Gauge

from domain.kernel.basics import MatchId, Version
from domain.matches.state import Phase
from domain.matches.visibility import Requester
from domain.matches.visible import VisibleLog
from service.errors import ServiceError
from service.live.hub import LiveHub, WatchedMatch
from service.live.pages import PAGE_SIZE, PageKey, Pages
from service.store.errors import StoreUnavailable

RETRY_MILLISECONDS = 2_000
_RETRY_SECONDS = 1.0

_BEGIN = b"retry: %d\n\n" % RETRY_MILLISECONDS
_HEARTBEAT = b": alive\n\n"
_CLOSING = b": the service stops; reconnect\n\n"

_OPEN = Gauge("chronicle_streams", "Open event streams.")


class End(Struct, frozen=True):
    """Last message of a stream (`event: end`): the phase and version of a match that is over."""

    phase: Phase
    version: Version


class Streams:
    """Event streams of this process."""

    def __init__(self, hub: LiveHub, pages: Pages, *, bound: int, patience: float) -> None:
        """Allow at most `bound` open streams; a reader may block for `patience` seconds."""
        self.patience = patience
        self._hub = hub
        self._pages = pages
        self._bound = bound
        self._open = 0

    @asynccontextmanager
    async def watching(self, match: MatchId, requester: Requester) -> AsyncIterator[WatchedMatch]:
        """Open a stream while the block runs.

        Raises `ServiceError` (`overloaded` if too many are open, `not_found`), and the store's errors.
        """
        if self._open >= self._bound:
            detail = "Limit of open streams reached. Use pages of the log, or try again later."
            raise ServiceError("overloaded", detail)
        self._open += 1
        try:
            async with self._hub.watching(match) as watched:
                watched.log(requester)
                with _OPEN.track_inprogress():
                    yield watched
        finally:
            self._open -= 1

    async def chunks(self, watched: WatchedMatch, requester: Requester, after: Version) -> AsyncGenerator[bytes, None]:
        """Yield the chunks of a stream for a requester who has read the log up to version `after`."""
        yield _BEGIN
        heartbeats = watched.heartbeats
        while not self._hub.closing:
            changed, log = watched.next_change(), watched.log(requester)
            until = Version(min(log.version, after + PAGE_SIZE))
            if after < until:
                key = PageKey.of(log, after, until)
                yield self._pages.cached(log, key, watched) or await self._read(log, key)
                after = until
            elif log.is_over:
                yield b"event: end\ndata: %s\n\n" % msgspec.json.encode(End(log.phase, log.version))
                return
            elif heartbeats != watched.heartbeats:
                heartbeats = watched.heartbeats
                yield _HEARTBEAT
            else:
                await changed.wait()
        yield _CLOSING

    async def _read(self, log: VisibleLog, key: PageKey) -> bytes:
        while True:
            try:
                return await self._pages.read(log, key)
            except StoreUnavailable:
                await asyncio.sleep(_RETRY_SECONDS)
