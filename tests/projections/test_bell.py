import asyncio

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from projections.log_listener import LogListener

CHANNEL = "bell"
MANY = 3_000
"""More notifications than a socket holds."""


async def rings_until_silence(bell: LogListener) -> int:
    """Count rings until none comes for a second."""
    rings = 0
    while True:
        try:
            async with asyncio.timeout(1):
                await bell.next_notification().wait()
        except TimeoutError:
            return rings
        rings += 1


async def test_a_burst_of_notifications_causes_one_wake_up(database_url: str) -> None:
    # given a bell that rang when it began to listen
    bell = LogListener(conninfo_to_dict(database_url), CHANNEL)
    attending = asyncio.create_task(bell.run())
    assert await rings_until_silence(bell) == 1
    # when far more is notified than it could ring for one by one
    async with await psycopg.AsyncConnection.connect(database_url) as connection:
        await connection.execute(
            "SELECT pg_notify(%s, lpad(number::text, 200)) FROM generate_series(1, %s) AS number", (CHANNEL, MANY)
        )
        await connection.commit()
        rings = await rings_until_silence(bell)
        # then it rang, but not for each, and the server waits for nobody to read
        (waiting,) = await (
            await connection.execute(
                "SELECT array_agg(DISTINCT wait_event) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
            )
        ).fetchone() or (None,)
    attending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await attending
    assert 0 < rings < MANY / 10
    assert waiting == ["ClientRead"]
