"""Short helpers for requests to a store."""

import asyncio
from uuid import UUID

import pytest

from service.store.rows import StreamRow
from service.store.store import Store
from tests.service.store.database import Database


def drafts(first: int, count: int = 1, mark: str = "") -> list[StreamRow]:
    return [(version, "test/happened@1", f"{mark}{version}".encode()) for version in range(first, first + count)]


async def versions(store: Store, stream: UUID) -> list[int]:
    return [version for version, _, _ in await store.load(stream)]


async def until_waiting(database: Database) -> None:
    """Wait until a batch waits for its lock: later appends form the next batch."""
    for _ in range(1_000):
        if database.waiting():
            return
        await asyncio.sleep(0.005)
    pytest.fail("no batch came")
