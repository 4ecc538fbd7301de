"""Command handler of chronicles: found one, enter matches, record the reigns of matches that ended.

A match is entered in its chronicle before it is opened, so the chronicle knows the matches that it awaits. Each use of
a chronicle first records the awaited matches that have ended, in the order of the log. Appends check the version, so
each match is recorded once. A process that stops between the end of a match and its reign loses nothing.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any
from uuid import UUID

import structlog
from psycopg_pool import AsyncConnectionPool

from domain.chronicles.decide import Ended, enter, found, replace_obstacle, settle
from domain.chronicles.events import CHRONICLE, ChronicleEvent
from domain.chronicles.state import Chronicle, fold
from domain.kernel.basics import ChronicleId, MatchId, PlayerId
from domain.kernel.errors import Refused
from domain.matches.state import Finished, Match, Open, is_over
from projections import chronicle_pages
from projections.chronicles import CHRONICLES
from projections.worker import ProjectionWorker
from service.clock import chronicle_id, now
from service.codec.event_codec import CHRONICLE_PREFIX
from service.codec.event_mapper import EventMapper
from service.errors import ServiceError
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.store.errors import Overloaded, StoreUnavailable, VersionConflict
from service.store.store import Store

_IN_MEMORY = 1_000
_CONFLICTS_IN_A_ROW = 50

Decide = Callable[[Chronicle], Awaitable[Sequence[ChronicleEvent]]]

log = structlog.get_logger()


class Chronicles:
    """Command handler of the chronicles of this service."""

    def __init__(self, store: Store, event_store: MatchEventStore, editions: Editions) -> None:
        """Use `store`, which also holds the matches."""
        self._store = store
        self._event_store = event_store
        self._editions = editions
        self._mapper = EventMapper(CHRONICLE_PREFIX, CHRONICLE)
        self._known: dict[ChronicleId, Chronicle] = {}

    async def found(self, name: str, first_year: int, founder: PlayerId, key: str | None) -> Chronicle:
        """Found a chronicle; a repeated idempotency key returns the chronicle of the first request.

        Raises `Refused`: `unprocessable`, and `key_reused` if the first request was for another chronicle.
        """
        event, stream = found(name, first_year, founder), chronicle_id(founder, key)
        try:
            await self._append(stream, 0, (event,))
        except VersionConflict:
            founded = await self.current(stream)
            if founded.founded != event:
                raise Refused("key_reused", "This Idempotency-Key was used for another chronicle.") from None
        return await self.current(stream)

    async def current(self, stream: ChronicleId) -> Chronicle:
        """Return the current state of a chronicle. Raises `ServiceError` (`not_found`)."""
        known = self._known.get(stream)
        rows = await self._store.load(UUID(stream), 0 if known is None else known.version)
        if known is None and rows and not self._mapper.can_read(rows[0][1]):
            rows = []
        chronicle = fold(known, stream, (self._mapper.to_event(topic, state) for _, topic, state in rows))
        if chronicle is None:
            raise ServiceError("not_found", f"There is no chronicle {stream}.")
        if len(self._known) >= _IN_MEMORY:
            self._known.clear()
        self._known[stream] = chronicle
        return chronicle

    async def enter(self, name: str, match: MatchId) -> None:
        """Enter a match before it is opened. Raises `Refused` (`unknown_chronicle`)."""

        async def decide(chronicle: Chronicle) -> Sequence[ChronicleEvent]:
            return enter(chronicle, match)

        await self._change(await self._find(name), decide)

    async def _find(self, name: str) -> ChronicleId:
        try:
            return (await self.current(ChronicleId(str(UUID(name))))).id
        except (ValueError, ServiceError):
            raise Refused("unknown_chronicle", f"There is no chronicle {name!r}.") from None

    async def supplied_options(self, match: Match) -> dict[str, Any]:
        """Return the options that the chronicle of a match supplies when the match starts."""
        stream, campaign = chronicle_of(match), match.terms.game.campaign
        if stream is None or campaign is None or not isinstance(match, Open):
            return {}
        return campaign.supplies((await self.up_to_date(stream)).throne)

    async def record_end(self, match: Match) -> bool:
        """Record the end of a match if it is over, and return whether its chronicle has recorded it.

        After a failure the next use of the chronicle records the match.
        """
        stream = chronicle_of(match)
        if stream is None or not is_over(match):
            return False
        try:
            await self.up_to_date(stream)
        except (Overloaded, StoreUnavailable, ServiceError) as error:
            log.warning("recording a reign was postponed", match=match.terms.id, reason=str(error))
            return False
        return True

    async def up_to_date(self, stream: ChronicleId) -> Chronicle:
        """Return a chronicle after recording all its matches that are over.

        Raises `ServiceError` (`not_found`), and the store's errors.
        """
        return await self._change(stream, self._settle)

    async def replace_obstacle(
        self, stream: ChronicleId, reign: int, by: PlayerId, words: str, *, repeated: bool
    ) -> Chronicle:
        """Let a member replace a reign's greatest obstacle; a `repeated` request returns the first result.

        Raises as the domain does, and `ServiceError` (`not_found`).
        """

        async def decide(chronicle: Chronicle) -> Sequence[ChronicleEvent]:
            known = chronicle.replacement(reign)
            if repeated and known is not None and (known.by, known.words) == (by, words.strip()):
                return ()
            return (replace_obstacle(chronicle, reign, by, words),)

        return await self._change(stream, decide)

    async def resume(self, pending: AsyncIterator[ChronicleId]) -> None:
        """Record the matches that an earlier process may have left unrecorded."""
        async for stream in pending:
            try:
                await self.up_to_date(stream)
            except Exception:
                log.exception("resuming a chronicle failed", chronicle=stream)

    async def _settle(self, chronicle: Chronicle) -> Sequence[ChronicleEvent]:
        ended = await self._event_store.list_ended(chronicle.awaited)
        return settle(chronicle, [await self._ended(chronicle, match) for match in ended])

    async def _ended(self, chronicle: Chronicle, match: MatchId) -> Ended:
        records = await self._event_store.load(match)
        found = await self._editions.fold_match(records)
        # Under a reused idempotency key, a match may be entered here that had been opened without a chronicle.
        if not isinstance(found, Finished) or chronicle_of(found) != chronicle.id:
            return Ended(match, (), None)
        campaign = found.terms.game.campaign
        assert campaign is not None  # noqa: S101 -- for the type checker
        sitters = tuple((each.player, each.bot) for each in found.occupants if each is not None)
        return Ended(match, sitters, campaign.report(found.result))

    async def _change(self, stream: ChronicleId, decide: Decide) -> Chronicle:
        for _ in range(_CONFLICTS_IN_A_ROW):
            chronicle = await self.current(stream)
            events = await decide(chronicle)
            if not events:
                return chronicle
            try:
                await self._append(stream, chronicle.version, events)
            except VersionConflict:
                continue
            return await self.current(stream)
        raise ServiceError(
            "overloaded", "Too many concurrent requests for this chronicle. Nothing was changed. Retry later."
        )

    async def _append(self, stream: ChronicleId, after: int, events: Sequence[ChronicleEvent]) -> None:
        at = now()
        rows = [(after + number, *self._mapper.to_row(at, event)) for number, event in enumerate(events, 1)]
        await self._store.append(UUID(stream), rows)


async def awaiting(pool: AsyncConnectionPool, worker: ProjectionWorker) -> AsyncIterator[ChronicleId]:
    """List the chronicles that await matches, after the projection has reached the newest position."""
    await worker.wait_for(CHRONICLES.name, await worker.head_position())
    async with pool.connection() as connection:
        found = await chronicle_pages.awaiting(connection)
    for stream in found:
        yield stream


def chronicle_of(match: Match) -> ChronicleId | None:
    """Return the chronicle that a match is played for; None for practice and for games without campaign rules."""
    campaign = match.terms.game.campaign
    if campaign is None or match.terms.arrangement.is_practice:
        return None
    named: str | None = match.terms.opened.options.get(campaign.option)
    return None if named is None else ChronicleId(str(UUID(named)))
