import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import psycopg
import pytest
from psycopg import AsyncConnection
from psycopg.rows import TupleRow
from structlog.testing import capture_logs

from projections.match_search import Wanted, page
from projections.projection_tables import served_tables
from projections.rebuild import rebuild
from projections.runner import Runner
from projections.worker import ProjectionWorker
from service.store.store import Store
from tests.kit.seeds import new_uuid
from tests.kit.story import ALICE, BOB, CAROL
from tests.projections.conftest import PROJECTIONS, kept, opened, played, record

Connection = AsyncConnection[TupleRow]
T = TypeVar("T")


@asynccontextmanager
async def followed(runner: Runner) -> AsyncIterator[ProjectionWorker]:
    following = await asyncio.to_thread(ProjectionWorker, runner, PROJECTIONS.values())
    task = asyncio.create_task(following.run())
    try:
        yield following
    finally:
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def until(look: Callable[[], Awaitable[T]], expected: T) -> None:
    """Poll until the condition holds."""
    async with asyncio.timeout(60):
        while await look() != expected:  # noqa: ASYNC110 -- the database sends no notification here
            await asyncio.sleep(0.01)


async def listed(connection: Connection) -> int:
    return len((await page(connection, Wanted(), 100)).matches)


async def test_recorded_events_are_projected(store: Store, runner: Runner, connection: Connection) -> None:
    async with followed(runner) as following:
        for count in (1, 2, 3):
            await record(store, opened())
            await until(lambda: listed(connection), count)
        standings = await following.statuses()
    assert {name: standing.stopped_at for name, standing in standings.items()} == dict.fromkeys(PROJECTIONS)


async def test_statuses_report_the_lag_of_each_projection(store: Store, runner: Runner) -> None:
    following = await asyncio.to_thread(ProjectionWorker, runner, PROJECTIONS.values())
    await record(store, opened(), opened())
    assert {(standing.position, standing.behind) for standing in (await following.statuses()).values()} == {(0, 2)}


async def test_statuses_report_the_time_of_the_oldest_unprocessed_event(store: Store, runner: Runner) -> None:
    # given a match, and something that cannot be read
    following, story = await asyncio.to_thread(ProjectionWorker, runner, PROJECTIONS.values()), opened()
    await record(store, story)
    await store.append(new_uuid(), [(1, "pebbles/cheered@1", b"no JSON")])
    # then the match waits, then the invalid event without a known time, then nothing
    waiting = []
    for _ in range(3):
        waiting.append((await following.statuses())["scoreboard"].waiting_since)
        await asyncio.to_thread(runner.step, served_tables(PROJECTIONS["scoreboard"]), 1)
    assert waiting[0] == story.records[0].at
    assert waiting[-1] is None


async def test_waiting_for_a_position_ends_when_it_is_reached(store: Store, runner: Runner) -> None:
    async with followed(runner) as following, asyncio.timeout(60):
        for count in (1, 2, 3):
            await record(store, opened())
            await following.wait_for("match_list", count)
            assert following.position("match_list") >= count


async def test_waiting_ends_when_another_process_reaches_the_position(
    store: Store, runner: Runner, connection: Connection
) -> None:
    async with followed(runner) as following, asyncio.timeout(60):
        await following.wait_for("match_list", await following.head_position())
        # given a projection that another process has in hand
        async with connection.transaction():
            await connection.execute("SELECT FROM chronicle.notification_tracking FOR UPDATE")
            await record(store, opened())
            waiting = asyncio.create_task(following.wait_for("match_list", 1))
            # when that one has taken it there
            await connection.execute("UPDATE chronicle.notification_tracking SET notification_id = 1")
            assert following.position("match_list") == 0
        # then the wait is over
        await waiting


