"""Who watches which match: told at once of this process's own events, and by the log of what others recorded."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import aclosing, asynccontextmanager

import structlog

from domain.kernel.basics import MatchId, Version
from domain.kernel.records import Shown
from domain.matches.state import Match
from projections.log_listener import LogListener
from service.matches.command_handler import Matches
from service.store.errors import StoreUnavailable
from service.store.rows import LogRow
from service.store.store import Store

_PAUSE_SECONDS = 1.0
_RECENT = 32

log = structlog.get_logger()


class WatchedMatch:
    """A match that is watched: as it was seen last, one look for all its watchers.

    `recent` are its newest events in full, as far as this process recorded them itself, one after another.
    """

    def __init__(self) -> None:
        """Know nothing of it yet."""
        self.watchers = 0
        self.beats = 0
        self.recent: tuple[Shown, ...] = ()
        self._match: Match | None = None
        self._stirred = asyncio.Event()

    @property
    def match(self) -> Match:
        """The newest state that this process knows."""
        assert self._match is not None  # noqa: S101 -- `Live.watching` looks before it gives this away
        return self._match

    def is_behind(self, version: Version) -> bool:
        """Whether the match has a newer version than the one known here."""
        return self._match is None or self._match.end.version < version

    def take(self, match: Match, shown: Sequence[Shown] = ()) -> None:
        """Show a newer state to all watchers, with the events that led to it if they are at hand.

        An older one is let go.
        """
        if self.is_behind(match.end.version):
            continues = bool(self.recent and shown) and shown[0].version == self.recent[-1].version + 1
            self.recent = (*(self.recent if continues else ()), *shown)[-_RECENT:]
            self._match = match
            self.stir()

    def stir(self) -> None:
        """Let all watchers look."""
        stirred, self._stirred = self._stirred, asyncio.Event()
        stirred.set()

    def listen(self) -> asyncio.Event:
        """Give the event that the next change sets: take it before you look, wait for it after."""
        return self._stirred


class LiveHub:
    """The matches that are watched in this process. The log is followed only while there are any."""

    def __init__(self, matches: Matches) -> None:
        """Hear from `matches` what this process records."""
        self.closing = False
        self._matches = matches
        self._watched: dict[MatchId, WatchedMatch] = {}
        self._somebody = asyncio.Event()
        matches.announce = self.tell

    @asynccontextmanager
    async def watching(self, match: MatchId) -> AsyncIterator[WatchedMatch]:
        """Watch a match while the block runs. Raises `ServiceProblem` (`not_found`), and the store's errors."""
        # Watching begins before one looks, so that nothing slips between looking and waiting.
        watched = self._watched.setdefault(match, WatchedMatch())
        watched.watchers += 1
        self._somebody.set()
        try:
            watched.take(await self._matches.current(match))
            yield watched
        finally:
            watched.watchers -= 1
            if not watched.watchers:
                del self._watched[match]

    async def wait(self, match: MatchId, seconds: float, is_enough: Callable[[Match], bool]) -> Match:
        """Wait until a match is such that it is enough, or for so long; give it as it is then.

        Raises `ServiceProblem` (`not_found`), and the store's errors.
        """
        async with self.watching(match) as watched:
            try:
                async with asyncio.timeout(seconds):
                    while not self.closing:
                        stirred = watched.listen()
                        if is_enough(watched.match):
                            break
                        await stirred.wait()
            except TimeoutError:
                pass
            return watched.match

    def tell(self, match: Match, shown: Sequence[Shown] = ()) -> None:
        """Show the watchers of a match a newer state of it, with the events that led to it if they are at hand."""
        watched = self._watched.get(match.terms.id)
        if watched is not None:
            watched.take(match, shown)

    def close(self) -> None:
        """Let everybody who watches go."""
        self.closing = True
        self._stir_all()

    async def beat(self, seconds: float) -> None:
        """Let all watchers look every so many seconds, so that streams can say that they are alive."""
        while True:
            await asyncio.sleep(seconds)
            for watched in self._watched.values():
                watched.beats += 1
            self._stir_all()

    def _stir_all(self) -> None:
        for watched in self._watched.values():
            watched.stir()

    async def follow(self, store: Store, bell: LogListener) -> None:
        """Learn from the log, which also holds what other processes recorded; runs until cancelled."""
        while True:
            await self._somebody.wait()
            try:
                head = await store.head_position()
            except StoreUnavailable:
                await asyncio.sleep(_PAUSE_SECONDS)
                continue
            # What was recorded between somebody's look and our beginning is below it: every match is looked at again.
            await self._look_at(list(self._watched))
            async with aclosing(store.follow(bell, head)) as batches:
                await self._follow(batches)

    async def _follow(self, batches: AsyncIterator[list[LogRow]]) -> None:
        async for rows in batches:
            newest = {MatchId(str(row.stream)): Version(row.version) for row in rows}
            await self._look_at([match for match, version in newest.items() if self._is_behind(match, version)])
            if not self._watched:
                self._somebody.clear()
                return

    def _is_behind(self, match: MatchId, version: Version) -> bool:
        watched = self._watched.get(match)
        return watched is not None and watched.is_behind(version)

    async def _look_at(self, matches: Iterable[MatchId]) -> None:
        await asyncio.gather(*(self._look(match) for match in matches))

    async def _look(self, match: MatchId) -> None:
        while match in self._watched:
            try:
                self.tell(await self._matches.current(match))
            except StoreUnavailable:
                await asyncio.sleep(_PAUSE_SECONDS)
            except Exception:
                log.exception("a watched match was not looked at", match=match)
                return
            else:
                return
