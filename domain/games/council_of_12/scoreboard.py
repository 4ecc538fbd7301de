"""Scoreboard of Council of 12, which all seats win or lose together: reigns, won reigns and years."""

from typing import Final

from domain.games.council_of_12.events_play import CardRevealed, SecondPlayed
from domain.games.council_of_12.scoring import Outcome
from domain.kernel.basics import Seat
from domain.kernel.scoring import Board, Tally


class CouncilTally(Tally, frozen=True):
    """Reigns and years; every match is a reign, with or without a chronicle.

    A seat that left before the end has not won, even if the others have.
    `won_in_a_row` counts the won reigns up to the newest one. `silent_boxes` is the sum over all reigns.
    Maximums and the average are null without a match.
    """

    won: int
    won_in_a_row: int
    years: int
    longest: int | None
    longest_won: int | None
    silent_boxes: int
    average_years: float | None


def add(tally: CouncilTally, outcome: Outcome, seat: Seat) -> CouncilTally:
    """Count one more match."""
    matches, years = tally.matches + 1, tally.years + outcome.duration
    won = seat in outcome.winners
    return CouncilTally(
        matches=matches,
        won=tally.won + won,
        won_in_a_row=tally.won_in_a_row + 1 if won else 0,
        years=years,
        longest=max(tally.longest or 0, outcome.duration),
        longest_won=max(tally.longest_won or 0, outcome.duration) if won else tally.longest_won,
        silent_boxes=tally.silent_boxes + outcome.silent_boxes,
        average_years=years / matches,
    )


def choices(event: CardRevealed | SecondPlayed) -> tuple[tuple[Seat, str]]:
    """The character that a seat played."""
    return ((event.seat, event.card),)


def standing(tally: CouncilTally) -> tuple[int, ...]:
    """By won reigns, then years of all reigns, then the longest."""
    return tally.won, tally.years, tally.longest or 0


BOARD: Final = Board(
    tally=CouncilTally,
    outcome=Outcome,
    nothing=CouncilTally(0, 0, 0, 0, None, None, 0, None),
    add=add,
    standing=standing,
    divisions={"scenario": "setup"},
    rivals=False,
    favourites="characters",
    choices={CardRevealed: choices, SecondPlayed: choices},
)
