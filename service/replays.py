"""Whole matches for those who look back at them."""

from collections.abc import Sequence

from msgspec import Struct

from domain.catalogue import Catalogue
from domain.kernel.basics import MatchId
from domain.kernel.records import Record
from domain.matches.evolve import fold
from domain.matches.state import Match
from service.problems import ServiceProblem
from service.wiring import Service


class Whole(Struct, frozen=True):
    """A match as it stands now, all its records, and the games with the edition that it is folded with."""

    games: Catalogue
    match: Match
    records: Sequence[Record]


async def whole(service: Service, match: MatchId) -> Whole:
    """Read a match from its first event on. Raises `ServiceProblem` (`not_found`)."""
    records = await service.histories.whole(match)
    games = await service.editions.to_play(records)
    found = fold(games, None, records)
    if found is None:
        raise ServiceProblem("not_found", f"There is no match {match}.")
    return Whole(games, found, records)
