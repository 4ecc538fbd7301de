"""Where a benchmark measures."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from service.postgres.embedded import EmbeddedPostgres


def on_a_database(measure: Callable[[str], None]) -> None:
    """Measure on the database whose URL is the first argument, or on one made for it, which is gone afterwards."""
    if len(sys.argv) > 1:
        measure(sys.argv[1])
        return
    with tempfile.TemporaryDirectory() as folder, EmbeddedPostgres(Path(folder) / "postgres") as server:
        measure(server.url)
