"""The small words of the domain: seats, versions, keys, instants, hashes."""

from typing import NewType, TypeVar

T = TypeVar("T")

Seat = NewType("Seat", int)
"""A chair at the table, counted from 0."""

Version = NewType("Version", int)
"""How many events a stream holds; also the number of its newest event, which are counted from 1."""

MatchId = NewType("MatchId", str)
"""A match's UUID in its usual 36-character lower-case form; also the id of its stream."""

PlayerId = NewType("PlayerId", str)
"""A person's UUID in its usual form; a name is never part of an event."""

ChronicleId = NewType("ChronicleId", str)
"""A chronicle's UUID in its usual form; also the id of its stream."""

GameKey = NewType("GameKey", str)
"""A game's stable name, `queen_of_12` say; part of every stored topic."""

Instant = NewType("Instant", str)
"""A moment as RFC 3339 text in UTC with microseconds: `2026-11-30T02:32:49.000123Z`."""

Hash = NewType("Hash", str)
"""A SHA-256 value as 64 lower-case hexadecimal digits."""

GENESIS = Hash("0" * 64)
"""What stands as `prev` in the first event of a match."""


def seats_of(count: int) -> tuple[Seat, ...]:
    """All seats of a table of `count`, in seat order."""
    return tuple(Seat(number) for number in range(count))


def with_seat(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Copy of a row that has one value a seat, with another value at one seat."""
    changed = [*row]  # half the time of two slices
    changed[seat] = value
    return tuple(changed)
