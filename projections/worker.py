"""Keeps projections up to date with the log, as a part of a service process."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeVar

import structlog
from msgspec import Struct

from domain.kernel.basics import Instant
from projections.checkpoints import CheckpointWaiter
from projections.log_listener import LogListener, until
from projections.projection import Projection
from projections.runner import UNREACHABLE, Copy, Runner, Stuck, Unanswered, serving

T = TypeVar("T")

BATCH = 1_000
_POLL = 1.0
"""Seconds after which the log is looked at without a notification; also before what failed is tried again."""
_PATIENCE = 5.0
"""Seconds within which the database says how projections stand."""
_PAUSE = 0.05
"""Seconds between two looks at the log while somebody waits for what they will find."""
_BREATH = 0.25
"""Seconds between two looks while nobody does: what is recorded meanwhile shares a transaction."""

log = structlog.get_logger()


class ProjectionStatus(Struct, frozen=True):
    """How a projection stands: its position in the log, how many positions it is behind the newest.

    `waiting_since` is the time of the oldest event that it has not taken; none where it has taken all.
    `stopped_at` is the position of an event that this process could not take, so that it takes no more;
    none again once another process has taken it.
    """

    position: int
    behind: int
    waiting_since: Instant | None
    stopped_at: int | None


class ProjectionWorker:
    """Runs projections in threads beside an event loop; any number of processes may do so on one database.

    `bell` is the process's one listening connection: whoever else follows the log waits for it too.
    """

    def __init__(self, runner: Runner, projections: Iterable[Projection], *, batch: int = BATCH) -> None:
        """Follow with `runner`, which is closed with this; creates the tables that are missing, so it blocks."""
        self._runner = runner
        self._copies = [serving(projection) for projection in projections]
        self._batch = batch
        self.bell = LogListener(runner.settings, runner.channel)
        self._reached = CheckpointWaiter()
        self._stopped: dict[str, int] = {}
        # One step at a time: threads of several would take turns at the interpreter with requests, which then wait
        # for one after the other.
        self._turn = asyncio.Semaphore(1)
        runner.prepare(*self._copies)

    async def run(self) -> None:
        """Follow until cancelled; one projection that stops, or a lost database, stops no other."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.bell.run(), name="bell")
            for copy in self._copies:
                tasks.create_task(self._follow(copy), name=f"projection-{copy.name}")

    async def standings(self) -> dict[str, ProjectionStatus]:
        """How each projection stands, by name.

        Raises the library's `PersistenceError`, also for a database that says nothing for some seconds.
        """
        try:
            async with asyncio.timeout(_PATIENCE):
                # Nobody waits for the thread then: it only reads, and ends when the database answers or is gone.
                head, places = await asyncio.to_thread(self._runner.places, *self._copies)
        except TimeoutError:
            message = f"no answer within {_PATIENCE} s"
            raise Unanswered(message) from None
        return {
            name: ProjectionStatus(
                at.position, max(0, head - at.position), at.next_at, self._stopped_at(name, at.position)
            )
            for name, at in places.items()
        }

    async def newest(self) -> int:
        """The newest position of the log. Raises the library's `PersistenceError`."""
        head, _ = await _in_thread(self._runner.places)
        return head

    def reached(self, name: str) -> int:
        """The position that a projection is known to have reached; it may be further by now."""
        return self._reached.known(name)

    async def reaches(self, name: str, position: int) -> None:
        """Wait until a projection has come so far, whichever process takes it there."""
        await self._reached.wait(name, position)

    def _stopped_at(self, name: str, position: int) -> int | None:
        at = self._stopped.get(name)
        return at if at is not None and position < at else None

    async def close(self) -> None:
        """Hang up; `run` must have ended."""
        await _in_thread(self._runner.close)

    async def _follow(self, copy: Copy) -> None:
        while True:
            rung, asked = self.bell.listen(), self._reached.asked(copy.name)
            try:
                async with self._turn:
                    step = await _in_thread(lambda: self._runner.step(copy, self._batch))
            except Stuck as stuck:
                self._stop(copy, stuck)
                break
            except Exception as error:  # noqa: BLE001 -- whatever it is, it must stop no other projection
                log.warning("projection waits", projection=copy.name, reason=str(error))
                await asyncio.sleep(_POLL)
                continue
            if step is not None:
                self._reached.note(copy.name, step.position)
            if step is None or step.done:
                await asyncio.sleep(_PAUSE)
                await until(_BREATH - _PAUSE, asked)
                await until(_POLL, rung, asked)
        await self._watch(copy)

    async def _watch(self, copy: Copy) -> None:
        # What this process cannot take, another one may: a newer program, say.
        while True:
            await self._reached.asked(copy.name).wait()
            with suppress(*UNREACHABLE):
                _, places = await _in_thread(lambda: self._runner.places(copy))
                self._reached.note(copy.name, places[copy.name].position)
            await asyncio.sleep(_POLL)

    def _stop(self, copy: Copy, stuck: Stuck) -> None:
        self._stopped[copy.name] = stuck.position
        log.error("projection stopped", projection=copy.name, position=stuck.position, exc_info=stuck)


async def _in_thread(work: Callable[[], T]) -> T:
    """Work in a thread; if cancelled meanwhile, wait for its end, so that nothing is closed under it."""
    task = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
