"""Parquet writer for the log export. It requires pyarrow, from the extra `chronicle-of-12[parquet]`."""

from collections.abc import Sequence
from datetime import datetime
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

import msgspec
import pyarrow as pa  # type: ignore[import-untyped] # pyarrow has no types
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
"""Rows per row group, which are in memory before they are written."""


class ParquetLog:
    """Writes lines to a file in row groups. The file is complete at the end of the block."""

    def __init__(self, file: BinaryIO) -> None:
        """Write to `file`."""
        self._writer = pq.ParquetWriter(file, SCHEMA, compression="zstd")
        self._rows: list[dict[str, Any]] = []

    def write(self, lines: Sequence[LogLine]) -> None:
        """Append lines."""
        self._rows.extend(map(_row, lines))
        if len(self._rows) >= _ROWS:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_batch(pa.RecordBatch.from_pylist(self._rows, schema=SCHEMA))
            self._rows.clear()

    def __enter__(self) -> Self:
        """Return the writer."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the remaining rows and the file's metadata."""
        self._flush()
        self._writer.close()


def _row(line: LogLine) -> dict[str, Any]:
    texts = {name: _text(getattr(line, name)) for name in ("data", "action", "sealed")}
    return {**msgspec.structs.asdict(line), "at": datetime.fromisoformat(line.at), **texts}


def _text(value: dict[str, Any] | None) -> str | None:
    return None if value is None else msgspec.json.encode(value, order="sorted").decode()
