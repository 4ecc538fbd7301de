import asyncio
import sys
from collections.abc import AsyncIterator
from uuid import UUID

from projections.log_listener import LogListener
from service.store.rows import LogRow
from service.store.store import Store
from tests.kit.seeds import new_uuid
from tests.service.store.asking import drafts
from tests.service.store.database import Database

ENDLESS = 3_600
"""A poll that no test lives to see."""


async def take(batches: AsyncIterator[list[LogRow]], count: int) -> list[LogRow]:
    """The next `count` rows, or fewer after a timeout."""
    rows: list[LogRow] = []
    async with asyncio.timeout(20):
        while len(rows) < count:
            rows += await anext(batches)
    return rows


async def test_a_follower_starts_after_its_position_and_wakes_on_new_events(
    store: Store, listener: LogListener
) -> None:
    stream = new_uuid()
    first, *_ = await store.append(stream, drafts(1, 3))
    batches = store.follow(listener, first, poll=ENDLESS)
    assert [row.version for row in await take(batches, 2)] == [2, 3]
    coming = asyncio.ensure_future(take(batches, 2))
    await store.append(stream, drafts(4, 2))
    assert [row.version for row in await coming] == [4, 5]


async def test_batches_do_not_exceed_the_limit(store: Store, listener: LogListener) -> None:
    await store.append(new_uuid(), drafts(1, 5))
    batches = store.follow(listener, 0, limit=2)
    assert [len(await anext(batches)) for _ in range(3)] == [2, 2, 1]


async def test_a_follower_finds_events_without_a_notification(
    store: Store, listener: LogListener, database: Database
) -> None:
    batches = store.follow(listener, 0, poll=0.05)
    await store.append(new_uuid(), drafts(1))
    await take(batches, 1)
    coming = asyncio.ensure_future(take(batches, 1))
    await asyncio.sleep(0.1)
    # A row without its notification: what a lost one leaves.
    database.ask(
        "INSERT INTO chronicle.stored_events (originator_id, originator_version, topic, state) "
        "VALUES (gen_random_uuid(), 1, 'silent', '')"
    )
    [row] = await coming
    assert row.topic == "silent"


async def test_a_follower_survives_its_connection(store: Store, listener: LogListener, database: Database) -> None:
    batches = store.follow(listener, 0, poll=0.05)
    stream = new_uuid()
    for version in range(1, 6):
        coming = asyncio.ensure_future(take(batches, 1))
        await asyncio.sleep(0.02)
        database.end_connections()
        await store.append(stream, drafts(version))
        assert [row.version for row in await coming] == [version]


async def test_a_follower_listens_again_after_a_lost_connection(
    store: Store, listener: LogListener, database: Database
) -> None:
    stream = new_uuid()
    batches = store.follow(listener, 0, poll=ENDLESS)
    await store.append(stream, drafts(1))
    await take(batches, 1)
    coming = asyncio.ensure_future(take(batches, 1))
    await asyncio.sleep(0.05)
    database.end_connections()
    await asyncio.sleep(0.05)
    await store.append(stream, drafts(2))
    assert [row.version for row in await coming] == [2]


async def test_a_follower_of_four_writing_processes_sees_every_event_once_and_in_order(
    store: Store, listener: LogListener, database_url: str
) -> None:
    events = 1_200
    command = (sys.executable, "-m", "tests.service.store.writing", database_url, str(events))
    processes = [await asyncio.create_subprocess_exec(*command) for _ in range(4)]
    seen = await take(store.follow(listener, 0), 4 * events)
    assert [await process.wait() for process in processes] == [0, 0, 0, 0]
    log: list[LogRow] = []
    while rows := await store.read(log[-1].position if log else 0, 1_000):
        log += rows
    assert len(log) == 4 * events
    assert seen == log
    versions: dict[UUID, list[int]] = {}
    for row in seen:
        versions.setdefault(row.stream, []).append(row.version)
    assert all(found == list(range(1, events // 8 + 1)) for found in versions.values())
