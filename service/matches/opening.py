"""Opening of matches: the first events of a match, under an id that repeated requests find again."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.kernel.basics import GameKey, MatchId, PlayerId
from domain.kernel.errors import Refused
from domain.kernel.records import Retry
from domain.matches.decide import MatchRequest, SeatRequest, advance, first_record, open_match, sit
from domain.matches.evolve import opened
from domain.matches.state import Match
from service.clock import match_id, new_secret, now
from service.matches.campaigns import Campaigns
from service.matches.commands import Opened
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.matches.repository import LoadedMatch, MatchRepository
from service.store.errors import VersionConflict


class MatchOpener:
    """Opens matches. A match expires after `usual_expiry` seconds unless its opener chooses another time."""

    def __init__(
        self,
        repository: MatchRepository,
        event_store: MatchEventStore,
        editions: Editions,
        campaigns: Campaigns,
        usual_expiry: int,
    ) -> None:
        """Add opened matches to this repository."""
        self._repository = repository
        self._event_store = event_store
        self._editions = editions
        self._campaigns = campaigns
        self._usual_expiry = usual_expiry

    async def exists(self, opener: PlayerId, key: str | None) -> bool:
        """Return whether the opener has opened a match under this idempotency key before."""
        return key is not None and await self._repository.exists(match_id(opener, key))

    async def open(self, wanted: MatchRequest, opener: PlayerId, key: str | None, retry: Retry | None) -> Opened:
        """Open a match. A key that was used before gives the match that it led to.

        Raises `Refused` as the domain does, and `key_reused` if the key was used for another request.
        """
        match = match_id(opener, key)
        try:
            return await self._open(match, wanted, opener, retry)
        except VersionConflict:
            loaded = await self._repository.load_current(match)
            _check_repeats(loaded, retry)
            return Opened(loaded.match, await self._event_store.position(match))

    async def open_once(
        self, match: MatchId, wanted: MatchRequest, opener: PlayerId, bots: Sequence[SeatRequest]
    ) -> Opened:
        """Open a match with seated bots under a given id, or give the match that has this id.

        Raises `Refused` as the domain does.
        """
        try:
            return await self._open(match, wanted, opener, None, bots)
        except VersionConflict:
            return Opened(await self._repository.current(match), await self._event_store.position(match))

    async def _open(
        self,
        match: MatchId,
        wanted: MatchRequest,
        opener: PlayerId,
        retry: Retry | None,
        bots: Sequence[SeatRequest] = (),
    ) -> Opened:
        games = await self._editions.games_for_opening(wanted.game, wanted.edition)
        event = open_match(games, self._with_expiry(wanted), opener, new_secret())
        records = [first_record(event, match, now(), retry)]
        state: Match = opened(games, records[0])
        for bot in bots:
            state, seated = advance(state, records[0].at, sit(state, bot))
            records += seated
        campaign = state.terms.game.campaign
        named = None if campaign is None else event.options.get(campaign.option)
        if named is not None and not wanted.arrangement.is_practice:
            await self._campaigns.enter(named, match)
        position = await self._event_store.append(GameKey(event.game), records)
        self._repository.add(match, LoadedMatch(state, records))
        return Opened(state, position)

    def _with_expiry(self, wanted: MatchRequest) -> MatchRequest:
        if wanted.arrangement.expires_after is not None:
            return wanted
        return replace(wanted, arrangement=replace(wanted.arrangement, expires_after=self._usual_expiry))


def _check_repeats(loaded: LoadedMatch, retry: Retry | None) -> None:
    if loaded.requests.find(retry) is None:
        raise Refused("key_reused", "This Idempotency-Key was used for a match with other terms.")
