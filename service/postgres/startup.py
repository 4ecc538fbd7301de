"""Startup of the embedded server: directory locks, cluster, server process, database and socket path."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg

from service.postgres.account import server_account
from service.postgres.cluster import ROLE, ensure_cluster, remove_stale_files
from service.postgres.errors import PostgresUnavailable
from service.postgres.locks import acquire_lock, private_descriptor
from service.postgres.program import installed_program
from service.postgres.scratch_directory import ScratchDirectory
from service.postgres.server import run_server

_DATABASE = "chronicle"
_SERVICE_LOCK = "service.lock"
_SERVICE_LOCK_TIMEOUT = 0.5
"""Seconds. `current_url` of another process holds the lock briefly."""
_SERVER_LOCK_TIMEOUT = 60.0
"""Seconds. All processes of a server hold the lock, and a server whose service was killed writes a checkpoint first."""


@contextmanager
def run_database(home: Path) -> Iterator[str]:
    """Run the database in directory `home` and yield its URL.

    Raises PostgresUnavailable, OSError or psycopg.Error on failure.
    """
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _service_lock(home) as service_lock, ExitStack() as stack:
        with _server_lock(home) as server_lock:
            scratch = ScratchDirectory(home / "nook")
            stack.callback(scratch.remove)
            stack.enter_context(_server(home / "cluster", scratch, server_lock))
        url = _create_database(scratch.socket_directory(home / "cluster"))
        os.pwrite(service_lock, url.encode(), 0)
        yield url


def current_url(home: Path) -> str | None:
    """The URL of the database that a service currently runs in `home`, or None."""
    path = home / _SERVICE_LOCK
    if not path.exists():
        return None
    descriptor = acquire_lock(path)
    if descriptor is None:
        return path.read_text() or None
    os.close(descriptor)
    return None


def _server(cluster: Path, scratch: ScratchDirectory, server_lock: int) -> AbstractContextManager[None]:
    account = server_account(cluster)
    program = scratch.runnable_program(account, installed_program())
    ensure_cluster(cluster, program, account, server_lock)
    remove_stale_files(cluster)
    return run_server(cluster, program, account, server_lock)


@contextmanager
def _service_lock(home: Path) -> Iterator[int]:
    descriptor = acquire_lock(home / _SERVICE_LOCK, _SERVICE_LOCK_TIMEOUT)
    if descriptor is None:
        message = f"Another service runs on {home}: stop it, or set CHRONICLE_DATA to another directory."
        raise PostgresUnavailable(message)
    with private_descriptor(descriptor):
        os.ftruncate(descriptor, 0)
        yield descriptor


@contextmanager
def _server_lock(home: Path) -> Iterator[int]:
    descriptor = acquire_lock(home / "server.lock", _SERVER_LOCK_TIMEOUT)
    if descriptor is None:
        message = (
            f"The previous server of {home} did not end within {_SERVER_LOCK_TIMEOUT:.0f} s: see {home}/server.log."
        )
        raise PostgresUnavailable(message)
    with private_descriptor(descriptor):
        yield descriptor


def _create_database(socket_directory: Path) -> str:
    with psycopg.connect(_url(socket_directory, "postgres"), autocommit=True) as connection:
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [_DATABASE]).fetchone()
        if found is None:
            connection.execute(f"CREATE DATABASE {_DATABASE}")
    return _url(socket_directory, _DATABASE)


def _url(socket_directory: Path, database: str) -> str:
    return f"postgresql://{ROLE}@/{database}?host={quote(os.fsencode(socket_directory), safe='')}&port=5432"
