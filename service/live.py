"""Wakes those who wait for a match to go on: at once for this process's own events, by the log for others'."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager, suppress

from domain.kernel.basics import MatchId
from service.store.errors import StoreUnavailable
from service.store.rows import Notified
from service.store.store import Store

_PAUSE_SECONDS = 1.0


class Live:
    """Who waits for which match. The log is followed only while somebody does."""

    def __init__(self) -> None:
        """Watch nothing yet."""
        self._waiting: dict[MatchId, set[asyncio.Future[None]]] = defaultdict(set)
        self._somebody = asyncio.Event()

    def wake(self, match: MatchId) -> None:
        """Wake all who wait for this match."""
        for future in self._waiting.get(match, ()):
            if not future.done():
                future.set_result(None)

    async def wait(self, match: MatchId, seconds: float, is_newer: Callable[[], Awaitable[bool]]) -> None:
        """Wait until `is_newer` says that the match went on, or for so long; asked at once and at every change."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    with self._watching(match) as change:
                        if await is_newer():
                            return
                        await change

    @contextmanager
    def _watching(self, match: MatchId) -> Iterator[asyncio.Future[None]]:
        # Watching begins before one looks, so that nothing slips between looking and waiting.
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[match].add(future)
        self._somebody.set()
        try:
            yield future
        finally:
            self._waiting[match].discard(future)
            if not self._waiting[match]:
                del self._waiting[match]

    async def follow(self, store: Store) -> None:
        """Wake by the log, which also holds what other processes recorded; runs until cancelled."""
        while True:
            await self._somebody.wait()
            try:
                head = await store.head()
            except StoreUnavailable:
                await asyncio.sleep(_PAUSE_SECONDS)
                continue
            # What was recorded between somebody's look and our beginning is below it: everybody looks again.
            self._wake_all()
            # Closed when done: PostgreSQL fills the socket of who listens and does not read, and then waits for him.
            async with aclosing(store.follow(head)) as batches:
                await self._follow(batches)

    async def _follow(self, batches: AsyncIterator[list[Notified]]) -> None:
        async for rows in batches:
            for stream in {row.stream for row in rows}:
                self.wake(MatchId(str(stream)))
            if not self._waiting:
                self._somebody.clear()
                return

    def _wake_all(self) -> None:
        for match in list(self._waiting):
            self.wake(match)
