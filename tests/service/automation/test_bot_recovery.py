"""Bot checkpoints, and the recovery of bot moves that another process left pending."""

import asyncio
from collections.abc import Sequence

from domain.kernel.basics import GameKey
from domain.kernel.records import Record
from service.matches.event_store import MatchEventStore
from service.store.errors import StoreUnavailable
from tests.service.automation.conftest import Processes


async def test_the_first_start_finds_pending_moves_in_the_match_list(processes: Processes) -> None:
    # given a database without checkpoints, with a match whose bots wait
    before = await processes.start()
    before.held = True
    match = await before.starts()
    # when a process starts
    after = await processes.start()
    processes.run(asyncio.create_task(after.worker.run()))
    await after.recovery.prepare()
    assert await processes.positions() == [0]
    assert await after.recovery.recover() == 1
    # then the match goes on, and the checkpoint reaches the end of the log
    await after.over(match)
    await after.reaches_the_end()
    assert await processes.positions() == [await after.event_store.head_position()]


async def test_a_start_loads_only_what_was_recorded_above_the_checkpoint(processes: Processes) -> None:
    # given a process that has made the moves of one match, and then ends with a pending move in another one
    before = await processes.start()
    await before.recovery.prepare()
    await before.over(await before.starts())
    await before.reaches_the_end()
    before.held = True
    pending = await before.starts()
    await before.recovery.update()
    # when another process starts
    after = await processes.start()
    await after.recovery.prepare()
    # then it loads the other match only, and makes the moves
    assert await after.recovery.recover() == 1
    await after.over(pending)


async def test_a_checkpoint_does_not_pass_a_pending_move(processes: Processes) -> None:
    # given a bot that cannot move, and events of other matches after that
    process = await processes.start()
    await process.recovery.prepare()
    await process.recovery.update()
    process.held = True
    start = await process.event_store.head_position()
    pending = await process.starts()
    first = await process.event_store.position(pending)
    await process.opens()
    # when the checkpoint is updated, then it stays below the events that the move follows from
    await process.recovery.update()
    assert await processes.positions() == [start]
    assert start < first < await process.event_store.head_position()
    # and it passes them after the move
    process.held = False
    await process.over(pending)
    await process.reaches_the_end()
    assert await processes.positions() == [await process.event_store.head_position()]


class PausedEventStore(MatchEventStore):
    """Event store whose appends return late, so that the events are in the log before anybody knows."""

    def begin(self) -> None:
        self.recorded, self.head_was_read, self.may_return = asyncio.Event(), asyncio.Event(), asyncio.Event()

    def submit(self, game: GameKey, records: Sequence[Record]) -> asyncio.Future[list[int]]:
        return asyncio.ensure_future(self._paused(super().submit(game, records)))

    async def _paused(self, recording: asyncio.Future[list[int]]) -> list[int]:
        positions = await recording
        if hasattr(self, "recorded"):
            self.recorded.set()
            await self.may_return.wait()
        return positions

    async def head_position(self) -> int:
        head = await super().head_position()
        if hasattr(self, "recorded"):
            self.head_was_read.set()
        return head


async def test_a_checkpoint_waits_for_recordings_in_progress(processes: Processes) -> None:
    # given events that are in the log before the bots know of them
    process = await processes.start(PausedEventStore)
    event_store = process.event_store
    assert isinstance(event_store, PausedEventStore)
    await process.recovery.prepare()
    match = await process.opens()
    start = await event_store.head_position()
    process.held = True
    event_store.begin()
    sitting = asyncio.create_task(process.sits(match))
    await event_store.recorded.wait()
    # when the checkpoint is updated meanwhile
    update = asyncio.create_task(process.recovery.update())
    await event_store.head_was_read.wait()
    event_store.may_return.set()
    await asyncio.gather(sitting, update)
    # then it does not pass these events
    [position] = await processes.positions()
    assert position <= start < await event_store.position(match)


