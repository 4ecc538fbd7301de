"""What the log holds: one row for each event."""

from uuid import UUID

from msgspec import Struct

Stored = tuple[int, str, bytes]
"""An event within its stream, as it is recorded and loaded: its version, its topic, its state."""


class Row(Struct, frozen=True):
    """An event of a stream as it is stored; `topic` names its type and revision, `state` is JSON."""

    stream: UUID
    version: int
    topic: str
    state: bytes


class Notified(Struct, frozen=True):
    """A row with its position in the whole log; positions rise with every commit and may have gaps."""

    position: int
    stream: UUID
    version: int
    topic: str
    state: bytes
