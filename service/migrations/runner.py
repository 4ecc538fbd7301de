"""Migration runner: brings the schema of a database up to date, or refuses a database that does not fit."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.rows import TupleRow, class_row

from service.migrations.files import MIGRATIONS, Migration
from service.migrations.schema import SCHEMA

_HISTORY: Final = f"{SCHEMA}.schema_migrations"
# The name of the lock is that of earlier releases, so that they and this one wait for each other.
_LOCK: Final = "SELECT pg_advisory_lock(hashtext('chronicle.people_tables'))"
_PREPARE: Final = f"""
CREATE SCHEMA IF NOT EXISTS {SCHEMA};
CREATE TABLE IF NOT EXISTS {_HISTORY} (
    number integer PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
);
SET LOCAL search_path TO {SCHEMA};
"""


class MigrationError(Exception):
    """A database that this version of the program must not use; the text is a sentence for the operator."""


class _Applied(Struct, frozen=True):
    number: int
    name: str
    checksum: str


async def migrate(database_url: str, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Apply the pending migrations in order, each in a transaction of its own.

    Processes that start together wait for each other. Without pending migrations nothing is written or locked.
    Raises `MigrationError`, before any change, where the database has a migration that is unknown or differs.
    """
    async with await AsyncConnection.connect(database_url, autocommit=True) as connection:
        if not _pending(migrations, await _applied(connection)):
            return
        await connection.execute("SET statement_timeout = 0")  # a migration may rewrite large tables
        # Held until the connection closes. A lock inside the transactions would be too late: a transaction that
        # waited for it still uses its old catalog cache and does not see the tables that the other process created.
        await connection.execute(_LOCK)
        for migration in _pending(migrations, await _applied(connection)):
            async with connection.transaction():
                await _apply(connection, migration)


async def _apply(connection: AsyncConnection[TupleRow], migration: Migration) -> None:
    await connection.execute(_PREPARE)
    await connection.execute(migration.sql)
    await connection.execute(
        f"INSERT INTO {_HISTORY} (number, name, checksum) VALUES (%s, %s, %s)",  # noqa: S608 -- a constant
        (migration.number, migration.name, migration.checksum),
    )


async def _applied(connection: AsyncConnection[TupleRow]) -> list[_Applied]:
    found = await connection.execute("SELECT to_regclass(%s)", (_HISTORY,))
    if await found.fetchone() == (None,):
        return []
    async with connection.cursor(row_factory=class_row(_Applied)) as cursor:
        await cursor.execute(f"SELECT number, name, checksum FROM {_HISTORY} ORDER BY number")  # noqa: S608 -- a constant
        return await cursor.fetchall()


def _pending(migrations: Sequence[Migration], applied: Iterable[_Applied]) -> list[Migration]:
    pending = {migration.number: migration for migration in migrations}
    for each in applied:
        known = pending.pop(each.number, None)
        if known is None:
            raise MigrationError(
                f"The database is newer than this program: it has migration {each.number} ({each.name}), which this "
                "version does not know. Use the version that applied it, or a later one."
            )
        if known.checksum != each.checksum:
            raise MigrationError(
                f"Migration {each.number} ({each.name}) of this program differs from the one that the database has. "
                "Use an unmodified release; a change of the schema needs a new migration."
            )
    return list(pending.values())
