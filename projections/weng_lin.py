"""Ratings after Weng and Lin (2011), algorithm 1: Bradley-Terry, full pairs; as the library openskill has it.

It supports any number of seats, teams and shared ranks. `openapi/ratings.md` documents the formulas and the order of
matches, so that ratings can be recomputed. A change of the library version or of a parameter changes `MODEL`.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from domain.kernel.basics import Seat
from domain.kernel.messages import Outcome

MU: Final = 25.0
SIGMA: Final = 25 / 3
BETA: Final = 25 / 6
KAPPA: Final = 0.0001
TAU: Final = 25 / 300
MODEL: Final = "openskill 6.2.0 BradleyTerryFull(mu=25, sigma=25/3, beta=25/6, kappa=0.0001, tau=25/300)"

_MODEL: Final = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU)


class Strength(Struct, frozen=True):
    """Strength of a player: mean and standard deviation of the estimate."""

    mu: float = MU
    sigma: float = SIGMA


def rated(
    strengths: Mapping[Seat, Strength], teams: Sequence[Sequence[Seat]], outcome: Outcome, left: Sequence[Seat]
) -> dict[Seat, Strength]:
    """Return the strengths of all seats after a match.

    A team has the rank of its best seat. A person who left is rated as if the team had finished last; a partner who
    stayed is rated by the team's rank.
    """
    ranks = [min(outcome.ranking[seat] for seat in team) for team in teams]
    after = _rate(strengths, teams, ranks)
    for number, team in enumerate(teams):
        if gone := [seat for seat in team if seat in left and len(team) > 1]:
            last = [*ranks[:number], len(outcome.ranking) + 1, *ranks[number + 1 :]]
            lost = _rate(strengths, teams, last)
            after |= {seat: lost[seat] for seat in gone}
    return after


def _rate(
    strengths: Mapping[Seat, Strength], teams: Sequence[Sequence[Seat]], ranks: Sequence[int]
) -> dict[Seat, Strength]:
    before = [[_rating(strengths[seat]) for seat in team] for team in teams]
    after = _MODEL.rate(before, ranks=[float(rank) for rank in ranks])
    return {
        seat: Strength(rating.mu, rating.sigma)
        for team, ratings in zip(teams, after, strict=True)
        for seat, rating in zip(team, ratings, strict=True)
    }


def _rating(strength: Strength) -> BradleyTerryFullRating:
    return _MODEL.rating(strength.mu, strength.sigma)
