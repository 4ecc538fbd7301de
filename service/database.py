"""The database of a service process: the configured server, or an embedded one while a block runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from service.postgres.embedded import EmbeddedPostgres, url_of_running
from service.settings import Settings, SettingsError

_REACH_SECONDS = 5
_NOTICING: Final = {
    "connect_timeout": f"{_REACH_SECONDS}",
    "keepalives_idle": "5",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "tcp_user_timeout": "10000",
}
"""By which a connection ends ten to fifteen seconds after its other end has gone without a word; systems by themselves
try on for a quarter of an hour, and whatever was asked waits as long."""


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """Give the database's URL: the one that was named, or that of a server of our own while the block runs.

    Raises `SettingsError` where that database or the data folder cannot be used.
    """
    _make(settings.data)
    if settings.database_url is not None:
        _reach(settings.database_url)
        yield _noticing(settings.database_url)
        return
    with EmbeddedPostgres(settings.data / "postgres") as server:
        yield server.url


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"CHRONICLE_DATA: {folder} cannot be a folder: {error.strerror}.") from None


def _reach(database_url: str) -> None:
    try:
        psycopg.connect(database_url, connect_timeout=_REACH_SECONDS).close()
    except psycopg.OperationalError as error:
        raise SettingsError(f"CHRONICLE_DATABASE_URL: the database cannot be reached: {error}") from None
    except psycopg.ProgrammingError:  # its message repeats the URL, which may hold a password
        raise SettingsError("CHRONICLE_DATABASE_URL is not of the form postgresql://user@host/name.") from None


def _noticing(database_url: str) -> str:
    said = conninfo_to_dict(database_url)
    return make_conninfo(database_url, **{name: value for name, value in _NOTICING.items() if name not in said})


@contextmanager
def database_or_running(settings: Settings) -> Iterator[str]:
    """Give the database's URL beside a service that may be running on it, or as `database` does."""
    running = None if settings.database_url is not None else url_of_running(settings.data / "postgres")
    if running is not None:
        yield running
        return
    with database(settings) as url:
        yield url
