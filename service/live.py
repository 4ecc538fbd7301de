"""Wakes those who wait for a match to go on: at once for this process's own events, by the log for others'."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from domain.kernel.basics import MatchId
from service.store.store import Store


class Live:
    """Who waits for which match, and how far each watched match is known to have come."""

    def __init__(self) -> None:
        """Watch nothing yet."""
        self._waiting: dict[MatchId, set[asyncio.Future[None]]] = defaultdict(set)

    def wake(self, match: MatchId) -> None:
        """Wake all who wait for this match."""
        for future in self._waiting.get(match, ()):
            if not future.done():
                future.set_result(None)

    async def wait(self, future: asyncio.Future[None], seconds: float) -> bool:
        """Wait until the match of this future goes on; false if it did not in time."""
        try:
            await asyncio.wait_for(future, seconds)
        except TimeoutError:
            return False
        return True

    @contextmanager
    def watching(self, match: MatchId) -> Iterator[asyncio.Future[None]]:
        """Watch a match from now on, so that nothing can slip between looking and waiting."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[match].add(future)
        try:
            yield future
        finally:
            self._waiting[match].discard(future)
            if not self._waiting[match]:
                del self._waiting[match]

    async def follow(self, store: Store, after: int) -> None:
        """Wake by the log, which also holds what other processes recorded; runs until cancelled."""
        async for rows in store.follow(after):
            for stream in {row.stream for row in rows}:
                self.wake(MatchId(str(stream)))
