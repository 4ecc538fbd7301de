"""Database of a service process: the configured server, or an embedded one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from service.postgres.embedded import EmbeddedPostgres, running_url
from service.settings import Settings, SettingsError

_CONNECT_TIMEOUT = 5
_KEEPALIVES: Final = {
    "connect_timeout": f"{_CONNECT_TIMEOUT}",
    "keepalives_idle": "5",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "tcp_user_timeout": "10000",
}
"""Connection parameters that detect a silently lost peer within 10 to 15 seconds. By default, operating systems retry
for about 15 minutes, and queries wait as long."""


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """Yield the database's URL: the configured one, or that of an embedded server, which runs during the block.

    Raises `SettingsError` if the database or the data directory is unusable.
    """
    _create_directory(settings.data)
    if settings.database_url is not None:
        _check_reachable(settings.database_url)
        yield _with_keepalives(settings.database_url)
        return
    with EmbeddedPostgres(settings.data / "postgres") as server:
        yield server.url


def _create_directory(path: Path) -> None:
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"CHRONICLE_DATA: the directory {path} cannot be created: {error.strerror}.") from None


def _check_reachable(database_url: str) -> None:
    try:
        psycopg.connect(database_url, connect_timeout=_CONNECT_TIMEOUT).close()
    except psycopg.OperationalError as error:
        raise SettingsError(f"CHRONICLE_DATABASE_URL: the connection to the database failed: {error}") from None
    except psycopg.ProgrammingError:  # its message repeats the URL, which may contain a password
        raise SettingsError("CHRONICLE_DATABASE_URL must have the form postgresql://user@host/name.") from None


def _with_keepalives(database_url: str) -> str:
    given = conninfo_to_dict(database_url)
    return make_conninfo(database_url, **{name: value for name, value in _KEEPALIVES.items() if name not in given})


@contextmanager
def database_or_running(settings: Settings) -> Iterator[str]:
    """Yield the URL of the embedded database of a running service if there is one, otherwise as `database` does."""
    running = None if settings.database_url is not None else running_url(settings.data / "postgres")
    if running is not None:
        yield running
        return
    with database(settings) as url:
        yield url
