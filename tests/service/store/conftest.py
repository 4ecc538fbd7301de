"""A store on an empty database, and a way to stand in the way of its commits."""

from collections.abc import AsyncIterator

import pytest

from service.store.store import Store
from tests.service.store.database import Database


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    async with Store.open(database_url) as store:
        yield store


@pytest.fixture
def database(database_url: str) -> Database:
    return Database(database_url)
