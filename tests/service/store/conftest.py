"""Fixtures: a store on an empty database, and a lock that blocks its commits."""

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
async def listener(store: Store) -> AsyncIterator[LogListener]:
    """The listener of the store's log, after its first notification."""
    listener = LogListener(store.recorder.connection_parameters(), store.recorder.channel_name)
    rung, ringing = listener.next_notification(), asyncio.create_task(listener.run())
    await rung.wait()
    yield listener
    ringing.cancel()
    await asyncio.wait([ringing])


@pytest.fixture
def database(database_url: str) -> Database:
    return Database(database_url)
