"""Supervisor process between the service and its PostgreSQL server. The server never outlives the service.

The service runs this file as a script, which uses the standard library only. The script starts the server,
rotates its log, and stops the server at the end of standard input: the service closes the pipe, or the kernel
does when the service has ended. The only argument is a JSON object, see `LaunchSpec`. The exit status is the
server's.
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
"""Maximum size of the log and of its one predecessor."""

STOP_SIGNALS = ((signal.SIGINT, 30.0), (signal.SIGQUIT, 10.0), (signal.SIGKILL, 10.0))
"""Signals that stop the server, in order, each with its timeout in seconds. None loses a committed transaction."""

_PR_SET_PDEATHSIG = 1


class LaunchSpec(TypedDict):
    """How to run the server: command, environment, directory, user and group (or null), lock descriptor, log file."""

    command: list[str]
    environment: dict[str, str]
    folder: str
    uid: int | None
    gid: int | None
    lock: int
    log: str


class RotatingLog:
    """A log file of bounded size with one predecessor."""

    def __init__(self, path: Path) -> None:
        """Append to the existing file."""
        self._path = path
        self._file = path.open("ab", buffering=0)

    def write(self, chunk: bytes) -> None:
        """Append a chunk. Rotates the file first if the chunk would exceed its maximum size."""
        if self._file.tell() + len(chunk) > LOG_BYTES:
            self._file.close()
            self._path.replace(self._path.with_suffix(".log.1"))
            self._file = self._path.open("ab", buffering=0)
        self._file.write(chunk)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def start_server(spec: LaunchSpec, output: int) -> subprocess.Popen[bytes]:
    """Start the server as a child of this process. All its processes inherit the lock."""
    supervisor = os.getpid()
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def end_with_supervisor() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGINT)
        if os.getppid() != supervisor:
            os._exit(1)

    return subprocess.Popen(  # noqa: S603 -- the service's own command
        spec["command"],
        cwd=spec["folder"],
        env=spec["environment"],
        user=spec["uid"],
        group=spec["gid"],
        extra_groups=None if spec["uid"] is None else [],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        pass_fds=(spec["lock"],),
        preexec_fn=end_with_supervisor,  # noqa: PLW1509 -- this process has one thread
    )


def relay_output(output: int, log: RotatingLog, *, owner: int | None = None, seconds: float | None = None) -> bool:
    """Copy the server's output to the log.

    Returns True when the last server process has ended, False on input from `owner` or after `seconds`.
    """
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


def supervise(server: subprocess.Popen[bytes], output: int, log: RotatingLog) -> int:
    """Run the server until the owner ends, then stop it with one signal after another. Returns its exit status."""
    if not relay_output(output, log, owner=sys.stdin.fileno()):
        for number, seconds in STOP_SIGNALS:
            server.send_signal(number)
            if relay_output(output, log, seconds=seconds):
                break
    return server.wait()


def main() -> int:
    """Run the server that the command line describes."""
    spec: LaunchSpec = json.loads(sys.argv[1])
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # The owner handles signals to the process group. The server inherits ignored signals but no handlers,
        # so this process installs a handler.
        signal.signal(number, lambda *_: None)
    reading, writing = os.pipe()
    with closing(RotatingLog(Path(spec["log"]))) as log, start_server(spec, writing) as server:
        os.close(writing)
        return supervise(server, reading, log)


if __name__ == "__main__":
    sys.exit(main())
