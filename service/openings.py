"""How many matches one person may keep waiting, and in how many bots may be busy for one person."""

import time
from collections import deque
from typing import Final

from psycopg_pool import AsyncConnectionPool

from domain.kernel.basics import PlayerId
from domain.matches.state import Match
from projections.under_way import Load, load_of
from service.problems import ServiceProblem
from service.tokens import Caller

_LAG_SECONDS: Final = 1.0
"""How far the read model may be behind; what was begun since is counted here, perhaps twice."""


class Openings:
    """Counts what is under way for each person; organizers may open what they like."""

    def __init__(self, pool: AsyncConnectionPool, open_matches: int, bot_matches: int) -> None:
        """Let each person have so many matches that wait for players, and so many in which bots play."""
        self._pool = pool
        self._open_matches = open_matches
        self._bot_matches = bot_matches
        self._opened = _Lately()
        self._manned = _Lately()

    async def open(self, caller: Caller) -> None:
        """Let somebody open a match. Raises `ServiceProblem` (`too_many_matches`)."""
        if caller.organizes:
            return
        lately = self._opened.count(caller.player)
        if (await self._load(caller.player)).open + lately >= self._open_matches:
            detail = f"{self._open_matches} matches that you opened have not started: begin or give up some."
            raise ServiceProblem("too_many_matches", detail)
        self._opened.add(caller.player)

    async def seat_bot(self, match: Match, caller: Caller) -> None:
        """Let somebody seat a bot. Raises `ServiceProblem` (`too_many_bot_matches`)."""
        opener = match.terms.opened.opener
        if caller.organizes or any(seat is not None and seat.bot is not None for seat in match.occupants):
            return
        lately = self._manned.count(opener)
        if (await self._load(opener)).with_bots + lately >= self._bot_matches:
            detail = f"Bots sit in {self._bot_matches} of your matches: wait until some are over, or give up some."
            raise ServiceProblem("too_many_bot_matches", detail, match=match.terms.id)
        self._manned.add(opener)

    async def _load(self, player: PlayerId) -> Load:
        async with self._pool.connection() as connection:
            return await load_of(connection, player)


class _Lately:
    """What people began in the last second."""

    def __init__(self) -> None:
        self._begun: deque[tuple[float, PlayerId]] = deque()

    def add(self, player: PlayerId) -> None:
        self._begun.append((time.monotonic(), player))

    def count(self, player: PlayerId) -> int:
        while self._begun and self._begun[0][0] < time.monotonic() - _LAG_SECONDS:
            self._begun.popleft()
        return sum(who == player for _, who in self._begun)
