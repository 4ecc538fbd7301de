"""Scoreboard of a game that defines none: wins, places and scores."""

from typing import Final

from domain.kernel.basics import Seat
from domain.kernel.messages import Outcome
from domain.kernel.scoring import Board, Tally


class GeneralTally(Tally, frozen=True):
    """Wins, places and scores.

    `wins` were won alone, `shared_wins` with others; `places` counts how often one came first, second
    and so on. `best` and `average` are null without a match.
    """

    wins: int
    shared_wins: int
    places: tuple[int, ...]
    total: int
    best: int | None
    average: float | None


def add(tally: GeneralTally, outcome: Outcome, seat: Seat) -> GeneralTally:
    """Count one more match."""
    score, rank = outcome.scores[seat], outcome.ranking[seat]
    won, alone = seat in outcome.winners, len(outcome.winners) == 1
    places = [*tally.places, *(0 for _ in range(rank - len(tally.places)))]
    places[rank - 1] += 1
    matches, total = tally.matches + 1, tally.total + score
    return GeneralTally(
        matches=matches,
        wins=tally.wins + (won and alone),
        shared_wins=tally.shared_wins + (won and not alone),
        places=tuple(places),
        total=total,
        best=score if tally.best is None else max(tally.best, score),
        average=total / matches,
    )


def standing(tally: GeneralTally) -> tuple[int, ...]:
    """By wins, then shared wins, then total score."""
    return tally.wins, tally.shared_wins, tally.total


GENERAL: Final = Board(
    tally=GeneralTally,
    outcome=Outcome,
    nothing=GeneralTally(0, 0, 0, (), 0, None, None),
    add=add,
    standing=standing,
)
