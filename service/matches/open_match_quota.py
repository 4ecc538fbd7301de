"""Quotas of open matches: how many matches one person may keep waiting, and how many with bots."""

import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from psycopg_pool import AsyncConnectionPool

from domain.kernel.basics import MatchId, PlayerId
from domain.matches.visible import VisibleMatch
from projections.unfinished_matches import Load, load_of
from service.access.tokens import Caller
from service.errors import ServiceError
from service.matches.commands import Opened

_LAG_SECONDS: Final = 1.0
"""How far the read model may lag behind; matches opened since then are counted here."""


class OpenMatchQuota:
    """Quotas of each person for matches that have not started and for matches with bots. Organizers have none."""

    def __init__(self, pool: AsyncConnectionPool, open_matches: int, bot_matches: int) -> None:
        """Allow each person `open_matches` matches that have not started and `bot_matches` in which bots sit."""
        self._pool = pool
        self._open_matches = open_matches
        self._bot_matches = bot_matches
        self._recent_openings = _Recent()
        self._recent_bots = _Recent()

    async def open(
        self,
        caller: Caller,
        opening: Callable[[], Awaitable[Opened]],
        exists: Callable[[], Awaitable[bool]],
        *,
        with_bots: bool = False,
    ) -> Opened:
        """Open a match within the caller's quotas. A match that `exists` already is given in any case.

        Raises `ServiceError` (`too_many_matches`, `too_many_bot_matches`), and what `opening` raises.
        """
        if caller.organizes:
            return await opening()
        try:
            return await self._open(caller.player, opening, with_bots=with_bots)
        except ServiceError:
            # A repeated request gets the result of the first one, however many matches have been opened since.
            if not await exists():
                raise
        return await opening()

    async def _open(self, player: PlayerId, opening: Callable[[], Awaitable[Opened]], *, with_bots: bool) -> Opened:
        recent, recent_bots = self._recent_openings.of(player), self._recent_bots.of(player)
        started = [(self._recent_openings, self._recent_openings.add(player))]
        if with_bots:
            started.append((self._recent_bots, self._recent_bots.add(player)))
        try:
            await self._check_openings(player, recent)
            if with_bots:
                await self._check_bots(player, recent_bots)
            opened = await opening()
        except BaseException:
            for kind, one in started:
                kind.remove(one)
            raise
        for _, one in started:
            one.match = opened.match.terms.id
        return opened

    async def _check_openings(self, player: PlayerId, recent: "Collection[_Started]") -> None:
        if (await self._load(player, recent)).open + len(recent) >= self._open_matches:
            detail = f"Limit of {self._open_matches} matches that have not started reached: start or abandon some."
            raise ServiceError("too_many_matches", detail)

    async def _check_bots(self, player: PlayerId, recent: "Collection[_Started]", match: MatchId | None = None) -> None:
        if (await self._load(player, recent)).with_bots + len(recent) >= self._bot_matches:
            detail = f"Limit of {self._bot_matches} unfinished matches with bots reached: finish or abandon some."
            raise ServiceError("too_many_bot_matches", detail, match=match)

    async def seat_bot(self, match: VisibleMatch, caller: Caller) -> None:
        """Count a bot that the caller seats. Raises `ServiceError` (`too_many_bot_matches`)."""
        opener = match.terms.opener
        if caller.organizes or match.has_bots:
            return
        recent = self._recent_bots.of(opener)
        started = self._recent_bots.add(opener, match.id)
        try:
            await self._check_bots(opener, recent, match.id)
        except ServiceError:
            self._recent_bots.remove(started)
            raise

    async def _load(self, player: PlayerId, recent: "Collection[_Started]") -> Load:
        async with self._pool.connection() as connection:
            return await load_of(connection, player, [started.match for started in recent if started.match is not None])


class _Started:
    """Match that counts against a quota; it has no id before it is opened."""

    __slots__ = ("at", "match", "player")

    def __init__(self, player: PlayerId, match: MatchId | None) -> None:
        self.at = time.monotonic()
        self.player = player
        self.match = match


class _Recent:
    """Matches of the last second, which the read model may not include yet."""

    def __init__(self) -> None:
        self._started: deque[_Started] = deque()

    def of(self, player: PlayerId) -> list[_Started]:
        while self._started and self._started[0].at < time.monotonic() - _LAG_SECONDS:
            self._started.popleft()
        return [started for started in self._started if started.player == player]

    def add(self, player: PlayerId, match: MatchId | None = None) -> _Started:
        started = _Started(player, match)
        self._started.append(started)
        return started

    def remove(self, started: _Started) -> None:
        if started in self._started:
            self._started.remove(started)
