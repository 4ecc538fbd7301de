"""How far projections are known to have come in the log, and who waits for them to come further."""

import asyncio
from collections import defaultdict


class CheckpointWaiter:
    """Positions by projection, as a process learns of them; a wait costs it no look at the database."""

    def __init__(self) -> None:
        """Know of nothing yet."""
        self._known: dict[str, int] = defaultdict(int)
        self._waiting: dict[str, set[tuple[int, asyncio.Future[None]]]] = defaultdict(set)
        self._asked: dict[str, asyncio.Event] = defaultdict(asyncio.Event)

    def known(self, name: str) -> int:
        """The position that a projection has surely reached."""
        return self._known[name]

    def note(self, name: str, position: int) -> None:
        """Learn that a projection has come to a position, and wake whoever waited for no more than that."""
        self._known[name] = max(position, self._known[name])
        for wanted, future in self._waiting[name]:
            if wanted <= position and not future.done():
                future.set_result(None)

    async def wait(self, name: str, position: int) -> None:
        """Return when a projection is known to have reached a position."""
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
        """Give the event that is set while somebody waits for a projection."""
        if not self._waiting[name]:
            self._asked[name].clear()
        return self._asked[name]
