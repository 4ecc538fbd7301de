"""Databases for benchmarks."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from service.postgres.embedded import EmbeddedPostgres


def on_a_database(measure: Callable[[str], None]) -> None:
    """Measure on the database whose URL is the first argument, or on a temporary embedded server."""
    if len(sys.argv) > 1:
        measure(sys.argv[1])
        return
    with tempfile.TemporaryDirectory() as folder, EmbeddedPostgres(Path(folder) / "postgres") as server:
        measure(server.url)
