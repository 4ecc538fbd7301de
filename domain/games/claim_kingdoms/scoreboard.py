"""How Claim Kingdoms is counted: points, and margins over the other seat."""

from typing import Final

from domain.games.claim_kingdoms.events import CardLaid
from domain.kernel.basics import Seat
from domain.kernel.messages import Outcome
from domain.kernel.scoring import Board, Tally


class ClaimTally(Tally, frozen=True):
    """Points and margins.

    `wins`, including those by supply, are sole wins; `shared_wins` are thrones that both seats claimed. A margin is the
    seat's score minus the other seat's, negative in a lost match; `margin` is the sum. Best and average values are null
    without a match.
    """

    wins: int
    shared_wins: int
    losses: int
    points: int
    points_against: int
    margin: int
    best_points: int | None
    best_margin: int | None
    average_points: float | None
    average_margin: float | None


def add(tally: ClaimTally, outcome: Outcome, seat: Seat) -> ClaimTally:
    """Count one more match."""
    own, other = outcome.scores[seat], outcome.scores[1 - seat]
    won, alone = seat in outcome.winners, len(outcome.winners) == 1
    matches, points, margin = tally.matches + 1, tally.points + own, tally.margin + own - other
    return ClaimTally(
        matches=matches,
        wins=tally.wins + (won and alone),
        shared_wins=tally.shared_wins + (won and not alone),
        losses=tally.losses + (not won),
        points=points,
        points_against=tally.points_against + other,
        margin=margin,
        best_points=_better(tally.best_points, own),
        best_margin=_better(tally.best_margin, own - other),
        average_points=points / matches,
        average_margin=margin / matches,
    )


def _better(best: int | None, figure: int) -> int:
    return figure if best is None else max(best, figure)


def choices(event: CardLaid) -> tuple[tuple[Seat, str]]:
    """The faction that a seat laid."""
    return ((event.seat, event.faction),)


def standing(tally: ClaimTally) -> tuple[int, ...]:
    """By wins, then shared wins, then margin, then points."""
    return tally.wins, tally.shared_wins, tally.margin, tally.points


BOARD: Final = Board(
    tally=ClaimTally,
    outcome=Outcome,
    nothing=ClaimTally(0, 0, 0, 0, 0, 0, 0, None, None, None, None),
    add=add,
    standing=standing,
    favourites="factions",
    choices={CardLaid: choices},
)