async def test_another_process_can_advance_a_stopped_projection(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await store.append(new_uuid(), [(1, "pebbles/cheered@1", b"no JSON")])
    async with followed(runner) as following, asyncio.timeout(60):
        await until(lambda: _is_stopped(following), True)
        waiting = asyncio.create_task(following.wait_for("match_list", 1))
        await connection.execute("UPDATE chronicle.notification_tracking SET notification_id = 1")
        await waiting
        assert not await _is_stopped(following)


async def _is_stopped(following: ProjectionWorker) -> bool:
    return (await following.statuses())["match_list"].stopped_at == 1


async def test_events_without_a_notification_are_found(store: Store, runner: Runner, connection: Connection) -> None:
    story = opened()
    await record(store, story)
    async with followed(runner):
        await until(lambda: listed(connection), 1)
        # Without its notification: what a lost one leaves.
        await connection.execute(
            "INSERT INTO chronicle.stored_events (originator_id, originator_version, topic, state) "
            "SELECT gen_random_uuid(), originator_version, topic, state FROM chronicle.stored_events"
        )
        await until(lambda: listed(connection), 2)


async def test_lost_connections_are_replaced(
    store: Store, runner: Runner, connection: Connection, database_url: str
) -> None:
    async with followed(runner):
        for count in range(1, 6):
            await record(store, opened())
            with psycopg.connect(database_url, autocommit=True) as operator:
                operator.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                    "AND pid <> pg_backend_pid() AND (query LIKE %s OR query LIKE %s)",
                    ("LISTEN%", "%notification_tracking%"),
                )
            await until(lambda: listed(connection), count)


async def test_projection_resumes_after_an_operator_repairs_the_table(
    store: Store, runner: Runner, connection: Connection
) -> None:
    async with followed(runner):
        await connection.execute("ALTER TABLE chronicle.notification_tracking RENAME TO away")
        with capture_logs() as logs:
            await record(store, opened())
            await until(lambda: _waiting(logs), set(PROJECTIONS))
        await connection.execute("ALTER TABLE chronicle.away RENAME TO notification_tracking")
        await until(lambda: listed(connection), 1)


async def _waiting(logs: list[Any]) -> set[str]:
    return {entry["projection"] for entry in logs if entry["event"] == "projection step failed"}


async def test_a_stopped_projection_reports_its_position_and_stops_no_other(store: Store, runner: Runner) -> None:
    await store.append(new_uuid(), [(1, "pebbles/cheered@1", b"no JSON")])
    await record(store, played(ALICE, BOB))
    with capture_logs() as logs:
        async with followed(runner) as following:

            async def settled() -> bool:
                standings = await following.statuses()
                return standings["match_list"].stopped_at is not None and standings["scoreboard"].behind == 0

            await until(settled, True)
            standings = await following.statuses()
    assert (standings["match_list"].stopped_at, standings["scoreboard"].stopped_at) == (1, None)
    [entry] = [entry for entry in logs if entry["event"] == "projection stopped"]
    assert (entry["projection"], entry["position"]) == ("match_list", 1)


async def test_killed_processes_neither_lose_nor_duplicate_events(
    store: Store, runner: Runner, connection: Connection, database_url: str
) -> None:
    following = await asyncio.to_thread(ProjectionWorker, runner, PROJECTIONS.values())
    stories = [played(ALICE, BOB, seed=seed) for seed in range(40)] + [played(CAROL, "bot:random") for _ in range(20)]
    processes = [_follow(database_url) for _ in range(3)]
    try:
        for number, story in enumerate(stories):
            await record(store, story)
            if number % 20 == 10:
                _kill(processes.pop(0))
                processes.append(_follow(database_url))
        await until(lambda: _caught_up(following), True)
    finally:
        for process in processes:
            _kill(process)
    rows = await kept(connection)
    assert len(rows["match_list"]) == len(stories)
    for projection in PROJECTIONS.values():
        await asyncio.to_thread(rebuild, runner, projection, lambda *_: None)
    assert await kept(connection) == rows


def _follow(url: str) -> "subprocess.Popen[bytes]":
    command = (sys.executable, "-m", "tests.projections.follow", url, "7")
    process = subprocess.Popen(command, stdout=subprocess.PIPE)  # noqa: S603 -- our own
    assert process.stdout is not None
    process.stdout.readline()
    return process


def _kill(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.communicate()


async def _caught_up(following: ProjectionWorker) -> bool:
    return all(standing.behind == 0 for standing in (await following.statuses()).values())


async def test_another_process_takes_over_when_the_working_one_is_killed(
    store: Store, runner: Runner, connection: Connection, database_url: str
) -> None:
    first = _follow(database_url)
    await record(store, opened())
    await until(lambda: listed(connection), 1)
    async with followed(runner):
        _kill(first)
        await record(store, opened())
        await until(lambda: listed(connection), 2)
