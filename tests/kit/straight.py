"""Independent implementation of the byte formats in openapi/formats.md.

It uses the standard library only and no code of the service. Tests compare it with the kernel, to show that the
specification is sufficient for other languages.
"""

import hashlib
import hmac
import json
from typing import Any

Json = Any


def canonical_json(value: Json) -> bytes:
    """Section 1: canonical JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(message: bytes) -> str:
    return hashlib.sha256(message).hexdigest()


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def match_seed(secret: bytes, match: str, contributions: list[str]) -> bytes:
    """Section 2: seed of a match."""
    message = b""
    for part in (match, *contributions):
        message += len(part.encode()).to_bytes(4, "big") + part.encode()
    return hmac_sha256(secret, message)


def words(seed: bytes, name: str, blocks: int) -> list[int]:
    """Section 3: 32-bit words of the first blocks of a draw."""
    stream = b""
    for counter in range(blocks):
        stream += hmac_sha256(seed, b"draw\x00" + name.encode() + b"\x00" + counter.to_bytes(4, "big"))
    return [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]


def take(queue: list[int], bound: int) -> int:
    """Section 3: next integer below `bound`, from the words at the front of the queue."""
    limit = bound * (2**32 // bound)
    word = queue.pop(0)
    while word >= limit:
        word = queue.pop(0)
    return word % bound


def many(seed: bytes, name: str, bound: int, count: int) -> list[int]:
    queue = words(seed, name, 2 + count)
    return [take(queue, bound) for _ in range(count)]


def shuffled(seed: bytes, name: str, items: list[Json]) -> list[Json]:
    """Section 3: uniform shuffle of the items."""
    queue, order = words(seed, name, 2 + len(items)), list(items)
    for i in range(len(order) - 1, 0, -1):
        j = take(queue, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def salt(seed: bytes, version: int) -> bytes:
    """Section 4: salt of the sealed part of an event."""
    return hmac_sha256(seed, b"seal\x00" + version.to_bytes(8, "big"))


def seal(salted: bytes, secret: Json) -> str:
    """Section 4: commitment to a secret part."""
    return sha256(salted + canonical_json(secret))


def canonical_event(event: Json) -> bytes:
    """Section 5: canonical form of an event of the API or a bundle, without the fields that are not hashed."""
    form = {name: value for name, value in event.items() if name != "hash"}
    if "sealed" in form:
        form["sealed"] = {name: form["sealed"][name] for name in ("commitment", "seats")}
    return canonical_json(form)


def event_hash(event: Json) -> str:
    """Section 6: hash of an event."""
    return sha256(bytes.fromhex(event["prev"]) + canonical_event(event))


def statement(match: str, version: int, digest: str) -> bytes:
    """Section 7: signed bytes of a receipt."""
    return canonical_json({"hash": digest, "match": match, "version": version})
