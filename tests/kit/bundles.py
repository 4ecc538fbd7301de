"""Bundles for audit tests: genuine ones, and ones altered by a dishonest service."""

import json
from collections.abc import Sequence
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.audit.bundle import bundle
from domain.kernel.basics import GENESIS
from domain.kernel.receipts import Signer
from domain.matches.state import Abandoned, Finished
from tests.kit import straight
from tests.kit.story import Story

Line = dict[str, Any]

SERVICE: Final = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
STRANGER: Final = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33))))


def bundle_of(story: Story) -> list[bytes]:
    """Bundle of a match that is over, as the service exports it."""
    assert isinstance(story.match, Finished | Abandoned)
    return list(bundle(story.match, story.records, SERVICE))


def read(lines: Sequence[bytes]) -> list[Line]:
    """Decode the lines of a bundle, to alter them in place."""
    return [json.loads(line) for line in lines]


def written(lines: Sequence[Line]) -> list[bytes]:
    """Encode the lines of a bundle."""
    return [json.dumps(line).encode() + b"\n" for line in lines]


def forged(lines: Sequence[Line], signer: Signer = SERVICE) -> list[bytes]:
    """Forge a bundle from altered lines with the secret and a key: number, seal, chain and sign them again."""
    header, *entries, footer = lines
    header["key"], previous = signer.key, str(GENESIS)
    seed = _seed(lines)
    for version, entry in enumerate(entries, 1):
        event = entry["event"]
        event.update(version=version, prev=previous)
        if "sealed" in event:
            _seal(event, seed)
        event["hash"] = previous = straight.event_hash(event)
        entry["signature"] = _signature(signer, event)
    last = entries[-1]["event"]
    footer["receipt"] = {name: last[name] for name in ("match", "version", "hash")}
    footer["receipt"].update(key=signer.key, signature=_signature(signer, last))
    return written(lines)


def _seed(lines: Sequence[Line]) -> bytes:
    contributions = {
        line["event"]["seat"]: line["event"]["data"]["contribution"] for line in lines[1:-1] if _is_seating(line)
    }
    return straight.match_seed(
        bytes.fromhex(lines[-1]["secret"]), lines[0]["match"], [contributions[seat] for seat in sorted(contributions)]
    )


def _is_seating(line: Line) -> bool:
    return bool(line["event"]["type"] == "seat_taken")


def _seal(event: Line, seed: bytes) -> None:
    salt = straight.salt(seed, event["version"])
    event["sealed"]["salt"] = salt.hex()
    event["sealed"]["commitment"] = straight.seal(salt, event["sealed"]["secret"])


def _signature(signer: Signer, event: Line) -> str:
    return signer.receipt(event["match"], event["version"], event["hash"]).signature
