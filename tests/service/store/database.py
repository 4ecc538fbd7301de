"""Operations of a database administrator on a log."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, LiteralString

import psycopg


class Database:
    """Operations of a database administrator on the log."""

    def __init__(self, url: str) -> None:
        self._url = url

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Block the commit of every batch."""
        with psycopg.connect(self._url) as connection:
            connection.execute("LOCK TABLE chronicle.stored_events IN EXCLUSIVE MODE")
            yield

    def waiting(self) -> int:
        """The number of batches that wait for the table lock."""
        query = "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'relation'"
        return int(self.ask(query)[0][0])

    def end_connections(self) -> None:
        """End all connections to the database but this one."""
        self.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid()"
        )

    def ask(self, query: LiteralString) -> list[tuple[Any, ...]]:
        with psycopg.connect(self._url, autocommit=True) as connection:
            cursor = connection.execute(query)
            return cursor.fetchall() if cursor.description else []

    def transactions(self) -> int:
        """The number of transactions that recorded the log."""
        return int(self.ask("SELECT count(DISTINCT xmin::text) FROM chronicle.stored_events")[0][0])
