"""The PostgreSQL server process: its configuration, start and stop."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.postgres import supervisor
from service.postgres.account import Account
from service.postgres.cluster import WORKING_DIRECTORY, is_ready
from service.postgres.errors import PostgresUnavailable
from service.postgres.locks import private_descriptor
from service.postgres.program import ENVIRONMENT, Program

_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_directories": WORKING_DIRECTORY,
    "unix_socket_permissions": "0700",
    "port": "5432",
    # Acknowledged transactions are on disk, regardless of the cluster's own configuration files.
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "jit": "off",
    # Log errors without statements and values, which may contain a player's secret.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_timezone": "UTC",
    "timezone": "UTC",
}

_START_TIMEOUT = 300.0
"""Seconds. After a crash the server replays its write-ahead log first."""


@contextmanager
def run_server(cluster: Path, program: Program, account: Account, lock: int) -> Iterator[None]:
    """Run a server in a cluster. The block starts when the server accepts connections.

    All server processes hold `lock`. Raises PostgresUnavailable, with the end of the server's log, if the start fails.
    """
    spec = _launch_spec(cluster, program, account, lock)
    with _supervised(spec) as process:
        _wait_until_ready(process, cluster, Path(spec["log"]))
        yield


def _launch_spec(cluster: Path, program: Program, account: Account, lock: int) -> supervisor.LaunchSpec:
    settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
    return supervisor.LaunchSpec(
        command=[program.binary("postgres"), "-D", WORKING_DIRECTORY, *settings],
        environment=ENVIRONMENT,
        folder=str(cluster),
        uid=account.uid,
        gid=account.gid,
        lock=lock,
        log=str(cluster.with_name("server.log")),
    )


@contextmanager
def _supervised(spec: supervisor.LaunchSpec) -> Iterator[subprocess.Popen[bytes]]:
    # The supervisor stops the server at the end of this pipe. The kernel closes the pipe if this process is killed.
    reading, writing = os.pipe()
    with Path(spec["log"]).open("ab") as log:
        process = subprocess.Popen(  # noqa: S603 -- a script of this package
            [sys.executable, "-I", "-S", supervisor.__file__, json.dumps(spec)],
            stdin=reading,
            stdout=subprocess.DEVNULL,
            stderr=log,
            cwd="/",
            pass_fds=(spec["lock"],),
            start_new_session=True,
        )
    os.close(reading)
    try:
        with private_descriptor(writing):
            yield process
    finally:
        process.wait()


def _wait_until_ready(process: subprocess.Popen[bytes], cluster: Path, log: Path) -> None:
    deadline = time.monotonic() + _START_TIMEOUT
    while not is_ready(cluster):
        if process.poll() is not None or time.monotonic() > deadline:
            end = log.read_text(errors="replace")[-400:].strip()
            message = f"PostgreSQL did not start in {cluster}. Its log {log} ends with: {end}"
            raise PostgresUnavailable(message)
        time.sleep(0.01)