async def test_a_recording_goes_on_when_its_request_is_cancelled(processes: Processes) -> None:
    # given a request that is cancelled after its events were recorded
    process = await processes.start(PausedEventStore)
    event_store = process.event_store
    assert isinstance(event_store, PausedEventStore)
    match = await process.opens()
    event_store.begin()
    sitting = asyncio.create_task(process.sits(match))
    await event_store.recorded.wait()
    sitting.cancel()
    await asyncio.wait({sitting})
    # then the bots know of the events all the same
    event_store.may_return.set()
    await process.over(match)


class FailingEventStore(MatchEventStore):
    """Event store that records a start of a match and then does not know whether it has."""

    fails = False

    def submit(self, game: GameKey, records: Sequence[Record]) -> asyncio.Future[list[int]]:
        return asyncio.ensure_future(self._failing(super().submit(game, records)))

    async def _failing(self, recording: asyncio.Future[list[int]]) -> list[int]:
        positions = await recording
        if self.fails:
            self.fails = False
            message = "the connection was lost"
            raise StoreUnavailable(message, outcome_unknown=True)
        return positions


async def test_an_update_finds_moves_that_follow_from_a_recording_with_an_unknown_outcome(
    processes: Processes,
) -> None:
    process = await processes.start(FailingEventStore)
    event_store = process.event_store
    assert isinstance(event_store, FailingEventStore)
    await process.recovery.prepare()
    match = await process.opens()
    event_store.fails = True
    [failed] = await asyncio.gather(process.sits(match), return_exceptions=True)
    assert isinstance(failed, StoreUnavailable)
    # when the checkpoint is updated, then the bots learn of the start
    await process.recovery.update()
    await process.over(match)


async def test_another_process_takes_over(processes: Processes) -> None:
    # given two processes, of which one is lost while a move is pending
    lost, other = await processes.start(), await processes.start()
    for process in (lost, other):
        await process.recovery.prepare()
    processes.run(asyncio.create_task(other.worker.run()))
    await other.recovery.recover()
    lost.held = True
    match = await lost.starts()
    await lost.recovery.update()
    await other.recovery.update()
    below, above = await processes.positions()
    assert below < above == await other.event_store.head_position()
    # when the other one takes over, then it makes the move
    processes.run(asyncio.create_task(other.recovery.run()))
    other.recovery.take_over()
    await other.over(match)


async def test_the_work_of_a_lost_process_is_taken_over_before_its_checkpoint_is_deleted(processes: Processes) -> None:
    # given a process with a pending move
    lost, other = await processes.start(), await processes.start()
    lost.held = other.held = True
    for process in (lost, other):
        await process.opens()
        await process.recovery.prepare()
        await process.recovery.update()
    match = await lost.starts()
    await other.recovery.update()
    before = await processes.positions()
    assert before[0] < before[1]
    # when it has not updated its checkpoint for more than a minute, and another one looks for lost processes
    await other.recovery.recover_lost()
    assert await processes.positions() == before
    await processes.execute("UPDATE chronicle.bot_checkpoints SET at = at - interval '61 s'")
    await other.recovery.recover_lost()
    # then the checkpoint of that one covers the pending move until it is made
    await other.recovery.update()
    assert await processes.positions() == before[:1]
    other.held = False
    await other.over(match)
    await other.reaches_the_end()
    assert await processes.positions() == [await other.event_store.head_position()]


async def test_closed_bots_begin_nothing(processes: Processes) -> None:
    # given a bot that is closed while its move is recorded
    process = await processes.start(PausedEventStore)
    event_store = process.event_store
    assert isinstance(event_store, PausedEventStore)
    process.held = True
    match = await process.starts()
    event_store.begin()
    process.held = False
    await event_store.recorded.wait()
    await process.bots.close()
    # when the recording ends, then no further move is made
    event_store.may_return.set()
    await process.subscribers.drained()
    head = await event_store.head_position()
    assert await event_store.position(match) == process.bots.completed(head) == head
