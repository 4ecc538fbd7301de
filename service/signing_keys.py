"""The service's signing key: made once, kept in the data folder, its public half published."""

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


def signer_in(folder: Path) -> Signer:
    """Sign with the key of this data folder, which is made (mode 0600) where there is none.

    Raises `SettingsError` where the file is not an Ed25519 key.
    """
    path = folder / _FILE
    if not path.exists():
        _make(path)
    private = load_pem_private_key(path.read_bytes(), password=None)
    if not isinstance(private, Ed25519PrivateKey):
        raise SettingsError(f"{path} holds another kind of key than Ed25519.")
    return Signer(private)


def _make(path: Path) -> None:
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    draft = path.with_suffix(f".{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(pem)
        file.flush()
        os.fsync(file.fileno())
    try:
        # A link, not a rename: where two processes start at once, both use the key that was first.
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
