"""Receipts: genuine as they are signed, and in no other form."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from domain.kernel.basics import Hash, MatchId, Version
from domain.kernel.receipts import Receipt, Signer, is_genuine, statement

SIGNER = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
OTHER = Signer(Ed25519PrivateKey.from_private_bytes(bytes(32)))
RECEIPT = SIGNER.receipt(MatchId("11111111-2222-4333-8444-555555555555"), Version(7), Hash("ab" * 32))


def test_a_receipt_is_genuine() -> None:
    assert RECEIPT.key == SIGNER.key
    assert is_genuine(RECEIPT)


def test_what_is_signed_is_canonical() -> None:
    expected = b'{"hash":"' + b"ab" * 32 + b'","match":"11111111-2222-4333-8444-555555555555","version":7}'
    assert statement(RECEIPT.match, RECEIPT.version, RECEIPT.hash) == expected


@pytest.mark.parametrize(
    "altered",
    [
        replace(RECEIPT, match=MatchId("11111111-2222-4333-8444-555555555556")),
        replace(RECEIPT, version=Version(8)),
        replace(RECEIPT, hash=Hash("cd" * 32)),
        replace(RECEIPT, key=OTHER.key),
        replace(RECEIPT, signature=OTHER.receipt(RECEIPT.match, RECEIPT.version, RECEIPT.hash).signature),
        replace(RECEIPT, signature="00" * 64),
        replace(RECEIPT, signature=""),
        replace(RECEIPT, signature="no hexadecimal"),
        replace(RECEIPT, key="no hexadecimal"),
        replace(RECEIPT, key="00"),
    ],
)
def test_an_altered_receipt_is_not_genuine(altered: Receipt) -> None:
    assert not is_genuine(altered)
