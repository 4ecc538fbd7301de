"""How people fared in a match that some of them left.

Who forfeits a seat has lost to all who stayed, whatever the bot in that seat achieves: the first to leave is
last of all. Those who stayed are ranked by the game's outcome.
"""

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from domain.kernel.basics import Seat, seats_of
from domain.kernel.messages import Outcome

OutcomeT = TypeVar("OutcomeT", bound=Outcome)


def ranked(outcome: OutcomeT, left: Sequence[Seat]) -> OutcomeT:
    """Put the seats that were left (in that order) last.

    Where bots in such seats alone won, the best of those who stayed win; where nobody won, nobody does.
    """
    if not left:
        return outcome
    stayed = [seat for seat in seats_of(len(outcome.ranking)) if seat not in left]
    return replace(outcome, ranking=_ranking(outcome.ranking, stayed, left), winners=_winners(outcome, stayed))


def _ranking(ranking: Sequence[int], stayed: Sequence[Seat], left: Sequence[Seat]) -> tuple[int, ...]:
    ranks = {seat: len(ranking) - order for order, seat in enumerate(left)}
    ranks |= {seat: 1 + sum(ranking[other] < ranking[seat] for other in stayed) for seat in stayed}
    return tuple(ranks[seat] for seat in seats_of(len(ranking)))


def _winners(outcome: Outcome, stayed: Sequence[Seat]) -> tuple[Seat, ...]:
    winners = tuple(seat for seat in outcome.winners if seat in stayed)
    if winners or not outcome.winners or not stayed:
        return winners
    best = min(outcome.ranking[seat] for seat in stayed)
    return tuple(seat for seat in stayed if outcome.ranking[seat] == best)
