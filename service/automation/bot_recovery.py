"""Bot recovery: finds the bot moves that lost processes left pending, at a cost that depends on these moves only."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from typing import Final
from uuid import UUID

import psycopg
import structlog

from domain.kernel.basics import MatchId
from projections.runner import UNREACHABLE
from service.automation.bot_checkpoints import BotCheckpoint, BotCheckpoints
from service.automation.bots import BotRunner
from service.clock import new_id
from service.matches.event_store import MatchEventStore
from service.matches.subscribers import MatchSubscribers

_INTERVAL_SECONDS: Final = 1.0
_UPDATES: Final = 15
"""Intervals after which an unchanged checkpoint is updated, too, and lost processes are looked for."""
_PAGE: Final = 1_000
_UNAVAILABLE: Final = (psycopg.Error, *UNREACHABLE)

log = structlog.get_logger()


class BotRecovery:
    """Keeps the checkpoint of this process, and takes over the bot moves of other processes at start and later."""

    def __init__(
        self,
        checkpoints: BotCheckpoints,
        bots: BotRunner,
        event_store: MatchEventStore,
        subscribers: MatchSubscribers,
        listed: Callable[[], AsyncIterator[MatchId]],
    ) -> None:
        """Recover moves of these bots. `listed` gives all matches with bots, for a database without checkpoints."""
        self._checkpoints = checkpoints
        self._bots = bots
        self._event_store = event_store
        self._subscribers = subscribers
        self._listed = listed
        self._process = UUID(new_id())
        self._saved: int | None = None
        self._requested = asyncio.Event()

    async def prepare(self) -> None:
        """Write the first checkpoint, which must happen before this process records events. Raises `psycopg.Error`."""
        await self._reopen(await self._checkpoints.load())

    def take_over(self) -> None:
        """Request to take over the bot moves of a process that was just lost."""
        self._requested.set()

    async def run(self) -> None:
        """Take over and keep the checkpoint until cancelled."""
        due, interval = True, 0
        while True:
            always = interval % _UPDATES == 0
            try:
                if due:
                    await self.recover()
                elif always:
                    await self.recover_lost()
                due = False
                await self.update(always=always)
            except _UNAVAILABLE as error:
                log.warning("bot checkpoint not updated", reason=str(error))
            except Exception:
                log.exception("bot recovery failed")
            interval += 1
            due = await self._requested_within_an_interval() or due

    async def _requested_within_an_interval(self) -> bool:
        try:
            async with asyncio.timeout(_INTERVAL_SECONDS):
                await self._requested.wait()
        except TimeoutError:
            return False
        self._requested.clear()
        return True

    async def recover(self) -> int:
        """Resume the matches above the lowest checkpoint, and return their number."""
        return await self._recover(await self._checkpoints.load())

    async def recover_lost(self) -> None:
        """Resume the matches above the checkpoints of lost processes, then delete these checkpoints."""
        checkpoints = await self._checkpoints.load()
        lost = [each for each in checkpoints if each.lost and each.process != self._process]
        if lost:
            await self._recover(lost)
        for each in lost:
            await self._checkpoints.delete(each)

    async def update(self, *, always: bool = False) -> int:
        """Write the checkpoint of this process if it has changed, or `always`; return its position."""
        head = await self._event_store.head_position()
        failed = await self._subscribers.drained()
        await self._bots.resume(_each(failed))
        position = self._bots.completed(head)
        if always or position != self._saved:
            await self._save(position)
        return position

    async def _recover(self, checkpoints: Collection[BotCheckpoint]) -> int:
        position = await self._reopen(checkpoints)
        count = await self._bots.resume(self._changed(position) if position > 0 else self._listed())
        log.info("bots resumed", position=position, matches=count)
        return count

    async def _reopen(self, checkpoints: Collection[BotCheckpoint]) -> int:
        """Lower the own checkpoint to the lowest of these, so that it covers their work."""
        position = min((each.position for each in checkpoints), default=0)
        if self._saved is not None:
            position = min(position, self._saved)
        self._bots.reopen(position)
        await self._save(position)
        return position

    async def _changed(self, position: int) -> AsyncIterator[MatchId]:
        """Find the matches with events above a position, up to the present end of the log."""
        head, found = await self._event_store.head_position(), set[MatchId]()
        while position < head:
            page = await self._event_store.list_changed(position, _PAGE)
            position = page[-1][0] if page else head
            for _, match in page:
                if match not in found:
                    found.add(match)
                    yield match

    async def _save(self, position: int) -> None:
        await self._checkpoints.save(self._process, position)
        self._saved = position


async def _each(matches: Collection[MatchId]) -> AsyncIterator[MatchId]:
    for match in matches:
        yield match
