"""Projection worker: keeps the projections of a service process up to date with the log."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeVar

import structlog
from msgspec import Struct

from domain.kernel.basics import Instant
from projections.checkpoints import CheckpointWaiter
from projections.log_listener import LogListener, wait_for_any
from projections.projection import Projection
from projections.projection_tables import ProjectionTables, served_tables
from projections.runner import UNREACHABLE, DatabaseUnresponsive, ProjectionStopped, Runner

T = TypeVar("T")

BATCH = 1_000
_POLL_SECONDS = 1.0
"""Interval of reads without a notification, and delay before a retry after an error."""
_STATUS_TIMEOUT = 5.0
"""Seconds within which the database must return the checkpoints."""
_BUSY_INTERVAL = 0.05
"""Seconds between two reads while a caller waits for a position."""
_IDLE_INTERVAL = 0.25
"""Seconds between two reads otherwise. Events recorded in between share a transaction."""

log = structlog.get_logger()


class ProjectionStatus(Struct, frozen=True):
    """Status of a projection: its position in the log, and the number of positions up to the head.

    `waiting_since` is the time of the oldest unprocessed event, null if there is none. `stopped_at` is the
    position of an event that this process cannot process. It becomes null when another process has processed
    the event.
    """

    position: int
    behind: int
    waiting_since: Instant | None
    stopped_at: int | None


class ProjectionWorker:
    """Runs projections in threads beside an event loop. Any number of processes may do so on one database.

    `listener` is the process's only listening connection, shared with all other followers of the log.
    """

    def __init__(self, runner: Runner, projections: Iterable[Projection], *, batch: int = BATCH) -> None:
        """Use `runner`, which `close` closes. This call blocks: it creates missing tables."""
        self._runner = runner
        self._sets = [served_tables(projection) for projection in projections]
        self._batch = batch
        self.listener = LogListener(runner.connection_parameters, runner.channel)
        self._checkpoints = CheckpointWaiter()
        self._stopped: dict[str, int] = {}
        # One step at a time: the threads of several steps would compete for the interpreter, and requests
        # would wait for all of them.
        self._step_slot = asyncio.Semaphore(1)
        runner.prepare(*self._sets)

    async def run(self) -> None:
        """Process the log until cancelled. A stopped projection or a lost database stops no other projection."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.listener.run(), name="log-listener")
            for tables in self._sets:
                tasks.create_task(self._follow(tables), name=f"projection-{tables.name}")

    async def statuses(self) -> dict[str, ProjectionStatus]:
        """The status of each projection, by name.

        Raises the library's `PersistenceError`, also if the database does not answer within five seconds.
        """
        try:
            async with asyncio.timeout(_STATUS_TIMEOUT):
                # After a timeout the thread is left alone: it only reads, and ends with its connection.
                head, checkpoints = await asyncio.to_thread(self._runner.checkpoints, *self._sets)
        except TimeoutError:
            message = f"no answer within {_STATUS_TIMEOUT} s"
            raise DatabaseUnresponsive(message) from None
        return {
            name: ProjectionStatus(
                position=checkpoint.position,
                behind=max(0, head - checkpoint.position),
                waiting_since=checkpoint.next_event_at,
                stopped_at=self._stopped_at(name, checkpoint.position),
            )
            for name, checkpoint in checkpoints.items()
        }

    async def head_position(self) -> int:
        """The position of the latest event of the log. Raises the library's `PersistenceError`."""
        head, _ = await _in_thread(self._runner.checkpoints)
        return head

    def position(self, name: str) -> int:
        """The last known position of a projection. The actual position may be higher."""
        return self._checkpoints.position(name)

    async def wait_for(self, name: str, position: int) -> None:
        """Wait until a projection has reached a position, in this or any other process."""
        await self._checkpoints.wait_for(name, position)

    def _stopped_at(self, name: str, position: int) -> int | None:
        stopped_at = self._stopped.get(name)
        return stopped_at if stopped_at is not None and position < stopped_at else None

    async def close(self) -> None:
        """Close all connections. Call it after `run` has ended."""
        await _in_thread(self._runner.close)

    async def _follow(self, tables: ProjectionTables) -> None:
        while True:
            notified, requested = self.listener.next_notification(), self._checkpoints.requested(tables.name)
            try:
                async with self._step_slot:
                    step = await _in_thread(lambda: self._runner.step(tables, self._batch))
            except ProjectionStopped as stopped:
                self._stop(tables, stopped)
                break
            except Exception as error:  # noqa: BLE001 -- no error may stop the other projections
                log.warning("projection step failed", projection=tables.name, reason=str(error))
                await asyncio.sleep(_POLL_SECONDS)
                continue
            if step is not None:
                self._checkpoints.advance(tables.name, step.position)
            if step is None or step.at_head:
                await asyncio.sleep(_BUSY_INTERVAL)
                await wait_for_any(_IDLE_INTERVAL - _BUSY_INTERVAL, requested)
                await wait_for_any(_POLL_SECONDS, notified, requested)
        await self._watch(tables)

    async def _watch(self, tables: ProjectionTables) -> None:
        # Another process, of a newer release for example, may process the event that stopped this one.
        while True:
            await self._checkpoints.requested(tables.name).wait()
            with suppress(*UNREACHABLE):
                _, checkpoints = await _in_thread(lambda: self._runner.checkpoints(tables))
                self._checkpoints.advance(tables.name, checkpoints[tables.name].position)
            await asyncio.sleep(_POLL_SECONDS)

    def _stop(self, tables: ProjectionTables, stopped: ProjectionStopped) -> None:
        self._stopped[tables.name] = stopped.position
        log.error("projection stopped", projection=tables.name, position=stopped.position, exc_info=stopped)


async def _in_thread(work: Callable[[], T]) -> T:
    """Call `work` in a thread. If cancelled, wait for the thread, which may still use open connections."""
    task = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
