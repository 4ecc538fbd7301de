"""Rounds and key moments of a match, from game and lifecycle events; they contain no sealed information."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from domain.kernel.basics import Seat, Version
from domain.kernel.game import AnyGame
from domain.kernel.messages import Event
from domain.kernel.milestones import Mark, Milestones
from domain.kernel.records import Record
from domain.matches.events import MatchAbandoned, MatchFinished, MatchStarted, SeatForfeited


class Round(Struct, frozen=True):
    """Round, with the versions of its first and last event so far. Number 0 covers the events before round 1."""

    number: int
    first: Version
    last: Version


class KeyMoment(Struct, frozen=True):
    """Key moment of a match: version, round, kind in the game's terms, seats involved and a short title."""

    version: Version
    round: int
    kind: str
    seats: tuple[Seat, ...]
    title: str


def rounds(game: AnyGame, records: Sequence[Record]) -> list[Round]:
    """Divide a match, read from its first record on, into its rounds."""
    found: list[Round] = []
    for record, number in _numbered(game, records):
        if found and found[-1].number == number:
            found[-1] = Round(number, found[-1].first, record.version)
        else:
            found.append(Round(number, record.version, record.version))
    return found


def key_moments(game: AnyGame, seats: int, records: Sequence[Record]) -> list[KeyMoment]:
    """List the key moments of a match that is read from its first record on."""
    return [
        KeyMoment(record.version, number, mark.kind, mark.seats, mark.title)
        for record, number in _numbered(game, records)
        if (mark := _mark_of(game, seats, record.event)) is not None
    ]


def _numbered(game: AnyGame, records: Sequence[Record]) -> Iterator[tuple[Record, int]]:
    number = 0
    for record in records:
        named = game.milestones.round_of(record.event)
        number = number if named is None else named
        yield record, number


def _mark_of(game: AnyGame, seats: int, event: Event) -> Mark | None:
    return _LIFECYCLE.mark_of(event, seats) or game.milestones.mark_of(event, seats)


def _start(_: MatchStarted, __: int) -> Mark:
    return Mark("start", (), "The match begins")


def _forfeit(event: SeatForfeited, _: int) -> Mark:
    seat = event.seat
    return Mark("forfeit", (seat,), f"Seat {seat} {'resigned' if event.reason == 'resigned' else 'was overdue'}")


def _end(event: MatchFinished, _: int) -> Mark:
    winners: tuple[Seat, ...] = tuple(event.outcome["winners"])
    return Mark("end", winners, f"Finished: {str(event.outcome['ending']).replace('_', ' ')}")


def _abandonment(_: MatchAbandoned, __: int) -> Mark:
    return Mark("end", (), "Abandoned")


_LIFECYCLE: Final = Milestones(
    marks={MatchStarted: _start, SeatForfeited: _forfeit, MatchFinished: _end, MatchAbandoned: _abandonment}
)
"""Key moments of the lifecycle, common to all games."""
