"""Matches as far as each may see them: not at all, as they stand, or as late as their spectators.

Every route that shows a match of somebody's choice asks here; nothing of a match that was asked for elsewhere
(its newest version least of all) may go into an answer.
"""

from collections import OrderedDict

from domain.kernel.basics import MatchId, PlayerId, Version
from domain.matches.evolve import fold_on
from domain.matches.state import Match
from domain.matches.visibility import STRANGER, Requester, may_see, visible_version
from service.access.tokens import Caller, player_of
from service.errors import match_not_found
from service.matches.command_handler import Matches
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore


def onlooker_of(caller: Caller | None) -> Requester:
    """Say who looks."""
    return STRANGER if caller is None else Requester(caller.player, caller.organizes)


def check(match: Match, caller: Caller | None) -> None:
    """Raise `ServiceProblem` (`not_found`), as for no match at all, where the caller may not look."""
    if not may_see(match, onlooker_of(caller)):
        raise match_not_found(match.terms.id)


class Visibility:
    """Shows matches; keeps those that spectators see late as they saw them last."""

    def __init__(self, matches: Matches, histories: MatchEventStore, editions: Editions, bound: int) -> None:
        """Keep at most `bound` matches."""
        self._matches = matches
        self._histories = histories
        self._editions = editions
        self._bound = bound
        self._late: OrderedDict[MatchId, Match] = OrderedDict()

    async def current(self, match: MatchId, caller: Caller | None) -> Match:
        """Give a match as the caller sees it now. Raises `ServiceProblem` (`not_found`), and the store's errors."""
        newest = await self._matches.current(match)
        check(newest, caller)
        return await self.seen(newest, player_of(caller))

    async def seen(self, match: Match, player: PlayerId | None) -> Match:
        """Give a match as a person sees it, of whom it is known that he may look. Raises the store's errors."""
        version = visible_version(match, player)
        return match if version == match.end.version else await self._as_of(match, version)

    async def _as_of(self, match: Match, version: Version) -> Match:
        known = self._late.pop(match.terms.id, None)
        if known is None or known.end.version < version:
            known = await self._later(known, match, version)
        self._late[match.terms.id] = known
        while len(self._late) > self._bound:
            self._late.popitem(last=False)
        return known

    async def _later(self, known: Match | None, match: Match, version: Version) -> Match:
        after = Version(0) if known is None else known.end.version
        records = await self._histories.part(match.terms.game.key, match.terms.id, after, version - after)
        if known is not None:
            return fold_on(known, records)
        folded = await self._editions.match_of(records)
        assert folded is not None  # noqa: S101 -- the match was there a moment ago
        return folded
