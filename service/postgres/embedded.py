"""A PostgreSQL server of the service's own: it starts and stops with the service, in the service's data folder."""

import sys
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg

from service.postgres.errors import OWN_DATABASE, PostgresUnavailable

if sys.platform == "linux":
    from service.postgres.serving import serving, url_of_serving


class EmbeddedPostgres:
    """A context in which `url` leads to a database that lives on in `folder`, for this user of this machine alone.

    One service at a time; the server ends with the context, or with the process however it ends. Entering raises
    PostgresUnavailable.
    """

    url: str
    """A libpq URL with everything in it: socket folder, port, user and database."""

    def __init__(self, folder: Path) -> None:
        """Serve from a folder that is the server's alone; it is made if missing."""
        self._folder = folder.absolute()
        self._open = ExitStack()

    def __enter__(self) -> Self:
        """Start the server and wait until it takes connections."""
        if sys.platform != "linux":
            message = f"The embedded PostgreSQL is made for Linux: start the service there, {OWN_DATABASE}."
            raise PostgresUnavailable(message)
        try:
            self.url = self._open.enter_context(serving(self._folder))
        except (OSError, psycopg.Error) as error:
            message = f"The embedded PostgreSQL could not start in {self._folder}: {error}."
            raise PostgresUnavailable(message) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the server; everything committed is on the disk."""
        self._open.close()


def url_of_running(folder: Path) -> str | None:
    """The URL of the server that another process runs from this folder, or None if none does (or not yet)."""
    return url_of_serving(folder.absolute()) if sys.platform == "linux" else None
