"""Visibility: turns a match and a requester into a visible match, or into "not found".

Routes reach matches only through this module; what it gives them has no access to hidden parts.
"""

from collections import OrderedDict

from domain.kernel.basics import MatchId, Version
from domain.kernel.records import Shown
from domain.matches.evolve import fold, fold_on
from domain.matches.state import Match
from domain.matches.visibility import Requester
from domain.matches.visible import VisibleLog, VisibleMatch, visible_log, visible_match
from domain.matches.visible_history import VisibleHistory, visible_history
from service.errors import match_not_found
from service.matches.commands import Accepted
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.matches.repository import MatchRepository


def log_of(match: Match, requester: Requester) -> VisibleLog:
    """Limit the log of a match to a requester. Raises `ServiceError` (`not_found`) if the match is hidden."""
    log = visible_log(match, requester)
    if log is None:
        raise match_not_found(match.terms.id)
    return log


def events_of(accepted: Accepted, requester: Requester) -> list[Shown]:
    """Show the events of an accepted command to its sender. Raises `ServiceError` (`not_found`)."""
    log = visible_log(accepted.match, requester, accepted.shown[-1].version)
    if log is None:
        raise match_not_found(accepted.match.terms.id)
    return log.redact(accepted.shown)


class Visibility:
    """Shows matches; caches the delayed states that spectators see."""

    def __init__(
        self, repository: MatchRepository, event_store: MatchEventStore, editions: Editions, bound: int
    ) -> None:
        """Cache at most `bound` delayed states."""
        self._repository = repository
        self._event_store = event_store
        self._editions = editions
        self._bound = bound
        self._delayed: OrderedDict[MatchId, Match] = OrderedDict()

    async def current(self, match: MatchId, requester: Requester) -> VisibleMatch:
        """Give a match as the requester sees it now. Raises `ServiceError` (`not_found`), and the store's errors."""
        return await self.of(await self._repository.current(match), requester)

    async def of(self, match: Match, requester: Requester) -> VisibleMatch:
        """Give a loaded match as the requester sees it. Raises as `current` does."""
        log = log_of(match, requester)
        state = match if log.version == match.end.version else await self._as_of(match, log.version)
        return visible_match(state, log, requester)

    async def log(self, match: MatchId, requester: Requester) -> VisibleLog:
        """Give the log of a match as far as the requester may read it. Raises as `current` does."""
        return log_of(await self._repository.current(match), requester)

    async def page(self, log: VisibleLog, after: Version, limit: int) -> list[Shown]:
        """Read at most `limit` events of a visible log, from behind version `after`. Raises the store's errors."""
        count = min(limit, log.version - after)
        return log.show(await self._event_store.load_after(log.game, log.match, after, count)) if count > 0 else []

    async def history(self, match: MatchId, requester: Requester) -> VisibleHistory:
        """Give all visible states of a match. Raises as `current` does."""
        records = await self._event_store.load(match)
        games = await self._editions.games_for(records)
        found = fold(games, None, records)
        if found is None:
            raise match_not_found(match)
        return visible_history(games, found, records, log_of(found, requester))

    async def _as_of(self, match: Match, version: Version) -> Match:
        known = self._delayed.pop(match.terms.id, None)
        if known is None or known.end.version < version:
            known = await self._advanced(known, match, version)
        self._delayed[match.terms.id] = known
        while len(self._delayed) > self._bound:
            self._delayed.popitem(last=False)
        return known

    async def _advanced(self, known: Match | None, match: Match, version: Version) -> Match:
        after = Version(0) if known is None else known.end.version
        records = await self._event_store.load_after(match.terms.game.key, match.terms.id, after, version - after)
        if known is not None:
            return fold_on(known, records)
        folded = await self._editions.fold_match(records)
        assert folded is not None  # noqa: S101 -- the caller has just loaded this match
        return folded
