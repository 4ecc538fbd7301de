"""Processes with bots on one database, without HTTP."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace

import psycopg
import pytest
from psycopg_pool import AsyncConnectionPool

from domain.catalogue import Catalogue
from domain.kernel.basics import MatchId, PlayerId
from domain.kernel.game import BotContext, play_at_random
from domain.matches.decide import MatchRequest, SeatRequest
from projections.catalogue import projections_of
from projections.runner import Runner
from projections.worker import ProjectionWorker
from service.automation.bot_checkpoints import BotCheckpoints
from service.automation.bot_recovery import BotRecovery
from service.automation.bots import BotRunner
from service.automation.listed_matches import matches_with_bots
from service.chronicles.command_handler import Chronicles
from service.codec.event_codec import EventCodec
from service.matches.command_handler import CommandHandler
from service.matches.commands import CommandContext
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.matches.opening import MatchOpener
from service.matches.repository import MatchRepository
from service.matches.subscribers import MatchSubscribers
from service.migrations.runner import migrate
from service.migrations.schema import SEARCH_PATH
from service.store.errors import StoreUnavailable
from service.store.store import Store
from tests.kit.seeds import new_uuid
from tests.toy.game import GAME, PebbleAction, PebbleView

_PATIENCE_SECONDS = 60


class Process:
    """The parts of a service process that bots need. Its bots wait while they are `held`."""

    def __init__(
        self, store: Store, pool: AsyncConnectionPool, event_store: type[MatchEventStore] = MatchEventStore
    ) -> None:
        self.held = False
        catalogue = Catalogue(replace(GAME, bots={"random": self._bot}))
        self.event_store, self._editions = event_store(store, catalogue), Editions(store, catalogue)
        chronicles, self.subscribers = Chronicles(store, self.event_store, self._editions), MatchSubscribers()
        self.repository = MatchRepository(self.event_store, self._editions, self.subscribers, 1_000)
        self._opener = MatchOpener(self.repository, self.event_store, self._editions, chronicles, 1_000)
        self.commands = CommandHandler(self.repository, self.event_store, self._editions, chronicles, self.subscribers)
        self.bots = BotRunner(self.repository, self.commands)
        self.subscribers.add(self.bots)
        self.worker = ProjectionWorker(
            Runner(store.recorder, EventCodec(catalogue)), projections_of(catalogue).values()
        )
        self.recovery = BotRecovery(
            BotCheckpoints(pool),
            self.bots,
            self.event_store,
            self.subscribers,
            lambda: matches_with_bots(pool, self.worker),
        )

    def _bot(self, chair: BotContext[PebbleAction, PebbleView]) -> PebbleAction:
        if self.held:
            message = "held by the test"
            raise StoreUnavailable(message)
        return play_at_random(chair)

    async def opens(self) -> MatchId:
        """Open a match of two bots; the second one still has to sit down."""
        match = (await self._opener.open(MatchRequest("pebbles", 2, {}), PlayerId(str(new_uuid())), None, None)).match
        await self.sits(match.terms.id)
        return match.terms.id

    async def sits(self, match: MatchId) -> None:
        """Seat a bot."""
        await self.commands.sit(match, SeatRequest(None, "", bot="random"), CommandContext())

    async def starts(self) -> MatchId:
        """Start a match of two bots."""
        match = await self.opens()
        await self.sits(match)
        return match

    async def over(self, match: MatchId) -> None:
        """Wait until a match is over, without loading it: that would wake its bots."""
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while not await self.event_store.list_ended([match]):  # noqa: ASYNC110 -- a condition of the database
                await asyncio.sleep(0.02)

    async def reaches_the_end(self) -> None:
        """Wait until the checkpoint is at the end of the log."""
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while await self.recovery.update() < await self.event_store.head_position():  # noqa: ASYNC110 -- as above
                await asyncio.sleep(0.02)


class Processes:
    """Starts processes on one database, and looks at their checkpoints."""

    def __init__(self, url: str, stack: AsyncExitStack) -> None:
        self.url = url
        self._stack = stack

    async def start(self, event_store: type[MatchEventStore] = MatchEventStore) -> Process:
        """Start a process; it ends with the test."""
        store = await self._stack.enter_async_context(await asyncio.to_thread(Store.open, self.url))
        pool = AsyncConnectionPool(self.url, min_size=1, open=False, kwargs=SEARCH_PATH)
        process = await asyncio.to_thread(Process, store, await self._stack.enter_async_context(pool), event_store)
        self._stack.push_async_callback(process.worker.close)
        self._stack.push_async_callback(process.bots.close)
        return process

    def run(self, *work: "asyncio.Task[None]") -> None:
        """Cancel these tasks at the end of the test."""
        for task in work:
            self._stack.callback(task.cancel)

    async def positions(self) -> list[int]:
        """The positions of all checkpoints, the lowest first."""
        async with await psycopg.AsyncConnection.connect(self.url) as connection:
            found = await connection.execute("SELECT position FROM chronicle.bot_checkpoints ORDER BY position")
            return [position for (position,) in await found.fetchall()]

    async def execute(self, statement: str) -> None:
        """Change the database."""
        async with await psycopg.AsyncConnection.connect(self.url, autocommit=True) as connection:
            await connection.execute(statement.encode())


@pytest.fixture
async def processes(database_url: str) -> AsyncIterator[Processes]:
    await migrate(database_url)
    async with AsyncExitStack() as stack:
        yield Processes(database_url, stack)
