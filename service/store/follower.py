"""Following the log: every event once and in order, awake at a notification, and looking now and then without one."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import psycopg
from psycopg.sql import SQL, Identifier

from service.store.errors import StoreUnavailable
from service.store.line import Settings
from service.store.rows import Notified

Read = Callable[[int, int], Awaitable[list[Notified]]]


class Follower:
    """Listens on a connection of its own; one for each process is enough, whoever it then tells."""

    def __init__(self, settings: Settings, channel: str, read: Read, *, poll: float = 1.0, limit: int = 500) -> None:
        """Read batches of at most `limit` rows with `read`, no later than `poll` seconds after they were recorded."""
        self._settings = settings
        self._listen = SQL("LISTEN {}").format(Identifier(channel))
        self._read = read
        self._poll = poll
        self._limit = limit
        self._connection: psycopg.AsyncConnection[Any] | None = None

    async def follow(self, after: int) -> AsyncGenerator[list[Notified], None]:
        """Batches of what was recorded above position `after`, for ever; an unreachable database is waited for."""
        try:
            while True:
                await self._attend()
                rows = await self._next(after)
                if rows:
                    after = rows[-1].position
                    yield rows
                if len(rows) < self._limit:
                    await self._doze()
        finally:
            await self._hang_up()

    async def _next(self, after: int) -> list[Notified]:
        try:
            return await self._read(after, self._limit)
        except StoreUnavailable:
            return []

    async def _attend(self) -> None:
        if self._connection is not None:
            return
        with suppress(psycopg.OperationalError, TimeoutError):
            async with asyncio.timeout(self._poll):
                self._connection = await psycopg.AsyncConnection.connect(autocommit=True, **self._settings)
                await self._connection.execute(self._listen)

    async def _doze(self) -> None:
        if self._connection is None:
            await asyncio.sleep(self._poll)
            return
        try:
            async for _ in self._connection.notifies(timeout=self._poll, stop_after=1):
                pass
        except psycopg.OperationalError:
            await self._hang_up()

    async def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
