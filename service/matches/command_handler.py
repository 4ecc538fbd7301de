"""Command handler of matches: find a repeated request, load, decide, append, retry on conflict, notify subscribers."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from domain.kernel.basics import Instant, MatchId, PlayerId, Seat, Version
from domain.kernel.chance import Draws
from domain.kernel.errors import Refused
from domain.kernel.messages import Action
from domain.kernel.records import Cause, Record, Shown, known_to_everybody, show
from domain.matches.branch import branch_start
from domain.matches.change import Change
from domain.matches.decide import SeatRequest, abandon, act, advance_shown, sit, with_last_version
from domain.matches.events import BranchBegun
from domain.matches.leaving import process_deadline, resign, vote
from domain.matches.state import Match, Open
from domain.matches.undo import answer_undo, request_undo
from domain.matches.visibility import Requester, may_see
from service.clock import now
from service.errors import MatchRefused, ServiceError, match_not_found
from service.matches.campaigns import Campaigns
from service.matches.commands import Accepted, CommandContext, Seated
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.matches.permissions import check_abandons
from service.matches.repository import LoadedMatch, MatchRepository
from service.matches.subscribers import MatchSubscribers
from service.store.errors import VersionConflict

_CONFLICTS_IN_A_ROW = 50

Decide = Callable[[Match, Instant], tuple[Change, Action | None]]
"""Decides on a match at the time that will be recorded."""


class CommandHandler:
    """Handles commands to matches, one at a time for each match."""

    def __init__(
        self,
        repository: MatchRepository,
        event_store: MatchEventStore,
        editions: Editions,
        campaigns: Campaigns,
        subscribers: MatchSubscribers,
    ) -> None:
        """Change the matches of this repository."""
        self._repository = repository
        self._event_store = event_store
        self._editions = editions
        self._campaigns = campaigns
        self._subscribers = subscribers

    async def seated(self, match: MatchId, requester: Requester) -> Seated:
        """Find the seat of a person in a match.

        Raises `ServiceError`: `not_found` (also for a match that is hidden from the requester), `not_seated`.
        """
        known = (await self._repository.load(match)).match
        player = requester.player
        if player is not None and known.seat_of(player) is None:
            known = await self._repository.current(match)
        seat = None if player is None else known.seat_of(player)
        if seat is not None:
            return Seated(known.terms.game, seat)
        if not may_see(known, requester):
            raise match_not_found(match)
        raise ServiceError("not_seated", "You have no seat in this match.", match=match)

    async def sit(self, match: MatchId, wanted: SeatRequest, context: CommandContext) -> Accepted:
        """Take a seat. Raises `MatchRefused`, and the store's errors."""
        supplied, begun = await self._start_material((await self._repository.load(match)).match)
        return await self._execute(match, lambda known, _: (sit(known, wanted, Draws, supplied, begun), None), context)

    async def _start_material(self, match: Match) -> tuple[dict[str, Any], BranchBegun | None]:
        """Collect what a match that is about to start takes from its campaign or from the match it branches off."""
        moment = match.terms.arrangement.branch_of
        if moment is None or not isinstance(match, Open):
            return await self._campaigns.supplied_options(match), None
        records = await self._event_store.load(moment.match)
        played = branch_start(await self._editions.games_for(records), records, moment.version)
        return played.supplied, played.begun

    async def act(
        self, match: MatchId, seat: Seat, action: Action, decision: str | None, context: CommandContext
    ) -> Accepted:
        """Take an action of the game. Raises `MatchRefused`, and the store's errors."""
        return await self._execute(match, lambda known, _: (act(known, seat, action, decision), action), context)

    async def request_undo(self, match: MatchId, seat: Seat, to: Version | None, context: CommandContext) -> Accepted:
        """Ask to undo a seat's last action. Raises `MatchRefused`, and the store's errors."""
        return await self._execute(match, lambda known, _: (request_undo(known, seat, to), None), context)

    async def answer_undo(
        self, match: MatchId, seat: Seat, asked: Version | None, context: CommandContext, *, agrees: bool
    ) -> Accepted:
        """Answer another seat's request to undo. Raises `MatchRefused`, and the store's errors."""

        def decide(known: Match, _: Instant) -> tuple[Change, None]:
            return answer_undo(known, seat, agrees=agrees, asked=asked), None

        return await self._execute(match, decide, context)

    async def abandon(self, match: MatchId, requester: Requester, context: CommandContext) -> Accepted:
        """Abandon a match. Raises `MatchRefused`, `ServiceError` (`not_allowed`), and the store's errors."""

        def decide(known: Match, _: Instant) -> tuple[Change, None]:
            player = check_abandons(known, requester)
            return abandon(known, player), None

        return await self._execute(match, decide, context)

    async def resign(self, match: MatchId, by: PlayerId, context: CommandContext) -> Accepted:
        """Resign a person's seat. Raises `MatchRefused`, and the store's errors."""
        return await self._execute(match, lambda known, _: (resign(known, _seat_of(known, by)), None), context)

    async def vote(self, match: MatchId, by: PlayerId, agrees: bool, context: CommandContext) -> Accepted:
        """Vote to abandon a match, or withdraw that vote. Raises `MatchRefused`, and the store's errors."""
        return await self._execute(match, lambda known, _: (vote(known, _seat_of(known, by), agrees), None), context)

    async def process_deadline(self, match: MatchId) -> Accepted:
        """Process one deadline that has passed: of a decision, or of the match's start.

        Raises `MatchRefused` if no deadline has passed, and the store's errors.
        """
        return await self._execute(match, lambda known, at: (process_deadline(known, at), None), CommandContext())

    async def _execute(self, match: MatchId, decide: Decide, context: CommandContext) -> Accepted:
        loaded = await self._repository.load(match)
        async with loaded.lock:
            for _ in range(_CONFLICTS_IN_A_ROW):
                try:
                    return await self._attempt(loaded, decide, context)
                except VersionConflict:
                    await self._repository.catch_up(loaded)
        raise ServiceError("overloaded", "Too many concurrent requests change this match. Nothing was changed.")

    async def _attempt(self, loaded: LoadedMatch, decide: Decide, context: CommandContext) -> Accepted:
        while True:
            at = now()
            try:
                repeated = await self._repeated(loaded, context)
                if repeated is not None:
                    return repeated
                _check_version(loaded.match, context)
                change, action = decide(loaded.match, at)
            except Refused as refused:
                # Another process may have recorded what makes this command legal.
                if await self._repository.catch_up(loaded):
                    continue
                raise MatchRefused(refused, loaded.match.terms.id, context.newest(loaded.match)) from None
            return await self._append(loaded, at, change, Cause(action, context.retry))

    async def _append(self, loaded: LoadedMatch, at: Instant, change: Change, cause: Cause) -> Accepted:
        mark = None if cause.retry is None else with_last_version(loaded.match, cause.retry, change)
        match, records, shown = advance_shown(loaded.match, at, change, Cause(cause.action, mark))
        recording = self._event_store.submit(loaded.game, records)
        # Events are recorded even if the request is cancelled, so a callback takes them in and notifies subscribers.
        recording.add_done_callback(partial(self._recorded, loaded, match, records, shown))
        self._subscribers.track(match.terms.id, recording)
        position = (await asyncio.shield(recording))[-1]
        if await self._campaigns.record_end(match):
            # Read models that have reached this position include the reign, too.
            position = await self._event_store.head_position()
        return Accepted(match, shown, position)

    def _recorded(
        self,
        loaded: LoadedMatch,
        match: Match,
        records: Sequence[Record],
        shown: Sequence[Shown],
        recording: "asyncio.Future[list[int]]",
    ) -> None:
        if recording.cancelled() or recording.exception() is not None:
            return
        # After a cancelled request, another command may have caught up with these events already.
        if loaded.match.end.version < match.end.version:
            loaded.advance(match, records)
        self._subscribers.match_changed(match, shown)

    async def _repeated(self, loaded: LoadedMatch, context: CommandContext) -> Accepted | None:
        found = loaded.requests.find(context.retry)
        if found is None:
            return None
        match, after = loaded.match, Version(found.first - 1)
        records = await self._event_store.load_after(loaded.game, match.terms.id, after, found.last - after)
        shown = tuple(show(record, match.seed, known_to_everybody) for record in records)
        return Accepted(match, shown, await self._event_store.position(match.terms.id), repeated=True)


def _check_version(match: Match, context: CommandContext) -> None:
    newest = context.newest(match)
    if context.version is not None and context.version != newest:
        detail = f"The request was made for version {context.version}; the match is at version {newest}."
        raise Refused("version_mismatch", detail)


def _seat_of(match: Match, player: PlayerId) -> Seat:
    seat = match.seat_of(player)
    if seat is None:
        raise Refused("not_seated", "You have no seat in this match.")
    return seat
