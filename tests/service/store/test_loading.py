import asyncio

import pytest

from service.store.errors import StoreUnavailable
from service.store.store import Store
from tests.kit.seeds import new_uuid
from tests.service.store.asking import drafts, versions
from tests.service.store.database import Database


async def test_a_stream_is_loaded_after_a_version_up_to_a_limit(store: Store) -> None:
    stream = new_uuid()
    await store.append(stream, drafts(1, 10))
    await store.append(new_uuid(), drafts(1, 10))
    assert await versions(store, stream) == list(range(1, 11))
    assert await store.load(stream, 7) == drafts(8, 3)
    assert await store.load(stream, 2, 3) == drafts(3, 3)
    assert await store.load(stream, 10) == []
    assert await store.load(new_uuid()) == []


async def test_any_bytes_and_topics_are_read_back_unchanged(store: Store) -> None:
    stream, topic, state = new_uuid(), "spiel/würfel gefallen@12", bytes(range(256)) * 4_000
    await store.append(stream, [(1, topic, state), (2, topic, b"")])
    assert await store.load(stream) == [(1, topic, state), (2, topic, b"")]


async def test_an_empty_log_has_no_rows_and_its_head_is_0(store: Store) -> None:
    assert await store.head_position() == 0
    assert await store.read(0, 10) == []


async def test_the_log_is_read_after_a_position_in_order(store: Store) -> None:
    first = await store.append(new_uuid(), drafts(1, 2))
    second = await store.append(new_uuid(), drafts(1, 2))
    assert [row.position for row in await store.read(first[0], 2)] == [first[1], second[0]]
    assert await store.head_position() == second[1]


async def test_concurrent_queries_get_their_own_results(store: Store) -> None:
    streams = [new_uuid() for _ in range(50)]
    await asyncio.gather(*(store.append(stream, drafts(1, number)) for number, stream in enumerate(streams, 1)))
    gone = asyncio.ensure_future(store.load(streams[0]))
    answers = asyncio.gather(*(store.load(stream) for stream in streams))
    await asyncio.sleep(0)
    gone.cancel()
    for number, rows in enumerate(await answers, 1):
        assert rows == drafts(1, number)


async def test_a_failed_query_reports_its_error_and_affects_no_other(store: Store, database: Database) -> None:
    stream = new_uuid()
    await store.append(stream, drafts(1))
    with pytest.raises(StoreUnavailable, match="LIMIT must not be negative"):
        await store.load(stream, 0, -1)
    assert await versions(store, stream) == [1]
    assert database.ask("SELECT count(*) FROM chronicle.stored_events") == [(1,)]


async def test_the_latest_event_of_each_stream_is_read_in_log_order(store: Store) -> None:
    one, other, unknown = new_uuid(), new_uuid(), new_uuid()
    await store.append(one, drafts(1, 3))
    await store.append(other, drafts(1, 2))
    await store.append(new_uuid(), drafts(1, 1))
    await store.append(one, drafts(4, 1))
    newest = await store.latest_events([one, other, unknown])
    assert [(row.stream, row.version) for row in newest] == [(other, 2), (one, 4)]
    assert await store.latest_events([unknown]) == []
    assert await store.latest_events([]) == []


async def test_streams_are_found_by_their_first_position(store: Store) -> None:
    one, other = new_uuid(), new_uuid()
    begun = [await store.append(stream, drafts(1, 2)) for stream in (one, other)]
    await store.append(one, drafts(3, 1))
    assert [(row.position, row.stream) for row in await store.first_events(0, 9)] == [
        (begun[0][0], one),
        (begun[1][0], other),
    ]
    assert [row.stream for row in await store.first_events(begun[0][0], 9)] == [other]
    assert [row.stream for row in await store.first_events(0, 1)] == [one]


async def test_streams_with_events_above_a_position_are_found_page_by_page(store: Store) -> None:
    # given two streams whose events alternate, and which end with the first one
    one, other = new_uuid(), new_uuid()
    positions = [
        (await store.append(stream, [(version, "topic", b"")]))[0]
        for stream, version in ((one, 1), (other, 1), (one, 2), (other, 2), (one, 3))
    ]
    # then a page has each stream once, with its newest position in this page
    assert await store.streams(0, 9) == [(positions[3], other), (positions[4], one)]
    assert await store.streams(0, 3) == [(positions[1], other), (positions[2], one)]
    # and the next page begins after the last position of the page before
    assert await store.streams(positions[2], 3) == [(positions[3], other), (positions[4], one)]
    assert await store.streams(positions[3], 3) == [(positions[4], one)]
    assert await store.streams(positions[4], 3) == []
