"""Following the log: every event once and in order, awake when the bell rings, and looking now and then without it."""

from collections.abc import AsyncGenerator, Awaitable, Callable

from projections.log_listener import LogListener, until
from service.store.errors import StoreUnavailable
from service.store.rows import Notified

Read = Callable[[int, int], Awaitable[list[Notified]]]


class Follower:
    """Reads what is new whenever the process's one bell rings."""

    def __init__(self, bell: LogListener, read: Read, *, poll: float = 1.0, limit: int = 500) -> None:
        """Read batches of at most `limit` rows with `read`, no later than `poll` seconds after they were recorded."""
        self._bell = bell
        self._read = read
        self._poll = poll
        self._limit = limit

    async def follow(self, after: int) -> AsyncGenerator[list[Notified], None]:
        """Batches of what was recorded above position `after`, for ever; an unreachable database is waited for."""
        while True:
            rung = self._bell.listen()
            rows = await self._next(after)
            if rows:
                after = rows[-1].position
                yield rows
            if len(rows) < self._limit:
                await until(self._poll, rung)

    async def _next(self, after: int) -> list[Notified]:
        try:
            return await self._read(after, self._limit)
        except StoreUnavailable:
            return []
