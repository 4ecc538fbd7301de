"""Checkpoints of projections, as one process knows them, and waiting for them."""

import asyncio
from collections import defaultdict


class CheckpointWaiter:
    """Checkpoints by projection name. Waiting for a checkpoint does not query the database."""

    def __init__(self) -> None:
        """Begin without checkpoints."""
        self._known: dict[str, int] = defaultdict(int)
        self._waiting: dict[str, set[tuple[int, asyncio.Future[None]]]] = defaultdict(set)
        self._asked: dict[str, asyncio.Event] = defaultdict(asyncio.Event)

    def known(self, name: str) -> int:
        """Return the last known checkpoint of a projection; the projection may be further."""
        return self._known[name]

    def note(self, name: str, position: int) -> None:
        """Note a checkpoint of a projection, and wake the requests that wait for it or for less."""
        self._known[name] = max(position, self._known[name])
        for wanted, future in self._waiting[name]:
            if wanted <= position and not future.done():
                future.set_result(None)

    async def wait(self, name: str, position: int) -> None:
        """Wait until a projection is known to have reached a position."""
        if self._known[name] >= position:
            return
        waiter = (position, asyncio.get_running_loop().create_future())
        self._waiting[name].add(waiter)
        self._asked[name].set()
        try:
            await waiter[1]
        finally:
            self._waiting[name].discard(waiter)

    def asked(self, name: str) -> asyncio.Event:
        """Return the event that is set while a request waits for a projection."""
        if not self._waiting[name]:
            self._asked[name].clear()
        return self._asked[name]
