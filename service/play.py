"""The way of an action: load the match, let the domain decide, append, answer.

A match used lately stays in memory and is brought up to date by its missing events, so that several
processes may serve it; who comes second to append catches up and decides again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence

from msgspec import Struct

from domain.kernel.basics import GameKey, Hash, MatchId, PlayerId, Seat, Version
from domain.kernel.errors import Refused
from domain.kernel.messages import Action, Event
from domain.kernel.records import Cause, Record, Retry, Shown, show, to_everybody
from domain.matches.decide import Opening, Sitting, abandon, act, advance_shown, first_record, open_match, retried, sit
from domain.matches.evolve import fold, fold_on, opened
from domain.matches.sight import Onlooker, horizon, may_look
from domain.matches.state import Match
from service.chronicles import Chronicles
from service.clock import match_id, new_secret, now
from service.editions import Editions
from service.histories import Histories
from service.problems import MatchRefused, ServiceProblem, no_match
from service.store.errors import VersionConflict

_CONFLICTS_IN_A_ROW = 50


class Accepted(Struct, frozen=True):
    """What became of a request: the match after it, and the events it brought about, shown in full."""

    match: Match
    shown: tuple[Shown, ...]


class Wish(Struct, frozen=True):
    """What comes with a request besides its body: the version it was made for, its idempotency mark.

    `by` is who asks, and is told of no version that he does not see; none is the service itself.
    """

    version: Version | None = None
    retry: Retry | None = None
    by: PlayerId | None = None

    def newest(self, match: Match) -> Version:
        """The newest version of a match for who asks."""
        return match.end.version if self.by is None else horizon(match, self.by)


class _Kept:
    """A match in memory: its newest known state, and what repeated requests would be answered with."""

    __slots__ = ("lock", "match", "retries")

    def __init__(self, match: Match) -> None:
        self.lock = asyncio.Lock()
        self.match = match
        self.retries: dict[Hash, tuple[Hash, Version, Version]] = {}

    def note(self, records: Sequence[Record]) -> None:
        for record in records:
            if record.retry is not None:
                self.retries[record.retry.key] = (record.retry.body, record.version, record.retry.last)

    @property
    def game(self) -> GameKey:
        return self.match.terms.game.key


Decide = Callable[[Match], tuple[tuple[Event, ...], Action | None]]


class Matches:
    """The matches of this service."""

    def __init__(self, histories: Histories, editions: Editions, chronicles: Chronicles, bound: int) -> None:
        """Keep at most `bound` matches in memory; `chronicles` are told of those that end."""
        self._chronicles = chronicles
        self._histories = histories
        self._editions = editions
        self._bound = bound
        self._kept: OrderedDict[MatchId, _Kept] = OrderedDict()
        self.after_change: Callable[[Match], None] = lambda _: None
        self.announce: Callable[[Match, Sequence[Shown]], None] = lambda *_: None

    async def open(self, wanted: Opening, opener: PlayerId, key: str | None, retry: Retry | None) -> Match:
        """Lay a table; under a key that was used before, answer the match that it led to.

        Raises `Refused` as the domain does, and `key_reused` where the key led to another request.
        """
        games = await self._editions.to_open(wanted.game, wanted.edition)
        event = open_match(games, wanted, opener, new_secret())
        record = first_record(event, match_id(opener, key), now(), retry)
        named = event.options.get("chronicle")
        if named is not None:
            await self._chronicles.enter(named, record.match)
        try:
            await self._histories.append(GameKey(event.game), (record,))
        except VersionConflict:
            return (await self._opened_before(record)).match
        kept = _Kept(opened(games, record))
        kept.note((record,))
        self._keep(record.match, kept)
        return kept.match

    async def _opened_before(self, record: Record) -> _Kept:
        kept = await self._current(record.match)
        mark = None if record.retry is None else kept.retries.get(record.retry.key)
        if record.retry is None or mark is None or mark[0] != record.retry.body:
            raise Refused("key_reused", "This Idempotency-Key was used for a match with other terms.")
        return kept

    async def current(self, match: MatchId) -> Match:
        """Give a match as it stands now. Raises `ServiceProblem` (`not_found`)."""
        return (await self._current(match)).match

    async def seated(self, match: MatchId, player: PlayerId, *, organizes: bool = False) -> tuple[Match, Seat]:
        """Give a match as it was known last, and a person's seat in it.

        Raises `ServiceProblem`: `not_found` (also for who may not look at it), `not_seated`.
        """
        known = (await self._known(match)).match
        seat = known.seat_of(player)
        if seat is None:
            known = await self.current(match)
            seat = known.seat_of(player)
        if seat is None:
            if not may_look(known, Onlooker(player, organizes)):
                raise no_match(match)
            raise ServiceProblem("not_seated", "You have no seat in this match.", match=match)
        return known, seat

    async def sit(self, match: MatchId, wanted: Sitting, wish: Wish) -> Accepted:
        """Take a seat. Raises `MatchRefused`, and the store's errors."""
        supplied = await self._chronicles.supplied((await self._known(match)).match)
        return await self._change(match, lambda known: (sit(known, wanted, supplied=supplied), None), wish)

    async def act(self, match: MatchId, seat: Seat, action: Action, decision: str | None, wish: Wish) -> Accepted:
        """Take an action of the game. Raises `MatchRefused`, and the store's errors."""
        return await self._change(match, lambda known: (act(known, seat, action, decision), action), wish)

    async def abandon(self, match: MatchId, by: PlayerId, wish: Wish, allow: Callable[[Match], None]) -> Accepted:
        """Give a match up, as it stands when that is recorded; `allow` raises where `by` may not.

        Raises `MatchRefused`, and the store's errors.
        """

        def decide(known: Match) -> tuple[tuple[Event, ...], Action | None]:
            allow(known)
            return abandon(known, by), None

        return await self._change(match, decide, wish)

    async def _change(self, match: MatchId, decide: Decide, wish: Wish) -> Accepted:
        kept = await self._known(match)
        async with kept.lock:
            for _ in range(_CONFLICTS_IN_A_ROW):
                try:
                    return await self._attempt(kept, decide, wish)
                except VersionConflict:
                    await self._catch_up(kept)
        raise ServiceProblem("overloaded", "Too many others act in this match just now. Nothing was changed.")

    async def _attempt(self, kept: _Kept, decide: Decide, wish: Wish) -> Accepted:
        while True:
            repeated = await self._repeated(kept, wish)
            if repeated is not None:
                return repeated
            try:
                events, action = self._decided(kept.match, decide, wish)
            except Refused as refused:
                # What we know may be old: another process may have recorded what makes this right.
                if await self._catch_up(kept):
                    continue
                raise MatchRefused(refused, kept.match.terms.id, wish.newest(kept.match)) from None
            return await self._record(kept, events, action, wish.retry)

    def _decided(self, match: Match, decide: Decide, wish: Wish) -> tuple[tuple[Event, ...], Action | None]:
        newest = wish.newest(match)
        if wish.version is not None and wish.version != newest:
            detail = f"You acted on version {wish.version}; the match is at version {newest}."
            raise Refused("version_mismatch", detail)
        return decide(match)

    async def _record(
        self, kept: _Kept, events: tuple[Event, ...], action: Action | None, retry: Retry | None
    ) -> Accepted:
        mark = None if retry is None else retried(kept.match, retry, events)
        match, records, shown = advance_shown(kept.match, now(), events, Cause(action, mark))
        await self._histories.append(kept.game, records)
        kept.match = match
        kept.note(records)
        self.announce(match, shown)
        self.after_change(match)
        await self._chronicles.tell(match)
        return Accepted(match, shown)

    async def _repeated(self, kept: _Kept, wish: Wish) -> Accepted | None:
        retry = wish.retry
        if retry is None or (mark := kept.retries.get(retry.key)) is None:
            return None
        body, first, last = mark
        if body != retry.body:
            refused = Refused("key_reused", "This Idempotency-Key was used for another request.")
            raise MatchRefused(refused, kept.match.terms.id, wish.newest(kept.match))
        records = await self._histories.part(kept.game, kept.match.terms.id, Version(first - 1), last - first + 1)
        return Accepted(kept.match, tuple(show(record, kept.match.seed, to_everybody) for record in records))

    async def _current(self, match: MatchId) -> _Kept:
        kept = await self._known(match)
        async with kept.lock:
            await self._catch_up(kept)
        return kept

    async def _known(self, match: MatchId) -> _Kept:
        kept = self._kept.get(match)
        if kept is not None:
            self._kept.move_to_end(match)
            return kept
        records = await self._histories.whole(match)
        state = fold(await self._editions.to_play(records), None, records)
        if state is None:
            raise no_match(match)
        kept = _Kept(state)
        kept.note(records)
        # Somebody may have loaded it while we waited for the database: one copy saves needless conflicts.
        known = self._kept.get(match) or self._keep(match, kept)
        self.after_change(known.match)  # its bots may have been interrupted
        return known

    def _keep(self, match: MatchId, kept: _Kept) -> _Kept:
        self._kept[match] = kept
        while len(self._kept) > self._bound:
            # Right even if somebody acts in it just now: a second copy is held back by the versions.
            self._kept.popitem(last=False)
        return kept

    async def _catch_up(self, kept: _Kept) -> bool:
        match = kept.match
        records = await self._histories.part(kept.game, match.terms.id, match.end.version)
        if not records:
            return False
        kept.match = fold_on(match, records)
        kept.note(records)
        return True
