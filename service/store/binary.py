"""PostgreSQL's binary forms of the few types that the log has."""

import struct
from collections.abc import Sequence

INT4, INT8, BYTEA, TEXT, UUID = 23, 20, 17, 25, 2950
"""Object ids of the types, the same in every PostgreSQL."""


def int4(value: int) -> bytes:
    """A number of type `int4`."""
    return value.to_bytes(4, signed=True)


def int8(value: int) -> bytes:
    """A number of type `int8`."""
    return value.to_bytes(8, signed=True)


def integer(value: bytes | None) -> int:
    """The number of a value that is not null."""
    return int.from_bytes(value or b"", signed=True)


def array(oid: int, items: Sequence[bytes]) -> bytes:
    """A one-dimensional array of items that are not null; at least one."""
    parts = [struct.pack("!5i", 1, 0, oid, len(items), 1)]
    for item in items:
        parts.append(len(item).to_bytes(4))
        parts.append(item)
    return b"".join(parts)
