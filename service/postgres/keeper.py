"""A process between the service and its server, so that the server never outlives the service.

It is run as a script with the standard library alone. It starts the server, keeps its log within bounds, and stops
it once its own standard input ends: by the service's order, or because the service is gone, however it went.
Its one argument is a JSON object, see `Order`; its exit status is the server's.
"""

import ctypes
import json
import os
import select
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TypedDict

LOG_BYTES = 4_000_000
"""The log and its one predecessor grow to this size each."""

FIRMNESS = ((signal.SIGINT, 30.0), (signal.SIGQUIT, 10.0), (signal.SIGKILL, 10.0))
"""How the server is asked to stop, and for how many seconds each; no way loses a committed transaction."""

_PR_SET_PDEATHSIG = 1


class Order(TypedDict):
    """What to run: the command, its folder, user and group (or null), the lock it holds, the file of its log."""

    command: list[str]
    environment: dict[str, str]
    folder: str
    uid: int | None
    gid: int | None
    lock: int
    log: str


class Log:
    """A file that starts anew when it is full, keeping one predecessor."""

    def __init__(self, path: Path) -> None:
        """Append to what is there."""
        self._path = path
        self._file = path.open("ab", buffering=0)

    def write(self, chunk: bytes) -> None:
        """Append a chunk."""
        if self._file.tell() + len(chunk) > LOG_BYTES:
            self._file.close()
            self._path.replace(self._path.with_suffix(".log.1"))
            self._file = self._path.open("ab", buffering=0)
        self._file.write(chunk)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def start(order: Order, output: int) -> subprocess.Popen[bytes]:
    """Start the server below this process; the lock goes with it and with every process it starts."""
    keeper = os.getpid()
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def end_with_keeper() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGINT)
        if os.getppid() != keeper:
            os._exit(1)

    return subprocess.Popen(  # noqa: S603 -- as its order says
        order["command"],
        cwd=order["folder"],
        env=order["environment"],
        user=order["uid"],
        group=order["gid"],
        extra_groups=None if order["uid"] is None else [],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        pass_fds=(order["lock"],),
        preexec_fn=end_with_keeper,  # noqa: PLW1509 -- this process has one thread
    )


def relay(output: int, log: Log, *, owner: int | None = None, seconds: float | None = None) -> bool:
    """Log what the server says: True once its last process has ended, False if the owner or the time ends first."""
    watched = [output] if owner is None else [output, owner]
    deadline = None if seconds is None else time.monotonic() + seconds
    while True:
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        ready, _, _ = select.select(watched, [], [], left)
        if output not in ready:
            return False
        chunk = os.read(output, 65536)
        if not chunk:
            return True
        log.write(chunk)


def keep(server: subprocess.Popen[bytes], output: int, log: Log) -> int:
    """Let the server run while the owner lives, then ask it to stop, ever more firmly."""
    if not relay(output, log, owner=sys.stdin.fileno()):
        for number, seconds in FIRMNESS:
            server.send_signal(number)
            if relay(output, log, seconds=seconds):
                break
    return server.wait()


def main() -> int:
    """Carry out the order of the command line."""
    order: Order = json.loads(sys.argv[1])
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # The owner decides; a signal to the whole group is the owner's to answer. (A handler, unlike
        # ignoring, is not inherited by the server.)
        signal.signal(number, lambda *_: None)
    reading, writing = os.pipe()
    with closing(Log(Path(order["log"]))) as log, start(order, writing) as server:
        os.close(writing)
        return keep(server, reading, log)


if __name__ == "__main__":
    sys.exit(main())
