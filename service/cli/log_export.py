"""`chronicle export --all`: export of the whole log to a file, with a progress bar."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import BinaryIO, Literal, Protocol, get_args

import click
import msgspec
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress

from domain.catalogue import CATALOGUE
from service.cli.files import atomic_write
from service.migrations.schema import SCHEMA
from service.store.store import Store
from service.transfer.log_lines import LogLine, log_lines

Format = Literal["jsonl", "parquet"]
FORMATS: tuple[Format, ...] = get_args(Format)

_err = Console(stderr=True)


class _LogWriter(Protocol):
    def write(self, lines: Sequence[LogLine]) -> None:
        """Append lines."""


class _JsonLinesWriter:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._encoder = msgspec.json.Encoder(order="sorted")

    def write(self, lines: Sequence[LogLine]) -> None:
        self._file.write(self._encoder.encode_lines(lines))


@contextmanager
def _json_lines(file: BinaryIO) -> Iterator[_LogWriter]:
    yield _JsonLinesWriter(file)


def _writer_for(log_format: Format) -> Callable[[BinaryIO], AbstractContextManager[_LogWriter]]:
    if log_format == "jsonl":
        return _json_lines
    try:
        from service.transfer.parquet import ParquetLog  # noqa: PLC0415 -- pyarrow is an optional dependency
    except ImportError:
        raise click.ClickException(
            "The Parquet format requires pyarrow: pip install 'chronicle-of-12[parquet]'."
        ) from None
    return ParquetLog


def export_all(url: str, log_format: Format, out: Path) -> int:
    """Write the whole log to a file, or to `events.<format>` in a directory.

    Returns the number of events. Raises `ClickException`.
    """
    writer = _writer_for(log_format)
    path = out / f"events.{log_format}" if out.is_dir() else out
    with (
        atomic_write(path) as file,
        writer(file) as log,
        Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=_err, transient=True) as progress,
    ):
        task = progress.add_task("exporting", total=None)
        return asyncio.run(_export(url, log, lambda done, of: progress.update(task, completed=done, total=of)))


async def _export(url: str, log: _LogWriter, progress: Callable[[int, int], None]) -> int:
    count = 0
    async with Store.open(url, schema=SCHEMA) as store:
        async for lines in log_lines(store, CATALOGUE, progress):
            log.write(lines)
            count += len(lines)
    return count
