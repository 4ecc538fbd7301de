"""A PostgreSQL server of the service's own: it starts and stops with the service, in the service's data folder."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

import psycopg

from service.postgres import keeper
from service.postgres.account import Account, server_account
from service.postgres.cluster import HERE, ROLE, clear_leftovers, ensure_cluster, is_ready
from service.postgres.errors import OWN_DATABASE, PostgresUnavailable
from service.postgres.locks import lock, ours_alone
from service.postgres.nook import Nook
from service.postgres.program import ENVIRONMENT, Program, installed_program

DATABASE = "chronicle"

_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_directories": HERE,
    "unix_socket_permissions": "0700",
    "port": "5432",
    # What was acknowledged is on the disk, whatever the cluster's own files say.
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "jit": "off",
    # Errors without the statement and its values, which may be a player's secret.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_timezone": "UTC",
    "timezone": "UTC",
}

_FORMER_SERVER_SECONDS = 60.0
_START_SECONDS = 300.0


class EmbeddedPostgres:
    """A context in which `url` leads to a database that lives on in `folder`, for this user of this machine alone.

    One service at a time; the server ends with the context, or with the process however it ends. Entering raises
    PostgresUnavailable.
    """

    url: str
    """A libpq URL with everything in it: socket folder, port, user and database."""

    def __init__(self, folder: Path) -> None:
        """Serve from a data folder, which is made if missing."""
        self._home = _home(folder)
        self._open = ExitStack()

    def __enter__(self) -> Self:
        """Start the server and wait until it takes connections."""
        try:
            with ExitStack() as stack:
                self.url = _serve(self._home, stack)
                self._open = stack.pop_all()
        except OSError as error:
            message = f"The embedded PostgreSQL could not start in {self._home}: {error}."
            raise PostgresUnavailable(message) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the server; everything committed is on the disk."""
        self._open.close()


def url_of_running(folder: Path) -> str | None:
    """The URL of the server that another process runs from this data folder, or None if none does (or not yet)."""
    path = _home(folder) / "service.lock"
    if not path.exists():
        return None
    descriptor = lock(path)
    if descriptor is None:
        return path.read_text() or None
    os.close(descriptor)
    return None


def _home(folder: Path) -> Path:
    return folder.absolute() / "postgres"


def _serve(home: Path, stack: ExitStack) -> str:
    if sys.platform != "linux":
        message = f"The embedded PostgreSQL is made for Linux: start the service there, {OWN_DATABASE}."
        raise PostgresUnavailable(message)
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    service_lock = stack.enter_context(_service_lock(home))
    nook = Nook(home / "nook")
    stack.callback(nook.clear)
    with _server_lock(home) as server_lock:
        process = stack.enter_context(_server(home, nook, server_lock))
    cluster = home / "cluster"
    _await(process, cluster, home / "server.log")
    url = _with_database(nook.way_to_socket(cluster))
    os.pwrite(service_lock, url.encode(), 0)
    return url


@contextmanager
def _service_lock(home: Path) -> Iterator[int]:
    # Some patience, for whoever asks whether a service runs holds the lock for a moment.
    descriptor = lock(home / "service.lock", patience=0.5)
    if descriptor is None:
        message = (
            f"Another service runs on the data folder {home.parent}: stop it, or set CHRONICLE_DATA to another folder."
        )
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


@contextmanager
def _server(home: Path, nook: Nook, server_lock: int) -> Iterator[subprocess.Popen[bytes]]:
    cluster = home / "cluster"
    account = server_account(cluster)
    program = nook.program_for(account, installed_program())
    ensure_cluster(cluster, program, account, server_lock)
    clear_leftovers(cluster)
    with _kept(_order(home, program, account, server_lock)) as process:
        yield process


def _order(home: Path, program: Program, account: Account, server_lock: int) -> keeper.Order:
    settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
    return keeper.Order(
        command=[program.binary("postgres"), "-D", HERE, *settings],
        environment=ENVIRONMENT,
        folder=str(home / "cluster"),
        uid=account.uid,
        gid=account.gid,
        lock=server_lock,
        log=str(home / "server.log"),
    )


@contextmanager
def _kept(order: keeper.Order) -> Iterator[subprocess.Popen[bytes]]:
    # The end of this pipe, which the kernel brings about if nobody else does, is the keeper's order to stop.
    reading, writing = os.pipe()
    with Path(order["log"]).open("ab") as log:
        process = subprocess.Popen(  # noqa: S603 -- a script of ours
            [sys.executable, "-I", "-S", keeper.__file__, json.dumps(order)],
            stdin=reading,
            stdout=subprocess.DEVNULL,
            stderr=log,
            cwd="/",
            pass_fds=(order["lock"],),
            start_new_session=True,
        )
    os.close(reading)
    try:
        with ours_alone(writing):
            yield process
    finally:
        process.wait()


def _await(process: subprocess.Popen[bytes], cluster: Path, log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while not is_ready(cluster):
        if process.poll() is not None or time.monotonic() > deadline:
            last = log.read_text(errors="replace")[-400:].strip()
            message = f"PostgreSQL did not start in {cluster}; {log} ends: {last}"
            raise PostgresUnavailable(message)
        time.sleep(0.01)


def _with_database(socket_folder: Path) -> str:
    with psycopg.connect(_url(socket_folder, "postgres"), autocommit=True) as connection:
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
        if found is None:
            connection.execute(f"CREATE DATABASE {DATABASE}")
    return _url(socket_folder, DATABASE)


def _url(socket_folder: Path, database: str) -> str:
    return f"postgresql://{ROLE}@/{database}?host={quote(os.fsencode(socket_folder), safe='')}&port=5432"
