"""Log follower: yields every event once and in order, on notifications and by polling."""

from collections.abc import AsyncGenerator, Awaitable, Callable

from projections.log_listener import LogListener, wait_for_any
from service.store.errors import StoreUnavailable
from service.store.rows import LogRow

Read = Callable[[int, int], Awaitable[list[LogRow]]]
"""Reads rows above a position, up to a limit."""


class LogFollower:
    """Reads new rows whenever the process's log listener receives a notification."""

    def __init__(self, listener: LogListener, read: Read, *, poll: float = 1.0, limit: int = 500) -> None:
        """Read batches of at most `limit` rows, at the latest `poll` seconds after they were recorded."""
        self._listener = listener
        self._read = read
        self._poll = poll
        self._limit = limit

    async def follow(self, after: int) -> AsyncGenerator[list[LogRow], None]:
        """Yield batches of rows above position `after`, without end. Polls while the database is unreachable."""
        while True:
            notified = self._listener.next_notification()
            rows = await self._read_available(after)
            if rows:
                after = rows[-1].position
                yield rows
            if len(rows) < self._limit:
                await wait_for_any(self._poll, notified)

    async def _read_available(self, after: int) -> list[LogRow]:
        try:
            return await self._read(after, self._limit)
        except StoreUnavailable:
            return []
