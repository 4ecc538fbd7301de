import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

import pytest

from service.store.errors import StoreUnavailable, VersionConflict
from service.store.store import Store
from tests.kit.seeds import new_uuid
from tests.service.store.asking import drafts, until_waiting, versions
from tests.service.store.database import Database
from tests.service.store.proxy import Proxy, proxy_for


@pytest.fixture
async def proxy(database_url: str) -> AsyncIterator[Proxy]:
    async with proxy_for(database_url) as proxy:
        yield proxy


async def opened(proxy: Proxy, seconds: float) -> Store:
    """Open the store in a thread, because the proxy needs the event loop."""
    return await asyncio.to_thread(Store.open, proxy.url, timeout=seconds)


@pytest.fixture
async def distant(proxy: Proxy) -> AsyncIterator[Store]:
    """A store behind the proxy with an established connection."""
    async with await opened(proxy, seconds=5) as store:
        await store.append(new_uuid(), drafts(1))
        yield store


def speaks_of_a_batch(passing: bytes) -> bool:
    return b"chronicle_append" in passing


def tells_of_a_commit(passing: bytes) -> bool:
    return b"COMMIT\0" in passing


async def test_a_commit_with_a_lost_response_is_acknowledged_once(distant: Store, proxy: Proxy) -> None:
    stream, other = new_uuid(), new_uuid()
    await distant.append(stream, drafts(1))
    proxy.downward = tells_of_a_commit
    positions, others = await asyncio.gather(
        distant.append(stream, drafts(2, 3)), distant.append(other, drafts(1)), return_exceptions=True
    )
    assert proxy.cuts == 1
    assert await versions(distant, stream) == [1, 2, 3, 4]
    log = await distant.read(0, 100)
    assert positions == [row.position for row in log if row.stream == stream][1:]
    assert others == [row.position for row in log if row.stream == other]


async def test_a_batch_that_never_arrived_is_recorded_once(distant: Store, proxy: Proxy, database: Database) -> None:
    stream = new_uuid()
    proxy.upward = speaks_of_a_batch
    await distant.append(stream, drafts(1, 2))
    assert proxy.cuts == 1
    assert await versions(distant, stream) == [1, 2]
    assert database.transactions() == 2


async def test_a_conflict_is_reported_even_after_a_lost_response(distant: Store, proxy: Proxy) -> None:
    stream = new_uuid()
    await distant.append(stream, drafts(1, 2))
    proxy.downward = tells_of_a_commit
    with pytest.raises(VersionConflict):
        await distant.append(stream, drafts(2, mark="rival"))
    assert proxy.cuts == 1
    assert [state for _, _, state in await distant.load(stream)] == [b"1", b"2"]


async def test_a_late_commit_of_a_lost_connection_does_not_duplicate_a_retry(
    distant: Store, proxy: Proxy, database: Database
) -> None:
    stream = new_uuid()
    with database.locked():
        append = asyncio.ensure_future(distant.append(stream, drafts(1, 2)))
        await until_waiting(database)
        # The server does not notice: the first transaction still waits for its lock, and the second behind it.
        await proxy.close()
        await proxy.open()
        for _ in range(1_000):
            if database.waiting() == 2:
                break
            await asyncio.sleep(0.005)
        assert database.waiting() == 2
    await append
    assert await versions(distant, stream) == [1, 2]
    assert [row.version for row in await distant.read(0, 10) if row.stream == stream] == [1, 2]


async def test_ended_sessions_are_replaced_without_loss_or_duplication(store: Store, database: Database) -> None:
    streams = [new_uuid() for _ in range(4)]

    async def play(stream: UUID) -> None:
        for version in range(1, 101):
            await store.append(stream, drafts(version))

    async def disturb() -> None:
        for _ in range(5):
            await asyncio.sleep(0.02)
            database.end_connections()

    await asyncio.gather(*(play(stream) for stream in streams), disturb())
    for stream in streams:
        assert await versions(store, stream) == list(range(1, 101))
    assert len(await store.read(0, 1_000)) == 400


async def test_a_session_that_ended_while_idle_affects_no_append(store: Store, database: Database) -> None:
    stream = new_uuid()
    await store.append(stream, drafts(1))
    database.end_connections()
    await store.append(stream, drafts(2))
    database.end_connections()
    assert await versions(store, stream) == [1, 2]


async def test_every_append_gets_an_error_while_the_database_is_down(proxy: Proxy, database: Database) -> None:
    async with await opened(proxy, seconds=0.3) as store:
        await store.append(new_uuid(), drafts(1))
        with database.locked():
            sent = asyncio.ensure_future(store.append(new_uuid(), drafts(1)))
            await until_waiting(database)
            waiting = [asyncio.ensure_future(store.append(new_uuid(), drafts(1))) for _ in range(10)]
            await asyncio.sleep(0)
            await proxy.close()
            unknown, *certain = await asyncio.gather(sent, *waiting, return_exceptions=True)
        assert isinstance(unknown, StoreUnavailable)
        assert unknown.outcome_unknown
        assert all(isinstance(answer, StoreUnavailable) and not answer.outcome_unknown for answer in certain)
        with pytest.raises(StoreUnavailable):
            await store.load(new_uuid())
        await proxy.open()
        assert await store.append(new_uuid(), drafts(1))


async def test_a_silent_database_causes_a_timeout(proxy: Proxy, database: Database) -> None:
    async with await opened(proxy, seconds=0.3) as store:
        await store.append(new_uuid(), drafts(1))
        with database.locked(), pytest.raises(StoreUnavailable) as refusal:
            await store.append(new_uuid(), drafts(1))
        assert refusal.value.outcome_unknown
        assert await store.append(new_uuid(), drafts(1))
