"""Branches: practice matches that continue from a version of a match that is over."""

from domain.kernel.basics import MatchId
from domain.matches.decide import MatchRequest
from domain.matches.rematches import branch
from service.errors import match_not_found
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore


async def branch_opening(event_store: MatchEventStore, editions: Editions, source: MatchId, at: int) -> MatchRequest:
    """Return the terms of a match that continues from a version of another one.

    Raises `ServiceError` (`not_found`), and `Refused` as the domain does.
    """
    records = await event_store.load(source)
    if not records:
        raise match_not_found(source)
    return branch(await editions.games_for(records), records, at)
