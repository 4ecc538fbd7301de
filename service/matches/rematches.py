"""Rematches: at most one for each match, with the same seats."""

from domain.kernel.basics import MatchId, PlayerId
from domain.matches.rematches import bots_of, rematch
from domain.matches.state import Abandoned
from service.clock import rematch_id
from service.matches.commands import Opened
from service.matches.opening import MatchOpener
from service.matches.repository import MatchRepository


class Rematches:
    """Rematches of matches that are over. The id of a rematch follows from the old match's id, in every process."""

    def __init__(self, repository: MatchRepository, opener: MatchOpener) -> None:
        """Open rematches with this opener."""
        self._repository = repository
        self._opener = opener

    async def open(self, match: MatchId, by: PlayerId) -> Opened:
        """Open the rematch of a match, or give the one that exists and was not abandoned.

        Raises `Refused` as the domain does, and the store's errors.
        """
        over = await self._repository.current(match)
        wanted, bots = rematch(over, by), bots_of(over)
        attempt = 1
        while True:
            opened = await self._opener.open_once(rematch_id(match, attempt), wanted, by, bots)
            if not isinstance(opened.match, Abandoned):
                return opened
            attempt += 1

    async def has_bots(self, match: MatchId) -> bool:
        """Return whether bots will have seats in the rematch. Raises `ServiceError` (`not_found`)."""
        return bool(bots_of(await self._repository.current(match)))

    async def exists(self, match: MatchId) -> bool:
        """Return whether the match has a rematch that was not abandoned."""
        attempt = 1
        while await self._repository.exists(found := rematch_id(match, attempt)):
            if not isinstance(await self._repository.current(found), Abandoned):
                return True
            attempt += 1
        return False
