"""Interface of campaigns, which connect the result of a match with the setup of later ones.

The package `service.chronicles` implements it.
"""

from typing import Any, Protocol

from domain.kernel.basics import MatchId
from domain.matches.state import Match


class Campaigns(Protocol):
    """Campaigns that matches are played for, such as chronicles."""

    async def enter(self, name: str, match: MatchId) -> None:
        """Enter a match that is about to be opened. Raises `Refused` if there is no such campaign."""

    async def supplied_options(self, match: Match) -> dict[str, Any]:
        """Return the options that the campaign supplies to a match that is about to start."""

    async def record_end(self, match: Match) -> bool:
        """Record the end of a match if it is over; return whether its campaign includes it now."""
