"""Checkpoint waiter: the known positions of projections, and the tasks that wait for a position."""

import asyncio
from collections import defaultdict


class CheckpointWaiter:
    """The known position of each projection. Waiting for a position needs no database query."""

    def __init__(self) -> None:
        """Start with position 0 for every projection."""
        self._positions: dict[str, int] = defaultdict(int)
        self._waiters: dict[str, set[tuple[int, asyncio.Future[None]]]] = defaultdict(set)
        self._requested: dict[str, asyncio.Event] = defaultdict(asyncio.Event)

    def position(self, name: str) -> int:
        """The last known position of a projection."""
        return self._positions[name]

    def advance(self, name: str, position: int) -> None:
        """Record a projection's position and wake the tasks that wait for it. A lower position has no effect."""
        self._positions[name] = max(position, self._positions[name])
        for wanted, future in self._waiters[name]:
            if wanted <= position and not future.done():
                future.set_result(None)

    async def wait_for(self, name: str, position: int) -> None:
        """Wait until a projection has reached a position."""
        if self._positions[name] >= position:
            return
        waiter = (position, asyncio.get_running_loop().create_future())
        self._waiters[name].add(waiter)
        self._requested[name].set()
        try:
            await waiter[1]
        finally:
            self._waiters[name].discard(waiter)

    def requested(self, name: str) -> asyncio.Event:
        """Return the event that is set while a task waits for a position of this projection."""
        if not self._waiters[name]:
            self._requested[name].clear()
        return self._requested[name]
