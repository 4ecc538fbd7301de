"""The way of an action: load the match, let the domain decide, append, answer.

A match used lately stays in memory and is brought up to date by its missing events, so that several
processes may serve it; who comes second to append catches up and decides again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.basics import GameKey, Hash, Instant, MatchId, PlayerId, Seat, Version
from domain.kernel.chance import Draws
from domain.kernel.errors import Refused
from domain.kernel.messages import Action, Event
from domain.kernel.records import Cause, Record, Retry, Shown, show, to_everybody
from domain.matches.branch import before
from domain.matches.decide import (
    Opening,
    Sitting,
    abandon,
    act,
    advance,
    advance_shown,
    first_record,
    open_match,
    retried,
    sit,
)
from domain.matches.events import BranchBegun
from domain.matches.evolve import fold_on, opened
from domain.matches.leaving import keep_time, resign, vote
from domain.matches.state import Match, Open
from domain.matches.undo import answer_undo, request_undo
from domain.matches.visibility import Requester, may_see, visible_version
from service.chronicles.command_handler import Chronicles
from service.clock import match_id, new_secret, now
from service.errors import MatchRefused, ServiceError, match_not_found
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.store.errors import VersionConflict

_CONFLICTS_IN_A_ROW = 50


class Accepted(Struct, frozen=True):
    """What became of a request: the match after it, and the events it brought about, shown in full.

    `repeated` where they were recorded before, for an earlier request. Read models that have come to `position`
    in the log know of it.
    """

    match: Match
    shown: tuple[Shown, ...]
    position: int
    repeated: bool = False


class Opened(Struct, frozen=True):
    """A match that was opened, and the position in the log from which on read models know of it."""

    match: Match
    position: int


class CommandContext(Struct, frozen=True):
    """What comes with a request besides its body: the version it was made for, its idempotency mark.

    `by` is who asks, and is told of no version that he does not see; none is the service itself.
    """

    version: Version | None = None
    retry: Retry | None = None
    by: PlayerId | None = None

    def newest(self, match: Match) -> Version:
        """The newest version of a match for who asks."""
        return match.end.version if self.by is None else visible_version(match, self.by)


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


Decide = Callable[[Match, Instant], tuple[tuple[Event, ...], Action | None]]
"""Decides on a match at the time that will be recorded."""


class Matches:
    """The matches of this service."""

    def __init__(
        self, histories: MatchEventStore, editions: Editions, chronicles: Chronicles, bound: int, usual_expiry: int
    ) -> None:
        """Keep at most `bound` matches in memory; `chronicles` are told of those that end.

        A match waits `usual_expiry` seconds to be started where its opener says nothing else.
        """
        self._usual_expiry = usual_expiry
        self._chronicles = chronicles
        self._histories = histories
        self._editions = editions
        self._bound = bound
        self._kept: OrderedDict[MatchId, _Kept] = OrderedDict()
        self.after_change: Callable[[Match], None] = lambda _: None
        self.announce: Callable[[Match, Sequence[Shown]], None] = lambda *_: None

    async def open(self, wanted: Opening, opener: PlayerId, key: str | None, retry: Retry | None) -> Opened:
        """Lay a table; under a key that was used before, answer the match that it led to.

        Raises `Refused` as the domain does, and `key_reused` where the key led to another request.
        """
        match = match_id(opener, key)
        try:
            return await self._open(match, wanted, opener, retry)
        except VersionConflict:
            before = await self._opened_before(match, retry)
            return Opened(before.match, await self._histories.position(match))

    async def open_once(self, match: MatchId, wanted: Opening, opener: PlayerId, bots: Sequence[Sitting]) -> Opened:
        """Lay a table at which bots sit already, under an id that others may come to: then theirs is answered.

        Raises `Refused` as the domain does.
        """
        try:
            return await self._open(match, wanted, opener, None, bots)
        except VersionConflict:
            return Opened(await self.current(match), await self._histories.position(match))

    async def _open(
        self, match: MatchId, wanted: Opening, opener: PlayerId, retry: Retry | None, bots: Sequence[Sitting] = ()
    ) -> Opened:
        games = await self._editions.to_open(wanted.game, wanted.edition)
        event = open_match(games, self._expiring(wanted), opener, new_secret())
        records = [first_record(event, match, now(), retry)]
        laid: Match = opened(games, records[0])
        for bot in bots:
            laid, seated = advance(laid, records[0].at, sit(laid, bot))
            records += seated
        named = event.options.get("chronicle")
        if named is not None and not wanted.arrangement.is_practice:
            await self._chronicles.enter(named, match)
        position = await self._histories.append(GameKey(event.game), records)
        kept = _Kept(laid)
        kept.note(records)
        self._keep(match, kept)
        return Opened(laid, position)

    def _expiring(self, wanted: Opening) -> Opening:
        if wanted.arrangement.expires_after is not None:
            return wanted
        return replace(wanted, arrangement=replace(wanted.arrangement, expires_after=self._usual_expiry))

    async def _opened_before(self, match: MatchId, retry: Retry | None) -> _Kept:
        kept = await self._current(match)
        mark = None if retry is None else kept.retries.get(retry.key)
        if retry is None or mark is None or mark[0] != retry.body:
            raise Refused("key_reused", "This Idempotency-Key was used for a match with other terms.")
        return kept

    async def current(self, match: MatchId) -> Match:
        """Give a match as it stands now. Raises `ServiceError` (`not_found`)."""
        return (await self._current(match)).match

    async def exists(self, match: MatchId) -> bool:
        """Say whether there is such a match."""
        try:
            await self._known(match)
        except ServiceError:
            return False
        return True

    async def seated(self, match: MatchId, player: PlayerId, *, organizes: bool = False) -> tuple[Match, Seat]:
        """Give a match as it was known last, and a person's seat in it.

        Raises `ServiceError`: `not_found` (also for who may not look at it), `not_seated`.
        """
        known = (await self._known(match)).match
        seat = known.seat_of(player)
        if seat is None:
            known = await self.current(match)
            seat = known.seat_of(player)
        if seat is None:
            if not may_see(known, Requester(player, organizes)):
                raise match_not_found(match)
            raise ServiceError("not_seated", "You have no seat in this match.", match=match)
        return known, seat

    async def sit(self, match: MatchId, wanted: Sitting, wish: CommandContext) -> Accepted:
        """Take a seat. Raises `MatchRefused`, and the store's errors."""
        supplied, begun = await self._outside((await self._known(match)).match)
        return await self._change(match, lambda known, _: (sit(known, wanted, Draws, supplied, begun), None), wish)

    async def _outside(self, match: Match) -> tuple[dict[str, Any], BranchBegun | None]:
        """What a match that is about to start takes from elsewhere."""
        moment = match.terms.arrangement.branch_of
        if moment is None or not isinstance(match, Open):
            return await self._chronicles.supplied(match), None
        records = await self._histories.whole(moment.match)
        played = before(await self._editions.to_play(records), records, moment.version)
        return played.supplied, played.begun

    async def act(
        self, match: MatchId, seat: Seat, action: Action, decision: str | None, wish: CommandContext
    ) -> Accepted:
        """Take an action of the game. Raises `MatchRefused`, and the store's errors."""
        return await self._change(match, lambda known, _: (act(known, seat, action, decision), action), wish)

    async def ask_back(self, match: MatchId, seat: Seat, to: Version | None, wish: CommandContext) -> Accepted:
        """Ask for a seat's last action. Raises `MatchRefused`, and the store's errors."""
        return await self._change(match, lambda known, _: (request_undo(known, seat, to), None), wish)

    async def answer_back(
        self, match: MatchId, seat: Seat, asked: Version | None, wish: CommandContext, *, agrees: bool
    ) -> Accepted:
        """Answer another seat's request to take back. Raises `MatchRefused`, and the store's errors."""
        return await self._change(
            match, lambda known, _: (answer_undo(known, seat, agrees=agrees, asked=asked), None), wish
        )

    async def abandon(
        self, match: MatchId, by: PlayerId, wish: CommandContext, allow: Callable[[Match], None]
    ) -> Accepted:
        """Give a match up, as it stands when that is recorded; `allow` raises where `by` may not.

        Raises `MatchRefused`, and the store's errors.
        """

        def decide(known: Match, _: Instant) -> tuple[tuple[Event, ...], Action | None]:
            allow(known)
            return abandon(known, by), None

        return await self._change(match, decide, wish)

    async def resign(self, match: MatchId, by: PlayerId, wish: CommandContext) -> Accepted:
        """Let a person leave for good. Raises `MatchRefused`, and the store's errors."""
        return await self._change(match, lambda known, _: (resign(known, _seat_of(known, by)), None), wish)

    async def vote(self, match: MatchId, by: PlayerId, agrees: bool, wish: CommandContext) -> Accepted:
        """Let a person agree that a match be abandoned, or not any more; raises as `resign` does."""
        return await self._change(match, lambda known, _: (vote(known, _seat_of(known, by), agrees), None), wish)

    async def keep_time(self, match: MatchId) -> Accepted:
        """Do what is overdue in a match: one decision, or its expiry.

        Raises `MatchRefused` where nothing is, as the match stands when that is recorded; and the store's errors.
        """
        return await self._change(match, lambda known, at: (keep_time(known, at), None), CommandContext())

    async def _change(self, match: MatchId, decide: Decide, wish: CommandContext) -> Accepted:
        kept = await self._known(match)
        async with kept.lock:
            for _ in range(_CONFLICTS_IN_A_ROW):
                try:
                    return await self._attempt(kept, decide, wish)
                except VersionConflict:
                    await self._catch_up(kept)
        raise ServiceError("overloaded", "Too many others act in this match just now. Nothing was changed.")

    async def _attempt(self, kept: _Kept, decide: Decide, wish: CommandContext) -> Accepted:
        while True:
            repeated = await self._repeated(kept, wish)
            if repeated is not None:
                return repeated
            at = now()
            try:
                events, action = self._decided(kept.match, at, decide, wish)
            except Refused as refused:
                # What we know may be old: another process may have recorded what makes this right.
                if await self._catch_up(kept):
                    continue
                raise MatchRefused(refused, kept.match.terms.id, wish.newest(kept.match)) from None
            return await self._record(kept, at, events, Cause(action, wish.retry))

    def _decided(
        self, match: Match, at: Instant, decide: Decide, wish: CommandContext
    ) -> tuple[tuple[Event, ...], Action | None]:
        newest = wish.newest(match)
        if wish.version is not None and wish.version != newest:
            detail = f"You acted on version {wish.version}; the match is at version {newest}."
            raise Refused("version_mismatch", detail)
        return decide(match, at)

    async def _record(self, kept: _Kept, at: Instant, events: tuple[Event, ...], cause: Cause) -> Accepted:
        mark = None if cause.retry is None else retried(kept.match, cause.retry, events)
        match, records, shown = advance_shown(kept.match, at, events, Cause(cause.action, mark))
        position = await self._histories.append(kept.game, records)
        kept.match = match
        kept.note(records)
        self.announce(match, shown)
        self.after_change(match)
        if await self._chronicles.tell(match):
            position = await self._histories.head()  # who waits for it finds the reign, too
        return Accepted(match, shown, position)

    async def _repeated(self, kept: _Kept, wish: CommandContext) -> Accepted | None:
        retry = wish.retry
        if retry is None or (mark := kept.retries.get(retry.key)) is None:
            return None
        body, first, last = mark
        if body != retry.body:
            refused = Refused("key_reused", "This Idempotency-Key was used for another request.")
            raise MatchRefused(refused, kept.match.terms.id, wish.newest(kept.match))
        records = await self._histories.part(kept.game, kept.match.terms.id, Version(first - 1), last - first + 1)
        shown = tuple(show(record, kept.match.seed, to_everybody) for record in records)
        return Accepted(kept.match, shown, await self._histories.position(kept.match.terms.id), repeated=True)

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
        state = await self._editions.match_of(records)
        if state is None:
            raise match_not_found(match)
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


def _seat_of(match: Match, player: PlayerId) -> Seat:
    seat = match.seat_of(player)
    if seat is None:
        raise Refused("not_seated", "You have no seat in this match (any more).")
    return seat
