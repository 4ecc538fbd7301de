"""Streams of a match's events, as server-sent events: from a version on to the end of the match, each event once.

A stream keeps its place in the log and nothing else: it reads on from there, in pages that all who see the same
share, whenever its match has stirred. So a reader holds one page and what its connection has not taken yet.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from msgspec import Struct
from prometheus_client import Gauge

from domain.kernel.basics import MatchId, PlayerId, Version
from domain.matches.state import Match, is_over, viewer_of
from domain.matches.visibility import visible_version
from service.access.tokens import Caller
from service.errors import ServiceError
from service.http.rendering.matches import Phase, phase_of
from service.live.hub import LiveHub, WatchedMatch
from service.live.pages import PAGE, Pages, Place
from service.matches.visibility import check
from service.store.errors import StoreUnavailable

RETRY_MILLISECONDS = 2_000
_PAUSE_SECONDS = 1.0

_BEGIN = b"retry: %d\n\n" % RETRY_MILLISECONDS
_ALIVE = b": alive\n\n"
_CLOSING = b": the service stops; go on elsewhere, or in a moment\n\n"

_OPEN = Gauge("chronicle_streams", "Streams that are open.")


class End(Struct, frozen=True):
    """The last event of a stream (`event: end`): the phase and version of a match that is over."""

    phase: Phase
    version: Version


class Streams:
    """The streams of this process."""

    def __init__(self, live: LiveHub, pages: Pages, *, bound: int, patience: float) -> None:
        """Keep at most `bound` of them open; let go who takes nothing for `patience` seconds."""
        self.patience = patience
        self._live = live
        self._pages = pages
        self._bound = bound
        self._open = 0

    @asynccontextmanager
    async def watching(self, match: MatchId, caller: Caller | None) -> AsyncIterator[WatchedMatch]:
        """Open a stream for somebody while the block runs.

        Raises `ServiceError` (`overloaded` where too many are open, `not_found`), and the store's errors.
        """
        if self._open >= self._bound:
            detail = "Too many streams are open here. Ask for pages of the log, or try again."
            raise ServiceError("overloaded", detail)
        self._open += 1
        try:
            async with self._live.watching(match) as watched:
                check(watched.match, caller)
                with _OPEN.track_inprogress():
                    yield watched
        finally:
            self._open -= 1

    async def chunks(
        self, watched: WatchedMatch, player: PlayerId | None, after: Version
    ) -> AsyncGenerator[bytes, None]:
        """What a stream sends to somebody who has seen the match up to a version."""
        yield _BEGIN
        beats = watched.beats
        while not self._live.closing:
            stirred, match = watched.listen(), watched.match
            until = Version(min(visible_version(match, player), after + PAGE))
            if after < until:
                place = Place(match.terms.id, viewer_of(match, player), after, until)
                yield self._pages.at_once(place, watched) or await self._read(place, match)
                after = until
            elif is_over(match):
                yield b"event: end\ndata: %s\n\n" % msgspec.json.encode(End(phase_of(match), match.end.version))
                return
            elif beats != watched.beats:
                beats = watched.beats
                yield _ALIVE
            else:
                await stirred.wait()
        yield _CLOSING

    async def _read(self, place: Place, match: Match) -> bytes:
        while True:
            try:
                return await self._pages.read(place, match)
            except StoreUnavailable:
                await asyncio.sleep(_PAUSE_SECONDS)
