"""Scoreboard of Player 12: matches won and lost, goals and penalties, for players and for pairs."""

from collections.abc import Sequence
from typing import Final

from domain.games.player_12.scoring import Outcome
from domain.kernel.basics import Seat
from domain.kernel.scoring import Board, Tally


class PlayerTally(Tally, frozen=True):
    """Matches won and lost, and how many of them on penalties (sudden death is one way to that); goals of the team.

    Goals are those of the two halves: the kicks of a shoot-out are none.
    """

    won: int
    lost: int
    won_on_penalties: int
    lost_on_penalties: int
    goals_for: int
    goals_against: int


def add(tally: PlayerTally, outcome: Outcome, seat: Seat) -> PlayerTally:
    """Count one more match."""
    won, penalties = seat in outcome.winners, outcome.penalties is not None
    team = 0 if seat in outcome.teams[0] else 1
    return PlayerTally(
        matches=tally.matches + 1,
        won=tally.won + won,
        lost=tally.lost + (not won),
        won_on_penalties=tally.won_on_penalties + (won and penalties),
        lost_on_penalties=tally.lost_on_penalties + (penalties and not won),
        goals_for=tally.goals_for + outcome.goals[team],
        goals_against=tally.goals_against + outcome.goals[1 - team],
    )


def standing(tally: PlayerTally) -> tuple[int, ...]:
    """By matches won, then goal difference, then goals."""
    return tally.won, tally.goals_for - tally.goals_against, tally.goals_for


def pairs(outcome: Outcome) -> Sequence[tuple[Seat, Seat]]:
    """Both teams, where two play in each."""
    return [(team[0], team[1]) for team in outcome.teams if len(team) > 1]


BOARD: Final = Board(
    tally=PlayerTally,
    outcome=Outcome,
    nothing=PlayerTally(0, 0, 0, 0, 0, 0, 0),
    add=add,
    standing=standing,
    pairs=pairs,
)
