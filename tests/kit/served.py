"""Process with an embedded PostgreSQL server on a data folder, for tests that kill it."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

SERVING = """
import sys
from pathlib import Path
from service.postgres.embedded import EmbeddedPostgres
with EmbeddedPostgres(Path(sys.argv[1])) as server:
    print(server.url, flush=True)
    sys.stdin.read()
"""


class Served:
    """Embedded PostgreSQL server in a child process, running until `close` or a signal."""

    def __init__(self, folder: Path, script: str = SERVING, environment: dict[str, str] | None = None) -> None:
        self.home = folder
        self.process = subprocess.Popen(  # noqa: S603 -- a script of ours
            [sys.executable, "-c", script, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()

    @property
    def server(self) -> int:
        """Process id of the PostgreSQL server."""
        return int((self.home / "cluster" / "postmaster.pid").read_text().split("\n", 1)[0])

    @property
    def supervisor(self) -> int:
        """Process id of the parent of the PostgreSQL server."""
        return int(Path(f"/proc/{self.server}/stat").read_text().rsplit(")", 1)[1].split()[1])

    def end(self, number: signal.Signals) -> None:
        """Send a signal and wait for the end of the process, but not of its server."""
        self.process.send_signal(number)
        self.process.communicate(timeout=60)

    def close(self) -> None:
        """Shut down gracefully; do nothing if the process has ended."""
        with self.process:
            pass


Serve = Callable[..., Served]
