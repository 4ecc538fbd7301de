"""The process's single writer: appends that arrive during a commit form the next batch."""

import asyncio
from collections.abc import Sequence
from functools import partial

import psycopg

from service.store.batching import AppendQueue, AppendRequest, Batch, Positions
from service.store.errors import StoreUnavailable
from service.store.pipeline import ConnectionLost, ConnectionParameters, Connector
from service.store.rows import Row
from service.store.statements import AppendStatements, recorded_positions

_RETRY_SECONDS = 0.05
"""Delay between attempts to reach the database."""


class BatchWriter:
    """Collects appends and commits them in batches. It belongs to the event loop that first uses it."""

    def __init__(
        self, parameters: ConnectionParameters, statements: AppendStatements, *, queue_bound: int, timeout: float
    ) -> None:
        """Write through a connection made with `parameters`.

        At most `queue_bound` appends wait for the next commit. A batch may take `timeout` seconds,
        reconnections included.
        """
        self._connector = Connector(parameters, statements.prepare)
        self._statements = statements
        self._timeout = timeout
        self._queue = AppendQueue(queue_bound)
        self._submitted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def submit(self, rows: Sequence[Row]) -> asyncio.Future[list[int]]:
        """Enqueue an append. The returned future resolves to the positions after the commit.

        The append is recorded even if the caller is cancelled. Raises `Overloaded`, or as `AppendRequest` does.
        The future may raise `VersionConflict` or `StoreUnavailable`.
        """
        if self._closing:
            message = "the store is closed"
            raise StoreUnavailable(message)
        loop = asyncio.get_running_loop()
        request = AppendRequest(rows, loop.create_future())
        self._queue.add(request)
        if self._task is None:
            self._task = loop.create_task(self._run(), name="store-writer")
        self._submitted.set()
        return request.answer

    async def append(self, rows: Sequence[Row]) -> list[int]:
        """Record rows atomically and return their positions. Raises as `submit` and its future do."""
        return await self.submit(rows)

    async def close(self) -> None:
        """Record all queued appends, then close the connection."""
        self._closing = True
        self._submitted.set()
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        try:
            while not self._closing or self._queue:
                await self._submitted.wait()
                self._submitted.clear()
                while self._queue:
                    await self._write(self._queue.take_batch())
        finally:
            await self._connector.close()

    async def _write(self, batch: Batch) -> None:
        try:
            async with asyncio.timeout(self._timeout):
                positions = await self._persist(batch)
        except BaseException as error:
            await self._fail(batch, error)
            if not isinstance(error, Exception):
                raise
        else:
            self._queue.reject_dependents(batch.resolve(positions))

    async def _persist(self, batch: Batch) -> Positions:
        while True:
            try:
                connection = await self._connector.connection()
                results = await connection.execute(partial(self._statements.send, batch=batch))
            except (ConnectionLost, psycopg.OperationalError) as error:
                batch.last_error = str(error)
                await asyncio.sleep(_RETRY_SECONDS)
            else:
                return recorded_positions(results)

    async def _fail(self, batch: Batch, error: BaseException) -> None:
        rejected_at_once = isinstance(error, StoreUnavailable) and batch.attempts == 1
        reason = str(error) or f"no commit within {self._timeout} s: {batch.last_error}"
        batch.reject(StoreUnavailable(reason, outcome_unknown=batch.attempts > 0 and not rejected_at_once))
        self._queue.reject_all(StoreUnavailable(reason))
        await self._connector.close()
