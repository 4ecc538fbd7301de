import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from psycopg.conninfo import make_conninfo

from projections.log_listener import LogListener
from service.store.errors import StoreUnavailable
from service.store.store import Store
from tests.kit.seeds import new_uuid
from tests.service.store.asking import drafts
from tests.service.store.database import Database


async def test_concurrent_starts_can_create_the_tables(database_url: str) -> None:
    with ThreadPoolExecutor(8) as pool:
        stores = list(pool.map(Store.open, [database_url] * 8))
    stream = new_uuid()
    for version, store in enumerate(stores, 1):
        await store.append(stream, drafts(version))
    assert len(await stores[0].load(stream)) == 8
    await asyncio.gather(*(store.close() for store in stores))


async def test_reopening_keeps_recorded_events(database_url: str) -> None:
    stream = new_uuid()
    async with Store.open(database_url) as store:
        await store.append(stream, drafts(1))
    async with Store.open(database_url) as store:
        await store.append(stream, drafts(2))
        assert [version for version, _, _ in await store.load(stream)] == [1, 2]


async def test_each_schema_has_its_own_log(database_url: str) -> None:
    stream = new_uuid()
    async with Store.open(database_url) as one, Store.open(database_url, schema="other") as other:
        await one.append(stream, drafts(1))
        assert await other.load(stream) == []
        await other.append(stream, drafts(1))
        assert await other.head_position() == 1


def test_an_unreachable_database_is_reported_with_its_message(database_url: str) -> None:
    with pytest.raises(StoreUnavailable, match="nowhere"):
        Store.open(make_conninfo(database_url, dbname="nowhere"))


async def test_url_options_apply_to_every_connection(database_url: str, database: Database) -> None:
    async with Store.open(make_conninfo(database_url, application_name="chronicle-test")) as store:
        await store.append(new_uuid(), drafts(1))
        await store.head_position()
        listener = LogListener(store.recorder.connection_parameters(), store.recorder.channel_name)
        rung, ringing = listener.next_notification(), asyncio.create_task(listener.run())
        await rung.wait()
        names = database.ask(
            "SELECT DISTINCT application_name FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert names == [("chronicle-test",)]
        ringing.cancel()
        await asyncio.wait([ringing])


def test_the_database_function_of_the_library_does_not_exist(database_url: str, database: Database) -> None:
    Store.open(database_url)
    assert database.ask("SELECT proname FROM pg_proc WHERE pronamespace = 'chronicle'::regnamespace") == []
