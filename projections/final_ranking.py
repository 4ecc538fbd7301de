"""Final ranking of a match in which seats were forfeited.

A person who forfeits a seat ranks behind everybody who stayed, whatever the bot in that seat achieves; the first
person to leave ranks last. The game's outcome ranks the people who stayed.
"""

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from domain.kernel.basics import Seat, seats_of
from domain.kernel.messages import Outcome

OutcomeT = TypeVar("OutcomeT", bound=Outcome)


def with_final_ranking(outcome: OutcomeT, forfeited: Sequence[Seat]) -> OutcomeT:
    """Rank the forfeited seats, given in the order of forfeiting, behind all others.

    If only forfeited seats won, the best of the remaining seats win instead. If nobody won, nobody wins.
    """
    if not forfeited:
        return outcome
    stayed = [seat for seat in seats_of(len(outcome.ranking)) if seat not in forfeited]
    return replace(outcome, ranking=_ranking(outcome.ranking, stayed, forfeited), winners=_winners(outcome, stayed))


def _ranking(ranking: Sequence[int], stayed: Sequence[Seat], forfeited: Sequence[Seat]) -> tuple[int, ...]:
    ranks = {seat: len(ranking) - order for order, seat in enumerate(forfeited)}
    ranks |= {seat: 1 + sum(ranking[other] < ranking[seat] for other in stayed) for seat in stayed}
    return tuple(ranks[seat] for seat in seats_of(len(ranking)))


def _winners(outcome: Outcome, stayed: Sequence[Seat]) -> tuple[Seat, ...]:
    winners = tuple(seat for seat in outcome.winners if seat in stayed)
    if winners or not outcome.winners or not stayed:
        return winners
    best = min(outcome.ranking[seat] for seat in stayed)
    return tuple(seat for seat in stayed if outcome.ranking[seat] == best)
