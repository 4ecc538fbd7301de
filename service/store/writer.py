"""The one writer of a process: whatever was asked for while the last commit ran is the next batch."""

import asyncio
from collections.abc import Sequence
from functools import partial

import psycopg

from service.store.batching import Batch, Positions, Queue, Request
from service.store.errors import StoreUnavailable
from service.store.pipeline import ConnectionLost, Connector, Settings
from service.store.rows import Row
from service.store.statements import Statements, positions_in

_PAUSE = 0.05
"""Seconds between attempts to reach the database."""


class Writer:
    """Collects appends and records them, one batch for each commit; lives on the event loop that first uses it."""

    def __init__(self, settings: Settings, statements: Statements, *, queue_bound: int, patience: float) -> None:
        """Write through a connection made by `settings`.

        No more than `queue_bound` appends wait for the next commit, and `patience` is how many
        seconds a batch may take, however often the connection is lost meanwhile.
        """
        self._dialer = Connector(settings, statements.prepare)
        self._statements = statements
        self._patience = patience
        self._queue = Queue(queue_bound)
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def submit(self, rows: Sequence[Row]) -> asyncio.Future[list[int]]:
        """Line up an append, which is recorded even if its caller goes away; the answer comes after the commit.

        Raises `Overloaded`, or what `Request` raises; the answer may raise `VersionConflict` or `StoreUnavailable`.
        """
        if self._closing:
            message = "the store is closed"
            raise StoreUnavailable(message)
        loop = asyncio.get_running_loop()
        request = Request(rows, loop.create_future())
        self._queue.add(request)
        if self._task is None:
            self._task = loop.create_task(self._run(), name="store-writer")
        self._wake.set()
        return request.answer

    async def append(self, rows: Sequence[Row]) -> list[int]:
        """Record rows in one piece; their positions. Raises as `submit` and its answer do."""
        return await self.submit(rows)

    async def close(self) -> None:
        """Record what waits, then hang up."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        try:
            while not self._closing or self._queue:
                await self._wake.wait()
                self._wake.clear()
                while self._queue:
                    await self._write(self._queue.take())
        finally:
            await self._dialer.hang_up()

    async def _write(self, batch: Batch) -> None:
        try:
            async with asyncio.timeout(self._patience):
                positions = await self._persist(batch)
        except BaseException as error:
            await self._give_up(batch, error)
            if not isinstance(error, Exception):
                raise
        else:
            self._queue.refuse_chained(batch.settle(positions))

    async def _persist(self, batch: Batch) -> Positions:
        while True:
            try:
                line = await self._dialer.line()
                results = await line.ask(partial(self._statements.send, batch=batch))
            except (ConnectionLost, psycopg.OperationalError) as error:
                batch.trouble = str(error)
                await asyncio.sleep(_PAUSE)
            else:
                return positions_in(results)

    async def _give_up(self, batch: Batch, error: BaseException) -> None:
        refused_at_once = isinstance(error, StoreUnavailable) and batch.attempts == 1
        reason = str(error) or f"no commit within {self._patience} s: {batch.trouble}"
        batch.refuse(StoreUnavailable(reason, unknown=batch.attempts > 0 and not refused_at_once))
        self._queue.refuse_all(StoreUnavailable(reason))
        await self._dialer.hang_up()
