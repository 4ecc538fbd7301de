"""What starting takes: the folder's locks, a cluster, a server in it, a database on that, and a way to the socket."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg

from service.postgres.account import server_account
from service.postgres.cluster import ROLE, clear_leftovers, ensure_cluster
from service.postgres.errors import PostgresUnavailable
from service.postgres.locks import lock, ours_alone
from service.postgres.program import installed_program
from service.postgres.scratch_directory import ScratchDirectory
from service.postgres.server import running

_DATABASE = "chronicle"
_SERVICE_LOCK = "service.lock"
_FORMER_SERVER_SECONDS = 60.0


@contextmanager
def serving(home: Path) -> Iterator[str]:
    """Serve from `home`, and give the URL. Raises PostgresUnavailable, OSError or psycopg.Error if that fails."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _service_lock(home) as service_lock, ExitStack() as stack:
        with _server_lock(home) as server_lock:
            nook = ScratchDirectory(home / "nook")
            stack.callback(nook.clear)
            stack.enter_context(_server(home / "cluster", nook, server_lock))
        url = _with_database(nook.way_to_socket(home / "cluster"))
        os.pwrite(service_lock, url.encode(), 0)
        yield url


def url_of_serving(home: Path) -> str | None:
    """The URL that a service gives for `home` now, or None if none serves it."""
    path = home / _SERVICE_LOCK
    if not path.exists():
        return None
    descriptor = lock(path)
    if descriptor is None:
        return path.read_text() or None
    os.close(descriptor)
    return None


def _server(cluster: Path, nook: ScratchDirectory, server_lock: int) -> AbstractContextManager[None]:
    account = server_account(cluster)
    program = nook.program_for(account, installed_program())
    ensure_cluster(cluster, program, account, server_lock)
    clear_leftovers(cluster)
    return running(cluster, program, account, server_lock)


@contextmanager
def _service_lock(home: Path) -> Iterator[int]:
    # Some patience, for whoever asks whether a service runs holds the lock for a moment.
    descriptor = lock(home / _SERVICE_LOCK, patience=0.5)
    if descriptor is None:
        message = f"Another service runs on {home}: stop it, or set CHRONICLE_DATA to another folder."
        raise PostgresUnavailable(message)
    with ours_alone(descriptor):
        os.ftruncate(descriptor, 0)
        yield descriptor


@contextmanager
def _server_lock(home: Path) -> Iterator[int]:
    # Held by every process of a server; one whose service was killed is still writing out what it must.
    descriptor = lock(home / "server.lock", patience=_FORMER_SERVER_SECONDS)
    if descriptor is None:
        message = f"The former server of {home} has not ended in {_FORMER_SERVER_SECONDS:.0f} s; see {home}/server.log."
        raise PostgresUnavailable(message)
    with ours_alone(descriptor):
        yield descriptor


def _with_database(socket_folder: Path) -> str:
    with psycopg.connect(_url(socket_folder, "postgres"), autocommit=True) as connection:
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [_DATABASE]).fetchone()
        if found is None:
            connection.execute(f"CREATE DATABASE {_DATABASE}")
    return _url(socket_folder, _DATABASE)


def _url(socket_folder: Path, database: str) -> str:
    return f"postgresql://{ROLE}@/{database}?host={quote(os.fsencode(socket_folder), safe='')}&port=5432"
