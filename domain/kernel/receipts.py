"""Receipts: signed statements that a match had a hash at a version. They prove that a history was rewritten."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct
from nacl.bindings import crypto_sign, crypto_sign_BYTES, crypto_sign_seed_keypair

from domain.kernel.basics import Hash, MatchId, Version
from domain.kernel.canonical import canonical


class Receipt(Struct, frozen=True):
    """Receipt: the hash of a match at a version, signed.

    `signature` (Ed25519, hexadecimal) signs the bytes of `statement` with the published key `key`.
    """

    match: MatchId
    version: Version
    hash: Hash
    signature: str
    key: str


def statement(match: MatchId, version: Version, digest: Hash) -> bytes:
    """Return the signed bytes: the canonical form of hash, match and version."""
    return canonical({"hash": digest, "match": match, "version": version})


class Signer:
    """Signer of receipts with one key. `key` is the public half, 32 bytes in hexadecimal."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        """Create a signer from a private key."""
        # libsodium signs in half the instructions of OpenSSL; Ed25519 is deterministic, so the signatures are the same.
        public, self._private = crypto_sign_seed_keypair(private.private_bytes_raw())
        self.key = public.hex()

    def receipt(self, match: MatchId, version: Version, digest: Hash) -> Receipt:
        """Sign the statement that a match had a hash at a version."""
        signature = crypto_sign(statement(match, version, digest), self._private)[:crypto_sign_BYTES].hex()
        return Receipt(match, version, digest, signature, self.key)


def is_genuine(receipt: Receipt) -> bool:
    """Return whether the signature is valid for the receipt's key. Compare that key with a trusted one yourself."""
    try:
        key, signature = bytes.fromhex(receipt.key), bytes.fromhex(receipt.signature)
        message = statement(receipt.match, receipt.version, receipt.hash)
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    # Only lower-case hexadecimal is valid, so that no character of a bundle can be altered unnoticed.
    return (key.hex(), signature.hex()) == (receipt.key, receipt.signature)
