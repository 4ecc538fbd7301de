"""Log listener: wakes all followers of a process when the log has grown, through one PostgreSQL connection."""

import asyncio
from collections.abc import Mapping
from typing import Any

import psycopg
from psycopg.sql import SQL, Identifier

_RECONNECT_SECONDS = 0.5
_COALESCE_SECONDS = 0.02


class LogListener:
    """Wakes all waiting tasks on each notification. A lost notification or connection only delays them."""

    def __init__(self, parameters: Mapping[str, Any], channel: str) -> None:
        """Listen to `channel` through a connection with these psycopg parameters."""
        self._parameters = parameters
        self._statement = SQL("LISTEN {}").format(Identifier(channel))
        self._notified = asyncio.Event()

    async def run(self) -> None:
        """Listen until cancelled. Reconnects while the database is unreachable."""
        while True:
            try:
                await self._listen()
            except psycopg.OperationalError:
                await asyncio.sleep(_RECONNECT_SECONDS)

    async def _listen(self) -> None:
        async with await psycopg.AsyncConnection.connect(autocommit=True, **self._parameters) as connection:
            await connection.execute(self._statement)
            while True:
                self._wake_waiters()
                # Read all buffered notifications at once, so that a busy log causes one wake-up per interval.
                # Reading one per interval would fill the socket. The server process would then block on it, and
                # PostgreSQL would keep every unread notification.
                async for _ in connection.notifies(stop_after=1):
                    pass
                await asyncio.sleep(_COALESCE_SECONDS)

    def _wake_waiters(self) -> None:
        notified, self._notified = self._notified, asyncio.Event()
        notified.set()

    def next_notification(self) -> asyncio.Event:
        """Return the event that the next notification sets. Take it before reading the log, await it afterwards."""
        return self._notified


async def wait_for_any(seconds: float, *events: asyncio.Event) -> None:
    """Wait until one of these events is set, for at most `seconds`."""
    waiting = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()
