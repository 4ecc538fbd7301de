"""Whole matches for those who look back at them."""

from collections.abc import Sequence

from msgspec import Struct

from domain.catalogue import Catalogue
from domain.kernel.basics import MatchId
from domain.kernel.records import Record
from domain.matches.evolve import fold, fold_on, opened
from domain.matches.state import Match
from domain.matches.visibility import visible_version
from service.access.tokens import Caller, player_of
from service.errors import match_not_found
from service.http.services import Services
from service.matches.visibility import check


class MatchHistory(Struct, frozen=True):
    """A match as it stands now, all its records, and the games with the edition that it is folded with."""

    games: Catalogue
    match: Match
    records: Sequence[Record]


async def whole(service: Services, match: MatchId, caller: Caller | None) -> MatchHistory:
    """Read a match from its first event on, as far as the caller sees it. Raises `ServiceProblem` (`not_found`)."""
    records = await service.histories.whole(match)
    games = await service.editions.to_play(records)
    found = fold(games, None, records)
    if found is None:
        raise match_not_found(match)
    check(found, caller)
    seen = records[: visible_version(found, player_of(caller))]
    return MatchHistory(games, found if len(seen) == len(records) else fold_on(opened(games, seen[0]), seen[1:]), seen)
