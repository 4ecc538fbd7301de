"""Campaigns: what outlives a match and shapes the next one. A room above implements this interface."""

from typing import Any, Protocol

from domain.kernel.basics import MatchId
from domain.matches.state import Match


class Campaigns(Protocol):
    """Campaigns that matches are played for, such as chronicles."""

    async def enter(self, named: str, match: MatchId) -> None:
        """Enter a match that is about to be opened. Raises `Refused` if there is no such campaign."""

    async def supplied(self, match: Match) -> dict[str, Any]:
        """Give the options that the campaign supplies to a match that is about to start."""

    async def tell(self, match: Match) -> bool:
        """Record the end of a match that may be over; return whether its campaign includes it now."""
