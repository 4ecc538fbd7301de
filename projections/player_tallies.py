"""What a person's matches at a game add up to."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.basics import Seat
from domain.kernel.messages import Outcome
from projections.scoreboards.board import AnyBoard, teams_of


class Fared(Struct, frozen=True):
    """How one seat fared in a match: it won, won with others that it did not play with, or lost."""

    won: bool
    shared: bool

    @property
    def lost(self) -> bool:
        """Neither."""
        return not self.won and not self.shared


def fared(board: AnyBoard, outcome: Outcome, seat: Seat) -> Fared:
    """Tell how a seat fared."""
    won = seat in outcome.winners
    shared = won and not set(outcome.winners) <= set(mates(board, outcome, seat))
    return Fared(won and not shared, shared)


def mates(board: AnyBoard, outcome: Outcome, seat: Seat) -> tuple[Seat, ...]:
    """Who plays together with a seat, itself among them."""
    return next(team for team in teams_of(board, outcome) if seat in team)


class ChairTally(Struct, frozen=True):
    """How often somebody sat in this seat of so many, and how many of these matches were won, alone or with others."""

    seats: int
    seat: Seat
    played: int = 0
    won: int = 0


class PersonTally(Struct, frozen=True):
    """A person at a game.

    `won` were won alone or by the own side, `shared` with others. A row of matches that were won (or shared) is
    `in_a_row` up to the newest, `longest_row` the longest there was. `practised` and `practice_won` are apart.
    """

    played: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0
    in_a_row: int = 0
    longest_row: int = 0
    chairs: tuple[ChairTally, ...] = ()
    chosen: dict[str, int] = {}
    practised: int = 0
    practice_won: int = 0


class OpponentTally(Struct, frozen=True):
    """How often somebody met another person as a rival, and who of them was ahead at the end."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


def with_practice(tally: PersonTally, result: Fared) -> PersonTally:
    """Count a match that goes into no record."""
    won = tally.practice_won + (not result.lost)
    return replace(tally, practised=tally.practised + 1, practice_won=won)


def with_match(tally: PersonTally, result: Fared, seats: int, seat: Seat, chosen: Mapping[str, int]) -> PersonTally:
    """Count a match among people."""
    row = 0 if result.lost else tally.in_a_row + 1
    return replace(
        tally,
        played=tally.played + 1,
        won=tally.won + result.won,
        shared=tally.shared + result.shared,
        lost=tally.lost + result.lost,
        in_a_row=row,
        longest_row=max(tally.longest_row, row),
        chairs=_with_chair(tally.chairs, seats, seat, won=not result.lost),
        chosen=dict(sorted((Counter(tally.chosen) + Counter(chosen)).items())),
    )


def _with_chair(chairs: tuple[ChairTally, ...], seats: int, seat: Seat, *, won: bool) -> tuple[ChairTally, ...]:
    known = {(chair.seats, chair.seat): chair for chair in chairs}
    chair = known.get((seats, seat), ChairTally(seats, seat))
    known[seats, seat] = replace(chair, played=chair.played + 1, won=chair.won + won)
    return tuple(known[key] for key in sorted(known))


def against(tally: OpponentTally, own: int, other: int) -> OpponentTally:
    """Count a match in which the one had this rank and the other that."""
    return OpponentTally(
        tally.played + 1, tally.won + (own < other), tally.drawn + (own == other), tally.lost + (own > other)
    )
