"""PostgreSQL's binary forms of the few types that the log has."""

import struct
from collections.abc import Sequence

INT4, INT8, BYTEA, TEXT, UUID = 23, 20, 17, 25, 2950
"""Object ids of the types, the same in every PostgreSQL."""

_HEAD = struct.Struct("!5i")
"""Of an array: how many dimensions, whether any item is null, the items' type, how many, the first one's number."""


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
    return _head(oid, items) + b"".join([part for item in items for part in (len(item).to_bytes(4), item)])


def even_array(oid: int, items: Sequence[bytes]) -> bytes:
    """An array as `array` makes it, of items that are all of one length."""
    length = len(items[0]).to_bytes(4)
    return _head(oid, items) + length + length.join(items)


def _head(oid: int, items: Sequence[bytes]) -> bytes:
    return _HEAD.pack(1, 0, oid, len(items), 1)
