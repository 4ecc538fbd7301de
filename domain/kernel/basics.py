"""Basic types of the domain: seats, versions, ids, keys, instants and hashes."""

from typing import NewType, TypeVar

T = TypeVar("T")

Seat = NewType("Seat", int)
"""Seat number at a table, counted from 0."""

Version = NewType("Version", int)
"""Number of events in a stream. Events are counted from 1, so it is also the number of the newest event."""

MatchId = NewType("MatchId", str)
"""Match id: a UUID in its 36-character lower-case form; also the id of the stream."""

PlayerId = NewType("PlayerId", str)
"""Person id: a UUID in the same form. Events never contain the name of a person."""

ChronicleId = NewType("ChronicleId", str)
"""Chronicle id: a UUID in the same form; also the id of the stream."""

GameKey = NewType("GameKey", str)
"""Stable name of a game, for example `queen_of_12`; part of every stored topic."""

Instant = NewType("Instant", str)
"""Point in time as RFC 3339 text in UTC with microseconds: `2026-11-30T02:32:49.000123Z`."""

Hash = NewType("Hash", str)
"""SHA-256 value as 64 lower-case hexadecimal digits."""

GENESIS = Hash("0" * 64)
"""Value of `prev` in the first event of a match."""


def seats_of(count: int) -> tuple[Seat, ...]:
    """All seats of a table of `count`, in seat order."""
    return tuple(Seat(number) for number in range(count))


def with_seat(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Copy of a tuple with one value for each seat; the value of one seat is replaced."""
    changed = [*row]  # half the time of two slices
    changed[seat] = value
    return tuple(changed)
