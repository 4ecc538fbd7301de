"""Machine instructions of an HTTP action and of a bare echo, counted by callgrind in the server's main thread.

Unlike times, counts do not depend on the load of the machine: two runs differ by less than one percent. Projections
and the database work in other threads and processes, and are not counted. Valgrind must be installed.
"""

import contextlib
import itertools
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import uvloop
from rich.console import Console
from rich.table import Table

from ops.bench.http import free_port, prepared
from ops.bench.wire import Request, load, request
from service.postgres.embedded import EmbeddedPostgres

CONNECTIONS = 16
MATCHES = 32
_START_SECONDS = 240
_SLOWER = 50
"""How much slower a program runs while callgrind counts, roughly."""
_TOTALS = re.compile(r"^(?:totals|summary): (\d+)", re.MULTILINE)


class Counted:
    """Server under callgrind, whose counting is switched on for some requests only."""

    def __init__(self, port: int, process: "subprocess.Popen[bytes]", folder: Path) -> None:
        """Count in this process, which writes its counts to a folder."""
        self.port = port
        self._process = process
        self._folder = folder

    def count(self, streams: Sequence[Sequence[Request]]) -> int:
        """Send requests over one connection for each stream; give the instructions of the main thread per request."""
        before = set(self._folder.glob("counts.*"))
        self._control("--instr=on")
        uvloop.run(load(self.port, [iter(stream) for stream in streams]))
        self._control("--instr=off")
        self._control("--dump")
        counts = [file for file in set(self._folder.glob("counts.*")) - before if file.name.endswith("-01")]
        total = sum(int(_TOTALS.findall(file.read_text())[-1]) for file in counts)
        return total // sum(map(len, streams))

    def _control(self, option: str) -> None:
        command = ["callgrind_control", option, str(self._process.pid)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 -- valgrind's own command


@contextlib.contextmanager
def counted_server(kind: str, *arguments: str) -> Iterator[Counted]:
    """Run one of the benchmarks' servers under callgrind while the block runs."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        valgrind = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--separate-threads=yes", "-q"]
        command = [*valgrind, f"--callgrind-out-file={folder}/counts", sys.executable, "-m", "ops.bench.servers"]
        slowed = {**os.environ, "BENCH_STRETCH": f"{_SLOWER}"}
        process = subprocess.Popen([*command, kind, str(port), *arguments], env=slowed)  # noqa: S603 -- our own module
        try:
            _wait_for(port)
            yield Counted(port, process, Path(folder))
        finally:
            process.terminate()
            process.wait()


def _wait_for(port: int) -> None:
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.2)
    message = "the server did not start"
    raise RuntimeError(message)


def echo_instructions() -> int:
    """Count an echo."""
    body = b'{"action":{"type":"choose_card","card":"queen"}}'
    stream = [request("POST", "/echo", None, body)] * 100
    with counted_server("echo") as server:
        server.count([stream] * CONNECTIONS)  # the first requests fill caches
        return server.count([stream] * CONNECTIONS)


def action_instructions() -> int:
    """Count a Queen of 12 action: recorded, and answered with its events and a signed receipt."""
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedPostgres(Path(folder) / "postgres") as database,
        counted_server("service", folder, database.url) as server,
    ):
        matches = prepared(server.port, 0, 2 * MATCHES)
        server.count(_streams(matches[:MATCHES]))  # the first requests fill caches
        return server.count(_streams(matches[MATCHES:]))


def _streams(matches: list[list[Request]]) -> list[list[Request]]:
    return [list(itertools.chain(*matches[number::CONNECTIONS])) for number in range(CONNECTIONS)]


def main() -> None:
    """Print the table."""
    if shutil.which("valgrind") is None:
        print("instructions: valgrind is not installed; install the package `valgrind` to count them")
        return
    echo, action = echo_instructions(), action_instructions()
    table = Table(title="Instructions of the server's main thread for a request, in thousands")
    for name in ("", "thousands", "of the echo"):
        table.add_column(name, justify="left" if not name else "right")
    table.add_row("echo", f"{echo / 1000:,.0f}", "1.00")
    table.add_row("action", f"{action / 1000:,.0f}", f"{action / echo:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
