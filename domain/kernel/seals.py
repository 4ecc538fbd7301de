"""Seals: commitments to the secret parts of events, made when an event is recorded and opened later."""

import hashlib
import hmac
from typing import Any

from domain.kernel.basics import Hash, Version
from domain.kernel.canonical import canonical


def salt_of(seed: bytes, version: Version) -> bytes:
    """32-byte salt of the sealed part of event `version`: HMAC-SHA256(seed, "seal", 0, version as 8 bytes)."""
    return hmac.digest(seed, b"seal\x00" + version.to_bytes(8, "big"), "sha256")


def seal(salt: bytes, secret: dict[str, Any]) -> Hash:
    """Commitment to a secret part: SHA-256 of the salt followed by the part's canonical form."""
    return Hash(hashlib.sha256(salt + canonical(secret)).hexdigest())
