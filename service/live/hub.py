"""Hub of live updates: the matches that are watched in this process, and the wake-up of their watchers."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import aclosing, asynccontextmanager

import structlog

from domain.kernel.basics import MatchId, Version
from domain.kernel.records import Shown
from domain.matches.state import Match
from domain.matches.visibility import Requester
from domain.matches.visible import VisibleLog
from projections.log_listener import LogListener
from service.matches.repository import MatchRepository
from service.matches.visibility import log_of
from service.store.errors import StoreUnavailable
from service.store.rows import LogRow
from service.store.store import Store

_RETRY_SECONDS = 1.0
_RECENT = 32

log = structlog.get_logger()


class WatchedMatch:
    """Match with watchers: its newest known state, loaded once for all of them.

    `recent` holds its newest events in full, as far as this process recorded them without a gap.
    """

    def __init__(self) -> None:
        """Begin without a state."""
        self.watchers = 0
        self.heartbeats = 0
        self.recent: tuple[Shown, ...] = ()
        self._match: Match | None = None
        self._changed = asyncio.Event()

    def log(self, requester: Requester) -> VisibleLog:
        """The newest log that a requester may read. Raises `ServiceError` (`not_found`)."""
        assert self._match is not None  # noqa: S101 -- `LiveHub.watching` loads the match before giving this away
        return log_of(self._match, requester)

    def is_behind(self, version: Version) -> bool:
        """Whether this state is older than a version."""
        return self._match is None or self._match.end.version < version

    def update(self, match: Match, events: Sequence[Shown] = ()) -> None:
        """Replace the state by a newer one, with the events that led to it if known, and wake all watchers."""
        if self.is_behind(match.end.version):
            continues = bool(self.recent and events) and events[0].version == self.recent[-1].version + 1
            self.recent = (*(self.recent if continues else ()), *events)[-_RECENT:]
            self._match = match
            self.wake()

    def wake(self) -> None:
        """Wake all watchers."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def next_change(self) -> asyncio.Event:
        """The event that the next change sets: take it before reading the state, wait for it afterwards."""
        return self._changed


class LiveHub:
    """Matches that are watched in this process. It follows the log only while there are any."""

    def __init__(self, repository: MatchRepository) -> None:
        """Load watched matches from this repository."""
        self.closing = False
        self._repository = repository
        self._watched: dict[MatchId, WatchedMatch] = {}
        self._has_watchers = asyncio.Event()

    @asynccontextmanager
    async def watching(self, match: MatchId) -> AsyncIterator[WatchedMatch]:
        """Watch a match while the block runs. Raises `ServiceError` (`not_found`), and the store's errors."""
        # Register before loading, so that no change between loading and waiting is missed.
        watched = self._watched.setdefault(match, WatchedMatch())
        watched.watchers += 1
        self._has_watchers.set()
        try:
            watched.update(await self._repository.current(match))
            yield watched
        finally:
            watched.watchers -= 1
            if not watched.watchers:
                del self._watched[match]

    async def wait(self, match: MatchId, requester: Requester, after: Version, seconds: float) -> VisibleLog:
        """Wait until a requester may read events behind version `after`, the match is over, or time is up.

        Raises `ServiceError` (`not_found`), and the store's errors.
        """
        async with self.watching(match) as watched:
            try:
                async with asyncio.timeout(seconds):
                    while not self.closing:
                        changed, visible = watched.next_change(), watched.log(requester)
                        if visible.version > after or visible.is_over:
                            break
                        await changed.wait()
            except TimeoutError:
                pass
            return watched.log(requester)

    def match_changed(self, match: Match, events: Sequence[Shown]) -> None:
        """Wake the watchers of a match."""
        watched = self._watched.get(match.terms.id)
        if watched is not None:
            watched.update(match, events)

    def close(self) -> None:
        """Release all watchers."""
        self.closing = True
        self._wake_all()

    async def send_heartbeats(self, seconds: float) -> None:
        """Wake all watchers at an interval, so that idle streams can send a heartbeat. Runs until cancelled."""
        while True:
            await asyncio.sleep(seconds)
            for watched in self._watched.values():
                watched.heartbeats += 1
            self._wake_all()

    def _wake_all(self) -> None:
        for watched in self._watched.values():
            watched.wake()

    async def follow(self, store: Store, listener: LogListener) -> None:
        """Follow the log for events that other processes record. Runs until cancelled."""
        while True:
            await self._has_watchers.wait()
            try:
                head = await store.head_position()
            except StoreUnavailable:
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            # Events recorded between a watcher's load and this head are not followed: reload every watched match.
            await self._reload_all(list(self._watched))
            async with aclosing(store.follow(listener, head)) as batches:
                await self._follow(batches)

    async def _follow(self, batches: AsyncIterator[list[LogRow]]) -> None:
        async for rows in batches:
            newest = {MatchId(str(row.stream)): Version(row.version) for row in rows}
            await self._reload_all([match for match, version in newest.items() if self._is_behind(match, version)])
            if not self._watched:
                self._has_watchers.clear()
                return

    def _is_behind(self, match: MatchId, version: Version) -> bool:
        watched = self._watched.get(match)
        return watched is not None and watched.is_behind(version)

    async def _reload_all(self, matches: Iterable[MatchId]) -> None:
        await asyncio.gather(*(self._reload(match) for match in matches))

    async def _reload(self, match: MatchId) -> None:
        while match in self._watched:
            try:
                self.match_changed(await self._repository.current(match), ())
            except StoreUnavailable:
                await asyncio.sleep(_RETRY_SECONDS)
            except Exception:
                log.exception("reloading a watched match failed", match=match)
                return
            else:
                return
