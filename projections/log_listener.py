"""Listener for PostgreSQL notifications about new events, on one connection per process."""

import asyncio
from collections.abc import Mapping
from typing import Any

import psycopg
from psycopg.sql import SQL, Identifier

_PAUSE = 0.5
_BREATH = 0.02


class LogListener:
    """Wakes all waiting tasks at each notification. A lost notification or connection causes a delay only."""

    def __init__(self, settings: Mapping[str, Any], channel: str) -> None:
        """Listen to `channel` on a connection with these psycopg settings."""
        self._settings = settings
        self._listen = SQL("LISTEN {}").format(Identifier(channel))
        self._rung = asyncio.Event()

    async def run(self) -> None:
        """Listen until cancelled; reconnects after a lost connection."""
        while True:
            try:
                await self._attend()
            except psycopg.OperationalError:
                await asyncio.sleep(_PAUSE)

    async def _attend(self) -> None:
        async with await psycopg.AsyncConnection.connect(autocommit=True, **self._settings) as connection:
            await connection.execute(self._listen)
            while True:
                self._ring()
                # All that waits in the socket is read at once, so a busy log costs no more than one ring a breath. Read
                # one by one, a breath each, the socket would fill: its server process then waits for us instead of
                # answering the rest of the server, and PostgreSQL keeps every notification until it has been read.
                async for _ in connection.notifies(stop_after=1):
                    pass
                await asyncio.sleep(_BREATH)

    def _ring(self) -> None:
        rung, self._rung = self._rung, asyncio.Event()
        rung.set()

    def listen(self) -> asyncio.Event:
        """Return the event that the next notification sets. Take it before reading the log, wait for it afterwards."""
        return self._rung


async def until(seconds: float, *events: asyncio.Event) -> None:
    """Wait for the first of these events, at most so many seconds."""
    waiting = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()
