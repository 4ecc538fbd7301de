"""Embedded PostgreSQL server, which starts and stops with the service and stores its data in the data directory."""

import sys
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg

from service.postgres.errors import EXTERNAL_DATABASE_HINT, PostgresUnavailable

if sys.platform == "linux":
    from service.postgres.startup import current_url, run_database


class EmbeddedPostgres:
    """Context manager of an embedded server whose data persists in `folder`.

    Only the current user of this machine can connect to `url`, and only one service can use the folder at a time.
    The server ends with the context, or with the process in any case. Entering raises PostgresUnavailable.
    """

    url: str
    """A complete libpq URL: socket directory, port, user and database."""

    def __init__(self, folder: Path) -> None:
        """Use a folder that contains nothing else. It is created if missing."""
        self._folder = folder.absolute()
        self._open = ExitStack()

    def __enter__(self) -> Self:
        """Start the server and wait until it accepts connections."""
        if sys.platform != "linux":
            message = (
                f"The embedded PostgreSQL supports Linux only: start the service on Linux, {EXTERNAL_DATABASE_HINT}."
            )
            raise PostgresUnavailable(message)
        try:
            self.url = self._open.enter_context(run_database(self._folder))
        except (OSError, psycopg.Error) as error:
            message = f"The embedded PostgreSQL could not start in {self._folder}: {error}."
            raise PostgresUnavailable(message) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the server. All committed transactions are on disk."""
        self._open.close()


def running_url(folder: Path) -> str | None:
    """The URL of the server that another process runs in this folder, or None if none is ready."""
    return current_url(folder.absolute()) if sys.platform == "linux" else None
