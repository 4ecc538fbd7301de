"""Lines of the log as a Parquet file; needs pyarrow, which comes with the extra `chronicle-of-12[parquet]`."""

from collections.abc import Sequence
from datetime import datetime
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

import msgspec
import pyarrow as pa  # type: ignore[import-untyped] # it has no types
import pyarrow.parquet as pq  # type: ignore[import-untyped] # the same

from service.transfer.log_lines import LogLine

SCHEMA: Final = pa.schema(
    [
        pa.field("match", pa.string(), nullable=False),
        pa.field("game", pa.dictionary(pa.int32(), pa.string()), nullable=False),
        pa.field("version", pa.int64(), nullable=False),
        pa.field("at", pa.timestamp("us", tz="UTC"), nullable=False),
        pa.field("seat", pa.int8()),
        pa.field("type", pa.dictionary(pa.int32(), pa.string()), nullable=False),
        pa.field("revision", pa.int16(), nullable=False),
        pa.field("data", pa.string(), nullable=False),
        pa.field("action", pa.string()),
        pa.field("sealed", pa.string()),
        pa.field("prev", pa.string(), nullable=False),
        pa.field("hash", pa.string(), nullable=False),
        pa.field("imported_from", pa.string()),
    ]
)
_ROWS = 10_000
"""Rows of a group: what is kept in memory before it is written."""


class ParquetLog:
    """Writes lines to a file, group by group; the file is whole when the block ends."""

    def __init__(self, file: BinaryIO) -> None:
        """Write to this file."""
        self._writer = pq.ParquetWriter(file, SCHEMA, compression="zstd")
        self._rows: list[dict[str, Any]] = []

    def write(self, lines: Sequence[LogLine]) -> None:
        """Add lines."""
        self._rows.extend(map(_row, lines))
        if len(self._rows) >= _ROWS:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_batch(pa.RecordBatch.from_pylist(self._rows, schema=SCHEMA))
            self._rows.clear()

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the rest, and what readers find the groups by."""
        self._flush()
        self._writer.close()


def _row(line: LogLine) -> dict[str, Any]:
    texts = {name: _text(getattr(line, name)) for name in ("data", "action", "sealed")}
    return {**msgspec.structs.asdict(line), "at": datetime.fromisoformat(line.at), **texts}


def _text(value: dict[str, Any] | None) -> str | None:
    return None if value is None else msgspec.json.encode(value, order="sorted").decode()
