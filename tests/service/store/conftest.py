"""A store on an empty database, and a way to stand in the way of its commits."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from projections.log_listener import LogListener
from service.store.store import Store
from tests.service.store.database import Database


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    async with Store.open(database_url) as store:
        yield store


@pytest.fixture
async def bell(store: Store) -> AsyncIterator[LogListener]:
    """The bell of the store's log, which rang for the first time."""
    bell = LogListener(store.recorder.connection_parameters(), store.recorder.channel_name)
    rung, ringing = bell.next_notification(), asyncio.create_task(bell.run())
    await rung.wait()
    yield bell
    ringing.cancel()
    await asyncio.wait([ringing])


@pytest.fixture
def database(database_url: str) -> Database:
    return Database(database_url)
