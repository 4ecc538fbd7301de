"""The server's processes: how it is set up, started below its keeper, and stopped."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.postgres import keeper
from service.postgres.account import Account
from service.postgres.cluster import HERE, is_ready
from service.postgres.errors import PostgresUnavailable
from service.postgres.locks import ours_alone
from service.postgres.program import ENVIRONMENT, Program

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

_START_SECONDS = 300.0
"""After a crash the server first reads its log again, which may take a while."""


@contextmanager
def running(cluster: Path, program: Program, account: Account, lock: int) -> Iterator[None]:
    """Run a server in a cluster, from when it takes connections; its processes hold the lock while one lives.

    Raises PostgresUnavailable if it does not start, with the end of its log.
    """
    order = _order(cluster, program, account, lock)
    with _kept(order) as process:
        _await(process, cluster, Path(order["log"]))
        yield


def _order(cluster: Path, program: Program, account: Account, lock: int) -> keeper.Order:
    settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
    return keeper.Order(
        command=[program.binary("postgres"), "-D", HERE, *settings],
        environment=ENVIRONMENT,
        folder=str(cluster),
        uid=account.uid,
        gid=account.gid,
        lock=lock,
        log=str(cluster.with_name("server.log")),
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
