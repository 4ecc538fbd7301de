"""`chronicle export --all`: the whole log into a file, with a progress bar."""

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
from service.cli.files import written
from service.migrations.schema import SCHEMA
from service.store.store import Store
from service.transfer.log_lines import LogLine, log_lines

Format = Literal["jsonl", "parquet"]
FORMATS: tuple[Format, ...] = get_args(Format)

_err = Console(stderr=True)


class _Log(Protocol):
    def write(self, lines: Sequence[LogLine]) -> None:
        """Add lines."""


class _JsonLines:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._encoder = msgspec.json.Encoder(order="sorted")

    def write(self, lines: Sequence[LogLine]) -> None:
        self._file.write(self._encoder.encode_lines(lines))


@contextmanager
def _json_lines(file: BinaryIO) -> Iterator[_Log]:
    yield _JsonLines(file)


def _writer(chosen: Format) -> Callable[[BinaryIO], AbstractContextManager[_Log]]:
    if chosen == "jsonl":
        return _json_lines
    try:
        from service.transfer.parquet import ParquetLog  # noqa: PLC0415 -- pyarrow is an extra that few need
    except ImportError:
        raise click.ClickException("Parquet needs pyarrow: pip install 'chronicle-of-12[parquet]'.") from None
    return ParquetLog


def export_all(url: str, chosen: Format, out: Path) -> int:
    """Write the whole log to a file, or to `events.<format>` of a folder; how many events. Raises `ClickException`."""
    writer = _writer(chosen)
    path = out / f"events.{chosen}" if out.is_dir() else out
    with (
        written(path) as file,
        writer(file) as log,
        Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=_err, transient=True) as progress,
    ):
        task = progress.add_task("exporting", total=None)
        return asyncio.run(_export(url, log, lambda done, of: progress.update(task, completed=done, total=of)))


async def _export(url: str, log: _Log, progress: Callable[[int, int], None]) -> int:
    count = 0
    async with Store.open(url, schema=SCHEMA) as store:
        async for lines in log_lines(store, CATALOGUE, progress):
            log.write(lines)
            count += len(lines)
    return count
