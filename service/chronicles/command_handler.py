"""The chronicles: founded, played for, and written down from the matches that ended.

A match is entered in its chronicle before it is opened; so the chronicle knows for which matches it waits, and
whoever uses it next finds those that ended meanwhile: in the order of the log, each once, since appends to the
chronicle's stream are compared by version. Nothing is lost where a process ends between a match and its reign.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from uuid import UUID

import msgspec
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
from service.errors import ServiceError
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.store.errors import Overloaded, StoreUnavailable, VersionConflict
from service.store.event_codec import CHRONICLE_PREFIX
from service.store.event_mapper import EventMapper
from service.store.store import Store

_IN_MEMORY = 1_000
_CONFLICTS_IN_A_ROW = 50

Decide = Callable[[Chronicle], Awaitable[Sequence[ChronicleEvent]]]

log = structlog.get_logger()


class Chronicles:
    """The chronicles of this service."""

    def __init__(self, store: Store, histories: MatchEventStore, editions: Editions) -> None:
        """Keep them in the store in which the matches are."""
        self._store = store
        self._histories = histories
        self._editions = editions
        self._mapper = EventMapper(CHRONICLE_PREFIX, CHRONICLE)
        self._known: dict[ChronicleId, Chronicle] = {}

    async def found(self, name: str, first_year: int, founder: PlayerId, key: str | None) -> Chronicle:
        """Found a chronicle; under a key that was used before, answer the one that it led to.

        Raises `Refused`: `unprocessable`, and `key_reused` where the key led to another one.
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
        """Give a chronicle as it stands now. Raises `ServiceError` (`not_found`)."""
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

    async def enter(self, named: str, match: MatchId) -> None:
        """Await a match that is about to be opened. Raises `Refused` (`unknown_chronicle`)."""

        async def decide(chronicle: Chronicle) -> Sequence[ChronicleEvent]:
            return enter(chronicle, match)

        await self._change(await self._named(named), decide)

    async def _named(self, named: str) -> ChronicleId:
        try:
            return (await self.current(ChronicleId(str(UUID(named))))).id
        except (ValueError, ServiceError):
            raise Refused("unknown_chronicle", f"There is no chronicle {named!r}.") from None

    async def supplied(self, match: Match) -> dict[str, str | None]:
        """What a match that is about to start takes from its chronicle: who sits on the throne."""
        stream = chronicle_of(match)
        if stream is None or not isinstance(match, Open):
            return {}
        return {"sovereign": (await self.settled(stream)).throne}

    async def tell(self, match: Match) -> bool:
        """Write a match down that may be over, and say whether its chronicle has it now.

        Where that fails, whoever uses the chronicle next does it.
        """
        stream = chronicle_of(match)
        if stream is None or not is_over(match):
            return False
        try:
            await self.settled(stream)
        except (Overloaded, StoreUnavailable, ServiceError) as error:
            log.warning("a reign waits", match=match.terms.id, reason=str(error))
            return False
        return True

    async def settled(self, stream: ChronicleId) -> Chronicle:
        """Give a chronicle after all its matches that are over were written down.

        Raises `ServiceError` (`not_found`), and the store's errors.
        """
        return await self._change(stream, self._settle)

    async def replace_obstacle(
        self, stream: ChronicleId, reign: int, by: PlayerId, words: str, *, repeated: bool
    ) -> Chronicle:
        """Let a member name a reign's greatest obstacle; a request that may be `repeated` is answered alike.

        Raises as the domain does, and `ServiceError` (`not_found`).
        """

        async def decide(chronicle: Chronicle) -> Sequence[ChronicleEvent]:
            known = chronicle.replacement(reign)
            if repeated and known is not None and (known.by, known.words) == (by, words.strip()):
                return ()
            return (replace_obstacle(chronicle, reign, by, words),)

        return await self._change(stream, decide)

    async def resume(self, left: AsyncIterator[ChronicleId]) -> None:
        """Write down what an earlier process may have left."""
        async for stream in left:
            try:
                await self.settled(stream)
            except Exception:
                log.exception("a chronicle was not resumed", chronicle=stream)

    async def _settle(self, chronicle: Chronicle) -> Sequence[ChronicleEvent]:
        over = await self._histories.over(chronicle.awaited)
        return settle(chronicle, [await self._ended(chronicle, match) for match in over])

    async def _ended(self, chronicle: Chronicle, match: MatchId) -> Ended:
        records = await self._histories.whole(match)
        found = await self._editions.match_of(records)
        # Under a reused idempotency key a match may be entered here that had been opened for no chronicle.
        if not isinstance(found, Finished) or chronicle_of(found) != chronicle.id:
            return Ended(match, (), None)
        sitters = tuple((each.player, each.bot) for each in found.occupants if each is not None)
        return Ended(match, sitters, msgspec.to_builtins(found.result, str_keys=True))

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
        raise ServiceError("overloaded", "Too many others use this chronicle just now. Nothing was changed.")

    async def _append(self, stream: ChronicleId, after: int, events: Sequence[ChronicleEvent]) -> None:
        at = now()
        rows = [(after + number, *self._mapper.to_row(at, event)) for number, event in enumerate(events, 1)]
        await self._store.append(UUID(stream), rows)


async def awaiting(pool: AsyncConnectionPool, following: ProjectionWorker) -> AsyncIterator[ChronicleId]:
    """Find the chronicles that wait for matches, when their read model has learnt all that there was at first."""
    await following.wait_for(CHRONICLES.name, await following.head_position())
    async with pool.connection() as connection:
        found = await chronicle_pages.awaiting(connection)
    for stream in found:
        yield stream


def chronicle_of(match: Match) -> ChronicleId | None:
    """The chronicle that a match is played for, if any; practice is for none."""
    named: str | None = match.terms.opened.options.get("chronicle")
    return None if named is None or match.terms.arrangement.is_practice else ChronicleId(str(UUID(named)))
