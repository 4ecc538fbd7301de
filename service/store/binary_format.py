"""PostgreSQL's binary format of the few types that the event log uses."""

import struct
from collections.abc import Sequence

INT4, INT8, BYTEA, TEXT, UUID = 23, 20, 17, 25, 2950
"""Type OIDs, identical in every PostgreSQL release."""

_ARRAY_HEADER = struct.Struct("!5i")
"""Header of an array: number of dimensions, null flag, element type, number of elements, lower bound."""


def int4(value: int) -> bytes:
    """Encode an `int4`."""
    return value.to_bytes(4, signed=True)


def int8(value: int) -> bytes:
    """Encode an `int8`."""
    return value.to_bytes(8, signed=True)


def integer(value: bytes | None) -> int:
    """Decode an integer that is not null."""
    return int.from_bytes(value or b"", signed=True)


def array(oid: int, items: Sequence[bytes]) -> bytes:
    """Encode a one-dimensional array of one or more elements, none of them null."""
    return _array_header(oid, items) + b"".join([part for item in items for part in (len(item).to_bytes(4), item)])


def fixed_width_array(oid: int, items: Sequence[bytes]) -> bytes:
    """Encode an array as `array` does, for elements of equal length."""
    length = len(items[0]).to_bytes(4)
    return _array_header(oid, items) + length + length.join(items)


def _array_header(oid: int, items: Sequence[bytes]) -> bytes:
    return _ARRAY_HEADER.pack(1, 0, oid, len(items), 1)
