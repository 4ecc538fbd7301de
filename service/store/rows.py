"""Rows of the event log: one row for each event."""

from uuid import UUID

from msgspec import Struct

StreamRow = tuple[int, str, bytes]
"""An event within its stream, as it is appended and loaded: its version, topic and state."""


class Row(Struct, frozen=True):
    """An event of a stream as it is stored; `topic` names its type and revision, `state` is JSON."""

    stream: UUID
    version: int
    topic: str
    state: bytes


class LogRow(Struct, frozen=True):
    """A row with its position in the whole log. Positions increase with every commit and may have gaps."""

    position: int
    stream: UUID
    version: int
    topic: str
    state: bytes
