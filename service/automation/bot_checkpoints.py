"""Bot checkpoints: the position of the log up to which each process has made its bot moves.

The promise of a row: no bot move is pending that follows from events which the process recorded at or below
`position`, or from events of processes whose work it took over.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from msgspec import Struct
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

LOST_SECONDS: Final = 60
"""The age at which the row of a process counts as that of a lost process."""

_LOAD: Final = f"""
SELECT process, position, at, at < now() - interval '{LOST_SECONDS} s' AS lost FROM bot_checkpoints
"""  # noqa: S608 -- a constant
_SAVE: Final = """
INSERT INTO bot_checkpoints VALUES (%s, %s, now())
ON CONFLICT (process) DO UPDATE SET position = EXCLUDED.position, at = EXCLUDED.at
"""
_DELETE: Final = "DELETE FROM bot_checkpoints WHERE process = %s AND at = %s"


class BotCheckpoint(Struct, frozen=True):
    """The checkpoint of a process. `lost` means that the process has not updated it for `LOST_SECONDS`."""

    process: UUID
    position: int
    at: datetime
    lost: bool


class BotCheckpoints:
    """The table of checkpoints. Every method raises `psycopg.Error` while the database does not answer."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        """Use the database of this pool."""
        self._pool = pool

    async def load(self) -> Sequence[BotCheckpoint]:
        """Load the checkpoints of all processes."""
        async with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(BotCheckpoint)) as rows,
        ):
            await rows.execute(_LOAD)
            return await rows.fetchall()

    async def save(self, process: UUID, position: int) -> None:
        """Write the checkpoint of a process."""
        async with self._pool.connection() as connection:
            await connection.execute(_SAVE, (process, position))

    async def delete(self, checkpoint: BotCheckpoint) -> None:
        """Delete a checkpoint unless its process has updated it since it was loaded."""
        async with self._pool.connection() as connection:
            await connection.execute(_DELETE, (checkpoint.process, checkpoint.at))
