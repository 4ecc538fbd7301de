"""Default scoring of the scoreboard: wins, places and scores, for games without a scoring of their own."""

from typing import Final

from domain.kernel.basics import Seat
from domain.kernel.messages import Outcome
from domain.kernel.scoring import Board, Tally


class GeneralTally(Tally, frozen=True):
    """Tally of wins, places and scores.

    `wins` counts matches with one winner, `shared_wins` those with several. `places` counts first places, second
    places and so on. `best` and `average` are null without a match.
    """

    wins: int
    shared_wins: int
    places: tuple[int, ...]
    total: int
    best: int | None
    average: float | None


def add(tally: GeneralTally, outcome: Outcome, seat: Seat) -> GeneralTally:
    """Add a match to the tally of a seat."""
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
    """Sort key of a tally: wins, then shared wins, then total score."""
    return tally.wins, tally.shared_wins, tally.total


GENERAL: Final = Board(
    tally=GeneralTally,
    outcome=Outcome,
    nothing=GeneralTally(0, 0, 0, (), 0, None, None),
    add=add,
    standing=standing,
)
