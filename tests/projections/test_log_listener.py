import asyncio

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from projections.log_listener import LogListener

CHANNEL = "log_listener"
MANY = 3_000
"""More notifications than a socket holds."""


async def wake_ups_until_silence(listener: LogListener) -> int:
    """Count wake-ups until none occurs for a second."""
    wake_ups = 0
    while True:
        try:
            async with asyncio.timeout(1):
                await listener.next_notification().wait()
        except TimeoutError:
            return wake_ups
        wake_ups += 1


async def test_a_burst_of_notifications_causes_one_wake_up(database_url: str) -> None:
    # given a listener that woke up when it started to listen
    listener = LogListener(conninfo_to_dict(database_url), CHANNEL)
    listening = asyncio.create_task(listener.run())
    assert await wake_ups_until_silence(listener) == 1
    # when far more notifications arrive than wake-ups are possible
    async with await psycopg.AsyncConnection.connect(database_url) as connection:
        await connection.execute(
            "SELECT pg_notify(%s, lpad(number::text, 200)) FROM generate_series(1, %s) AS number", (CHANNEL, MANY)
        )
        await connection.commit()
        wake_ups = await wake_ups_until_silence(listener)
        # then it wakes up, but not for each one, and the server does not wait for a reader
        (waiting,) = await (
            await connection.execute(
                "SELECT array_agg(DISTINCT wait_event) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
            )
        ).fetchone() or (None,)
    listening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await listening
    assert 0 < wake_ups < MANY / 10
    assert waiting == ["ClientRead"]
