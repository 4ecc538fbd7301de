"""Verifiable chance of a match: commitment, contributions of the seats, and named draws.

`openapi/formats.md` specifies every byte for other languages; `openapi/vectors/chance.json` tests them.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from typing import TypeVar

from domain.kernel.basics import Hash, MatchId

T = TypeVar("T")

SECRET_BYTES = 32
CONTRIBUTION_BYTES = 64
_WORD = 1 << 32
_EIGHT_WORDS = struct.Struct(">8I").unpack


def commitment(secret: bytes) -> Hash:
    """Commitment to the secret of a match: its SHA-256, published before any seat contributes."""
    return Hash(hashlib.sha256(secret).hexdigest())


def match_seed(secret: bytes, match: MatchId, contributions: Sequence[bytes]) -> bytes:
    """Seed of a match: 32 bytes from which all its draws derive.

    HMAC-SHA256, keyed with the secret, over the match id and the contribution of each seat in seat order. A seat
    without a contribution counts as an empty one. Each part follows its length as 4 big-endian bytes.
    """
    parts = (match.encode("ascii"), *contributions)
    message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hmac.digest(secret, message, "sha256")


class DrawRepeatedError(ValueError):
    """Second draw with the same name in a match: a programming error in the rules of a game."""


class Draws:
    """Draws of one match. Each draw has a name and happens once.

    A name states purpose and occasion (`dice/3`), not a running number. Draws therefore depend only on the seed and
    the name, not on the decisions between them.
    """

    __slots__ = ("_seed", "used")

    def __init__(self, seed: bytes, used: set[str] | None = None) -> None:
        """Draw from a match seed of 32 bytes. `used` collects the names of draws; a name in it is rejected."""
        self._seed = seed
        self.used: set[str] = set() if used is None else used

    def below(self, name: str, bound: int) -> int:
        """Uniform integer from 0 to `bound` - 1. Raises `DrawRepeatedError` if the name was used."""
        return self.many(name, bound, 1)[0]

    def many(self, name: str, bound: int, count: int) -> tuple[int, ...]:
        """Independent uniform integers from 0 to `bound` - 1. Raises `DrawRepeatedError` if the name was used."""
        words = self._words(name)
        return tuple(_below(words, bound) for _ in range(count))

    def shuffled(self, name: str, items: Sequence[T]) -> tuple[T, ...]:
        """Uniform shuffle of the items (Fisher-Yates from the end). Raises `DrawRepeatedError` if the name was used."""
        words = self._words(name)
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = _below(words, last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _words(self, name: str) -> Iterator[int]:
        if name in self.used:
            raise DrawRepeatedError(f"draw {name!r} was already made in this match")
        self.used.add(name)
        return _stream(self._seed, name)


def _stream(seed: bytes, name: str) -> Iterator[int]:
    prefix = b"draw\x00" + name.encode("ascii") + b"\x00"
    block = 0
    while True:
        yield from _EIGHT_WORDS(hmac.digest(seed, prefix + block.to_bytes(4, "big"), "sha256"))
        block += 1


def _below(words: Iterator[int], bound: int) -> int:
    if not 1 <= bound <= _WORD:
        message = f"the bound of a draw must be from 1 to 2**32, not {bound}"
        raise ValueError(message)
    # Skip words at or above the largest multiple of the bound, to avoid modulo bias.
    limit = _WORD - _WORD % bound
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % bound
