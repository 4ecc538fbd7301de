"""Matches in memory: loaded from the event store, kept in a bounded cache, and brought up to date."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from domain.kernel.basics import GameKey, MatchId
from domain.kernel.records import Record
from domain.matches.evolve import fold_on
from domain.matches.state import Match
from service.errors import ServiceError, match_not_found
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.matches.idempotency import AcceptedRequests
from service.matches.subscribers import MatchSubscribers


class LoadedMatch:
    """Match in memory: its newest known state and its accepted requests. Commands hold its lock one at a time."""

    __slots__ = ("lock", "match", "requests")

    def __init__(self, match: Match, records: Sequence[Record]) -> None:
        """Keep a match that these records, from the first on, led to."""
        self.lock = asyncio.Lock()
        self.match = match
        self.requests = AcceptedRequests()
        self.requests.add(records)

    @property
    def game(self) -> GameKey:
        """The key of the game that is played."""
        return self.match.terms.game.key

    def advance(self, match: Match, records: Sequence[Record]) -> None:
        """Replace the state by a newer one that these records led to."""
        self.match = match
        self.requests.add(records)


class MatchRepository:
    """Repository of matches. Several processes may serve one match: each brings its copy up to date from the log."""

    def __init__(
        self, event_store: MatchEventStore, editions: Editions, subscribers: MatchSubscribers, bound: int
    ) -> None:
        """Keep at most `bound` matches in memory; subscribers hear of each match that is loaded."""
        self._event_store = event_store
        self._editions = editions
        self._subscribers = subscribers
        self._bound = bound
        self._loaded: OrderedDict[MatchId, LoadedMatch] = OrderedDict()

    async def current(self, match: MatchId) -> Match:
        """Give the newest state of a match. Raises `ServiceError` (`not_found`), and the store's errors."""
        return (await self.load_current(match)).match

    async def exists(self, match: MatchId) -> bool:
        """Return whether there is such a match."""
        try:
            await self.load(match)
        except ServiceError:
            return False
        return True

    async def load_current(self, match: MatchId) -> LoadedMatch:
        """Load a match and bring it up to date. Raises as `current` does."""
        loaded = await self.load(match)
        async with loaded.lock:
            await self.catch_up(loaded)
        return loaded

    async def load(self, match: MatchId) -> LoadedMatch:
        """Load a match as this process knows it, which may be an older state. Raises as `current` does."""
        known = self._loaded.get(match)
        if known is not None:
            self._loaded.move_to_end(match)
            return known
        records = await self._event_store.load(match)
        state = await self._editions.fold_match(records)
        if state is None:
            raise match_not_found(match)
        # Another task may have loaded the match meanwhile: a second copy would cause needless conflicts.
        loaded = self._loaded.get(match) or self.add(match, LoadedMatch(state, records))
        self._subscribers.match_changed(loaded.match)
        return loaded

    def add(self, match: MatchId, loaded: LoadedMatch) -> LoadedMatch:
        """Add a match to the cache."""
        self._loaded[match] = loaded
        while len(self._loaded) > self._bound:
            # Safe while a command holds the lock of the evicted match: versions keep a second copy from overwriting.
            self._loaded.popitem(last=False)
        return loaded

    async def catch_up(self, loaded: LoadedMatch) -> bool:
        """Take in what other processes have recorded, and return whether there was anything. Needs the lock."""
        match = loaded.match
        records = await self._event_store.load_after(loaded.game, match.terms.id, match.end.version)
        if not records:
            return False
        loaded.advance(fold_on(match, records), records)
        return True
