"""Canonical JSON (RFC 8785, JCS): one byte string for each value, for hashes and signatures.

Hashed values contain only objects with ASCII keys, arrays, text, booleans, null and integers within 2**53; floats
are not allowed. For these values the sorted encoding of msgspec is identical to RFC 8785, byte for byte. A test
compares both with the `rfc8785` library.
"""

import hashlib
from typing import Any

import msgspec

from domain.kernel.basics import Hash

_ENCODER = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:  # noqa: ANN401 -- any JSON value, or a struct of them
    """Encode a JSON value or struct as RFC 8785 JSON."""
    return _ENCODER.encode(value)


def digest(value: Any) -> Hash:  # noqa: ANN401 -- any JSON value, or a struct of them
    """SHA-256 of the canonical form, in hexadecimal."""
    return Hash(hashlib.sha256(_ENCODER.encode(value)).hexdigest())
