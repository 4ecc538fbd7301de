"""Seeded chance that nobody could choose: commitment, contributions, and draws by name.

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
    """What is published before anybody contributes: SHA-256 of the match's secret."""
    return Hash(hashlib.sha256(secret).hexdigest())


def match_seed(secret: bytes, match: MatchId, contributions: Sequence[bytes]) -> bytes:
    """The 32 bytes that every draw of a match derives from.

    HMAC-SHA256 keyed with the secret over the match id and then each seat's contribution in
    seat order (empty where a seat gave none), each behind its length as 4 big-endian bytes.
    """
    parts = (match.encode("ascii"), *contributions)
    message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hmac.digest(secret, message, "sha256")


class DrawRepeatedError(ValueError):
    """A rule asked for a draw under a name that its match has used: a fault of the rules, never of a player."""


class Draws:
    """The chance of one match: each draw has a name and is used once.

    A name says purpose and occasion (`dice/3`), never a running number, so that two tables with
    one seed meet the same chance whatever was decided in between.
    """

    __slots__ = ("_seed", "used")

    def __init__(self, seed: bytes, used: set[str] | None = None) -> None:
        """Draw from a match seed of 32 bytes; `used` collects names, and refuses those that it holds already."""
        self._seed = seed
        self.used: set[str] = set() if used is None else used

    def below(self, name: str, bound: int) -> int:
        """One integer from 0 to `bound` - 1, all equally likely."""
        return self.many(name, bound, 1)[0]

    def many(self, name: str, bound: int, count: int) -> tuple[int, ...]:
        """`count` independent integers from 0 to `bound` - 1 under one name."""
        words = self._words(name)
        return tuple(_below(words, bound) for _ in range(count))

    def shuffled(self, name: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order of which all are equally likely (Fisher-Yates from the end)."""
        words = self._words(name)
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = _below(words, last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _words(self, name: str) -> Iterator[int]:
        if name in self.used:
            raise DrawRepeatedError(f"draw {name!r} was made before in this match")
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
        message = f"a draw needs a bound from 1 to 2**32, not {bound}"
        raise ValueError(message)
    # Words at or above the largest multiple of the bound are passed over: no modulo bias.
    limit = _WORD - _WORD % bound
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % bound
