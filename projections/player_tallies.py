"""Tallies of a person at a game: results, streaks, seats, choices, and results against each opponent."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.basics import Seat
from domain.kernel.scoring import teams_of
from projections.seatings import Result


class SeatResult(Struct, frozen=True):
    """Result of one seat in a match: `won`, `shared` if it won together with opponents, or lost."""

    won: bool
    shared: bool

    @property
    def lost(self) -> bool:
        """Whether the seat neither won nor shared the win."""
        return not self.won and not self.shared


def seat_result(result: Result, seat: Seat) -> SeatResult:
    """Return the result of a seat."""
    winners = result.outcome.winners
    shared = seat in winners and not set(winners) <= set(team_of(result, seat))
    return SeatResult(seat in winners and not shared, shared)


def team_of(result: Result, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats of a seat's team, itself included."""
    return next(team for team in teams_of(result.board, result.outcome) if seat in team)


class SeatTally(Struct, frozen=True):
    """Matches that a person played from this seat at tables of so many seats; `won` includes shared wins."""

    seats: int
    seat: Seat
    played: int = 0
    won: int = 0


class PersonTally(Struct, frozen=True):
    """Tally of a person at a game.

    `won` counts wins alone or with the own team, `shared` wins together with opponents. A streak is a run of matches
    won or shared: `in_a_row` is the current one, `longest_row` the longest one. `practised` and `practice_won` count
    practice matches, which count nowhere else.
    """

    played: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0
    in_a_row: int = 0
    longest_row: int = 0
    chairs: tuple[SeatTally, ...] = ()
    chosen: dict[str, int] = {}
    practised: int = 0
    practice_won: int = 0


class OpponentTally(Struct, frozen=True):
    """Tally against one opponent: matches with this person as a rival, and how many of them ended ahead or behind."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


def with_practice(tally: PersonTally, result: SeatResult) -> PersonTally:
    """Count a practice match."""
    won = tally.practice_won + (not result.lost)
    return replace(tally, practised=tally.practised + 1, practice_won=won)


def with_match(
    tally: PersonTally, result: SeatResult, seats: int, seat: Seat, chosen: Mapping[str, int]
) -> PersonTally:
    """Count a match that is no practice."""
    row = 0 if result.lost else tally.in_a_row + 1
    return replace(
        tally,
        played=tally.played + 1,
        won=tally.won + result.won,
        shared=tally.shared + result.shared,
        lost=tally.lost + result.lost,
        in_a_row=row,
        longest_row=max(tally.longest_row, row),
        chairs=_with_seat(tally.chairs, seats, seat, won=not result.lost),
        chosen=dict(sorted((Counter(tally.chosen) + Counter(chosen)).items())),
    )


def _with_seat(chairs: tuple[SeatTally, ...], seats: int, seat: Seat, *, won: bool) -> tuple[SeatTally, ...]:
    known = {(each.seats, each.seat): each for each in chairs}
    former = known.get((seats, seat), SeatTally(seats, seat))
    known[seats, seat] = replace(former, played=former.played + 1, won=former.won + won)
    return tuple(known[key] for key in sorted(known))


def with_meeting(tally: OpponentTally, own: int, other: int) -> OpponentTally:
    """Count a match that the person ended with rank `own` and the opponent with rank `other`."""
    return OpponentTally(
        tally.played + 1, tally.won + (own < other), tally.drawn + (own == other), tally.lost + (own > other)
    )
