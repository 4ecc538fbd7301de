"""Canonical JSON: one byte string for each value, so that hashes mean something.

The form is RFC 8785 (JCS). Values that are hashed hold objects with ASCII keys, arrays, text, booleans,
null and integers within 2**53 only, no floats; for these msgspec's sorted encoding is that form
byte for byte, which a test proves against the `rfc8785` library.
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
