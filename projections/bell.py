"""Rings when the log has grown: by PostgreSQL's notifications, on one connection for all who wait."""

import asyncio
from collections.abc import Mapping
from typing import Any

import psycopg
from psycopg.sql import SQL, Identifier

_PAUSE = 0.5
_BREATH = 0.02


class Bell:
    """Wakes everybody who waits at each notification; a lost one, or a lost connection, costs them a delay only."""

    def __init__(self, settings: Mapping[str, Any], channel: str) -> None:
        """Listen to `channel` through a connection with these psycopg settings."""
        self._settings = settings
        self._listen = SQL("LISTEN {}").format(Identifier(channel))
        self._rung = asyncio.Event()

    async def run(self) -> None:
        """Listen until cancelled; an unreachable database is waited for."""
        while True:
            try:
                await self._attend()
            except psycopg.OperationalError:
                await asyncio.sleep(_PAUSE)

    async def _attend(self) -> None:
        async with await psycopg.AsyncConnection.connect(autocommit=True, **self._settings) as connection:
            await connection.execute(self._listen)
            self._ring()
            async for _ in connection.notifies():
                self._ring()
                # What is rung meanwhile waits in the socket and is read at once: a busy log costs no more than this.
                await asyncio.sleep(_BREATH)

    def _ring(self) -> None:
        rung, self._rung = self._rung, asyncio.Event()
        rung.set()

    def listen(self) -> asyncio.Event:
        """Give the event that the next ring sets: take it before you look, wait for it after."""
        return self._rung
