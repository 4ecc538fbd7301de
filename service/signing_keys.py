"""Signing key of the service: created once and stored in the data directory. The public key is published."""

import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from domain.kernel.receipts import Signer
from service.settings import SettingsError

_FILE = "signing-key.pem"


def load_signer(directory: Path) -> Signer:
    """Load the signing key of a data directory. Creates it with mode 0600 if it is missing.

    Raises `SettingsError` if the file contains another type of key.
    """
    path = directory / _FILE
    if not path.exists():
        _create(path)
    private = load_pem_private_key(path.read_bytes(), password=None)
    if not isinstance(private, Ed25519PrivateKey):
        raise SettingsError(f"{path} must contain an Ed25519 key.")
    return Signer(private)


def _create(path: Path) -> None:
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    draft = path.with_suffix(f".{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(pem)
        file.flush()
        os.fsync(file.fileno())
    try:
        # A link, not a rename: if two processes start at once, both use the key of the first one.
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
