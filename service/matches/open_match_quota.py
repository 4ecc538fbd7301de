"""How many matches one person may keep waiting, and in how many bots may be busy for one person."""

import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from psycopg_pool import AsyncConnectionPool

from domain.kernel.basics import MatchId, PlayerId
from domain.matches.state import Match
from projections.unfinished_matches import Load, load_of
from service.access.tokens import Caller
from service.errors import ServiceError
from service.matches.command_handler import Opened

_LAG_SECONDS: Final = 1.0
"""How far the read model may be behind; what was begun since is counted here."""


class OpenMatchQuota:
    """Counts what is under way for each person; organizers may open what they like."""

    def __init__(self, pool: AsyncConnectionPool, open_matches: int, bot_matches: int) -> None:
        """Let each person have so many matches that wait for players, and so many in which bots sit."""
        self._pool = pool
        self._open_matches = open_matches
        self._bot_matches = bot_matches
        self._opened = _Lately()
        self._manned = _Lately()

    async def open(
        self,
        caller: Caller,
        opening: Callable[[], Awaitable[Opened]],
        is_there: Callable[[], Awaitable[bool]],
        *,
        with_bots: bool = False,
    ) -> Opened:
        """Let somebody open a match, in which bots may sit at once, or answer one that `is_there` already.

        Raises `ServiceError` (`too_many_matches`, `too_many_bot_matches`), and what `opening` raises.
        """
        if caller.organizes:
            return await opening()
        try:
            return await self._open(caller.player, opening, with_bots=with_bots)
        except ServiceError:
            # Who asks once more is told what became of the first, however many have been opened since.
            if not await is_there():
                raise
        return await opening()

    async def _open(self, player: PlayerId, opening: Callable[[], Awaitable[Opened]], *, with_bots: bool) -> Opened:
        lately, manned = self._opened.by(player), self._manned.by(player)
        begun = [(self._opened, self._opened.add(player))]
        if with_bots:
            begun.append((self._manned, self._manned.add(player)))
        try:
            await self._has_room(player, lately)
            if with_bots:
                await self._has_room_for_bots(player, manned)
            opened = await opening()
        except BaseException:
            for kind, one in begun:
                kind.remove(one)
            raise
        for _, one in begun:
            one.match = opened.match.terms.id
        return opened

    async def _has_room(self, player: PlayerId, lately: "Collection[_Begun]") -> None:
        if (await self._load(player, lately)).open + len(lately) >= self._open_matches:
            detail = f"{self._open_matches} matches that you opened have not started: begin or give up some."
            raise ServiceError("too_many_matches", detail)

    async def _has_room_for_bots(
        self, player: PlayerId, lately: "Collection[_Begun]", match: MatchId | None = None
    ) -> None:
        if (await self._load(player, lately)).with_bots + len(lately) >= self._bot_matches:
            detail = f"Bots sit in {self._bot_matches} of your matches: wait until some are over, or give up some."
            raise ServiceError("too_many_bot_matches", detail, match=match)

    async def seat_bot(self, match: Match, caller: Caller) -> None:
        """Let somebody seat a bot. Raises `ServiceError` (`too_many_bot_matches`)."""
        opener = match.terms.opened.opener
        if caller.organizes or any(seat is not None and seat.bot is not None for seat in match.occupants):
            return
        lately = self._manned.by(opener)
        begun = self._manned.add(opener, match.terms.id)
        try:
            await self._has_room_for_bots(opener, lately, match.terms.id)
        except ServiceError:
            self._manned.remove(begun)
            raise

    async def _load(self, player: PlayerId, lately: "Collection[_Begun]") -> Load:
        async with self._pool.connection() as connection:
            return await load_of(connection, player, [begun.match for begun in lately if begun.match is not None])


class _Begun:
    """Something that a person began; its match is not known before it is there."""

    __slots__ = ("at", "match", "player")

    def __init__(self, player: PlayerId, match: MatchId | None) -> None:
        self.at = time.monotonic()
        self.player = player
        self.match = match


class _Lately:
    """What people began in the last second."""

    def __init__(self) -> None:
        self._begun: deque[_Begun] = deque()

    def by(self, player: PlayerId) -> list[_Begun]:
        while self._begun and self._begun[0].at < time.monotonic() - _LAG_SECONDS:
            self._begun.popleft()
        return [begun for begun in self._begun if begun.player == player]

    def add(self, player: PlayerId, match: MatchId | None = None) -> _Begun:
        begun = _Begun(player, match)
        self._begun.append(begun)
        return begun

    def remove(self, begun: _Begun) -> None:
        if begun in self._begun:
            self._begun.remove(begun)
