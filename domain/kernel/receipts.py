"""Receipts: the service signs that a match had a hash at a version, so that a rewritten history can be proved."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from domain.kernel.basics import Hash, MatchId, Version
from domain.kernel.canonical import canonical


class Receipt(Struct, frozen=True):
    """`signature` (Ed25519, hexadecimal) by the published key `key` over what `statement` gives."""

    match: MatchId
    version: Version
    hash: Hash
    signature: str
    key: str


def statement(match: MatchId, version: Version, digest: Hash) -> bytes:
    """The bytes that are signed: the canonical form of hash, match and version."""
    return canonical({"hash": digest, "match": match, "version": version})


class Signer:
    """Signs receipts with one key; its `key` is the public half, 32 bytes in hexadecimal."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        """Sign with this key."""
        self._private = private
        self.key = private.public_key().public_bytes_raw().hex()

    def receipt(self, match: MatchId, version: Version, digest: Hash) -> Receipt:
        """Sign that the match had this hash at this version."""
        signature = self._private.sign(statement(match, version, digest)).hex()
        return Receipt(match, version, digest, signature, self.key)


def is_genuine(receipt: Receipt) -> bool:
    """Whether the signature is that of the receipt's key; whose key it is, the caller must know."""
    try:
        key, signature = bytes.fromhex(receipt.key), bytes.fromhex(receipt.signature)
        message = statement(receipt.match, receipt.version, receipt.hash)
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    # Both are written in one way only, so that no digit of a bundle can be altered unnoticed.
    return (key.hex(), signature.hex()) == (receipt.key, receipt.signature)
