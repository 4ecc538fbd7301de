import asyncio
from collections.abc import Sequence
from uuid import UUID

import pytest

from service.store.errors import Overloaded, StoreUnavailable, VersionConflict
from service.store.rows import StreamRow
from service.store.store import Store
from tests.kit.seeds import new_uuid
from tests.service.store.asking import drafts, until_waiting, versions
from tests.service.store.database import Database


async def in_one_batch(
    store: Store, database: Database, *appends: tuple[UUID, Sequence[StreamRow]]
) -> list[Sequence[int] | BaseException]:
    """Make appends share a commit by requesting them during an earlier one."""
    with database.locked():
        earlier = asyncio.ensure_future(store.append(new_uuid(), drafts(1)))
        await until_waiting(database)
        asked = [asyncio.ensure_future(store.append(*append)) for append in appends]
        await asyncio.sleep(0)
        assert not any(future.done() for future in (earlier, *asked))
    await earlier
    return await asyncio.gather(*asked, return_exceptions=True)


async def test_an_append_returns_increasing_positions_and_is_read_back_unchanged(store: Store) -> None:
    stream = new_uuid()
    positions = await store.append(stream, drafts(1, 3))
    assert list(positions) == sorted(set(positions))
    assert await store.load(stream) == drafts(1, 3)
    assert [row.position for row in await store.read(0, 10)] == positions
    assert await store.head_position() == positions[-1]


@pytest.mark.parametrize("first", [1, 3, 5])
async def test_an_append_with_an_outdated_version_conflicts_and_records_nothing(store: Store, first: int) -> None:
    stream = new_uuid()
    await store.append(stream, drafts(1, 3))
    with pytest.raises(VersionConflict) as refusal:
        await store.append(stream, drafts(first, 2, "late"))
    assert (refusal.value.stream, refusal.value.version) == (stream, first)
    assert await versions(store, stream) == [1, 2, 3]


async def test_appends_requested_during_a_commit_share_the_next_one(store: Store, database: Database) -> None:
    streams = [new_uuid() for _ in range(20)]
    answers = await in_one_batch(store, database, *((stream, drafts(1, 2)) for stream in streams))
    assert all(isinstance(answer, list) for answer in answers)
    assert database.transactions() == 2


async def test_a_conflict_refuses_only_its_own_append(store: Store, database: Database) -> None:
    taken, free, chained = new_uuid(), new_uuid(), new_uuid()
    await store.append(taken, drafts(1, 2))
    await store.append(chained, drafts(1))
    before, conflict, after, chain = await in_one_batch(
        store,
        database,
        (free, drafts(1, 3)),
        (taken, drafts(2, 3, "rival")),
        (free, drafts(4, 2)),
        (chained, drafts(2, 2)),
    )
    assert isinstance(conflict, VersionConflict)
    assert [await versions(store, stream) for stream in (free, taken, chained)] == [[1, 2, 3, 4, 5], [1, 2], [1, 2, 3]]
    positions = [row.position for row in await store.read(0, 100) if row.stream in (free, chained)]
    assert isinstance(before, list)
    assert isinstance(after, list)
    assert isinstance(chain, list)
    assert positions[1:] == sorted(before + after + chain)


async def test_an_append_chained_to_a_conflicting_one_conflicts_too(store: Store, database: Database) -> None:
    stream = new_uuid()
    await store.append(stream, drafts(1, 2))
    # The rival wanted version 2; the stream is at 2, where the chained append starts, yet upon another event.
    answers = await in_one_batch(store, database, (stream, drafts(2, mark="rival")), (stream, drafts(3)))
    assert [type(answer) for answer in answers] == [VersionConflict, VersionConflict]
    assert await versions(store, stream) == [1, 2]


async def test_an_append_chained_to_one_that_conflicts_in_the_commit_before_conflicts_too(
    store: Store, database: Database
) -> None:
    stream = new_uuid()
    await store.append(stream, drafts(1, 2))
    with database.locked():
        rival = asyncio.ensure_future(store.append(stream, drafts(2, mark="rival")))
        await until_waiting(database)
        chained = asyncio.ensure_future(store.append(stream, drafts(3)))
        await asyncio.sleep(0)
    answers = await asyncio.gather(rival, chained, return_exceptions=True)
    assert [type(answer) for answer in answers] == [VersionConflict, VersionConflict]
    assert await versions(store, stream) == [1, 2]


async def test_the_first_of_two_conflicting_appends_succeeds(store: Store, database: Database) -> None:
    stream = new_uuid()
    winner, loser = await in_one_batch(store, database, (stream, drafts(1, 2, "a")), (stream, drafts(1, 1, "b")))
    assert isinstance(winner, list)
    assert isinstance(loser, VersionConflict)
    assert [state for _, _, state in await store.load(stream)] == [b"a1", b"a2"]


async def test_concurrent_appends_record_each_version_once(store: Store) -> None:
    stream = new_uuid()

    async def race(mark: str) -> int:
        won = 0
        while (newest := len(await store.load(stream))) < 20:
            try:
                await store.append(stream, drafts(newest + 1, mark=mark))
                won += 1
            except VersionConflict:
                continue
        return won

    assert sum(await asyncio.gather(*(race(mark) for mark in "abcd"))) == 20
    assert await versions(store, stream) == list(range(1, 21))


async def test_a_failed_commit_is_not_acknowledged(store: Store, database: Database) -> None:
    database.ask(
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not today'; END $$;
        CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON chronicle.stored_events DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse()
        """
    )
    stream = new_uuid()
    with pytest.raises(StoreUnavailable, match="not today") as refusal:
        await store.append(stream, drafts(1))
    assert not refusal.value.outcome_unknown
    database.ask("DROP TRIGGER refuse ON chronicle.stored_events")
    assert await store.load(stream) == []
    await store.append(stream, drafts(1))


async def test_a_full_queue_refuses_appends_and_keeps_accepted_ones(database_url: str, database: Database) -> None:
    async with Store.open(database_url, queue_bound=3) as store:
        with database.locked():
            first = asyncio.ensure_future(store.append(new_uuid(), drafts(1)))
            await until_waiting(database)
            waiting = [asyncio.ensure_future(store.append(new_uuid(), drafts(1))) for _ in range(3)]
            await asyncio.sleep(0)
            with pytest.raises(Overloaded):
                await store.append(new_uuid(), drafts(1))
        await asyncio.gather(first, *waiting)
        assert len(await store.read(0, 10)) == 4


async def test_a_cancelled_caller_does_not_cancel_other_appends(store: Store, database: Database) -> None:
    stream = new_uuid()
    with database.locked():
        sent = asyncio.ensure_future(store.append(stream, drafts(1, 2)))
        await until_waiting(database)
        queued = asyncio.ensure_future(store.append(stream, drafts(3, 2)))
        await asyncio.sleep(0)
        sent.cancel()
        queued.cancel()
        follows = asyncio.ensure_future(store.append(stream, drafts(5)))
        await asyncio.sleep(0)
    await follows
    assert sent.cancelled()
    assert queued.cancelled()
    assert await versions(store, stream) == [1, 2, 3, 4, 5]


async def test_closing_records_queued_appends_and_refuses_new_ones(database_url: str, database: Database) -> None:
    store = Store.open(database_url)
    appends = [asyncio.ensure_future(store.append(new_uuid(), drafts(1))) for _ in range(5)]
    await asyncio.sleep(0)
    await store.close()
    assert len([await append for append in appends]) == 5
    with pytest.raises(StoreUnavailable):
        await store.append(new_uuid(), drafts(1))
    assert database.ask("SELECT count(*) FROM chronicle.stored_events") == [(5,)]
