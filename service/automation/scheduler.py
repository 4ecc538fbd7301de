"""Scheduler: processes the deadlines of all matches that have passed.

Every process has a scheduler, and one of them works at a time. It holds an advisory lock on a connection of its own,
and PostgreSQL releases the lock when the connection ends. The other schedulers request the lock repeatedly. The table
of due matches is in the database, so a lost scheduler loses nothing. If two schedulers work for a moment, no deadline
is processed twice, since each decision applies to the version of the match that it is recorded after.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime

import psycopg
import structlog
from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from domain.kernel.basics import Instant, MatchId
from domain.matches.clocks import SECOND, later
from domain.matches.leaving import due, no_deadline_before
from service.automation import due_matches
from service.automation.due_matches import DueMatch
from service.clock import now
from service.errors import MatchRefused, ServiceError
from service.matches.command_handler import CommandHandler
from service.matches.repository import MatchRepository
from service.store.errors import Overloaded, StoreUnavailable

_LOOK_SECONDS = 0.5
"""Interval of requests for the lock, and the longest interval of queries for due matches."""
_SHORTEST_PAUSE_SECONDS = 0.02
_FAILURE_SECONDS = 60
"""Time until the next check of a match whose check failed."""
_PAGE = 100

_LOCK = "SELECT pg_try_advisory_lock(hashtextextended('chronicle/timekeeper', 12))"
_END_LOST_SESSIONS = """
SET idle_session_timeout = '60s'; SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;
SET tcp_keepalives_count = 3
"""
"""With these settings the server ends the session of a lost machine or a stopped process, and releases the lock."""

Connection = AsyncConnection[TupleRow]

log = structlog.get_logger()


class Scheduler:
    """The scheduler of a process: working, or ready to take over."""

    def __init__(self, database_url: str, repository: MatchRepository, commands: CommandHandler) -> None:
        """Process the deadlines of these matches; the lock is in their database."""
        self._database_url = database_url
        self._repository = repository
        self._commands = commands

    async def run(self, take_over: Callable[[], object]) -> None:
        """Work or wait until cancelled; call `take_over` when this process gets the lock from another one."""
        while True:
            try:
                async with await AsyncConnection.connect(self._database_url, autocommit=True) as connection:
                    await self._work(connection, take_over)
            except psycopg.Error as error:
                log.warning("deadline processing interrupted", reason=str(error))
            await asyncio.sleep(_LOOK_SECONDS)

    async def _work(self, connection: Connection, take_over: Callable[[], object]) -> None:
        await connection.execute(_END_LOST_SESSIONS)
        if await _acquire(connection):
            take_over()
        log.info("this process processes deadlines")
        while True:
            await self._look(connection)

    async def _look(self, connection: Connection) -> None:
        at = now()
        found = await due_matches.first(connection, _PAGE)
        reached = [each for each in found if each.due <= at]
        if reached:
            again = await asyncio.gather(*(self._checked(each.match) for each in reached))
            await due_matches.put_off(connection, list(zip(reached, again, strict=True)))
        await asyncio.sleep(_SHORTEST_PAUSE_SECONDS if reached else _pause(at, found))

    async def _checked(self, match: MatchId) -> Instant | None:
        """Process the passed deadlines of a match and return the time of the next check."""
        try:
            return await self._process(match)
        except (Overloaded, StoreUnavailable, ServiceError) as error:
            log.warning("deadline processing delayed", match=match, reason=str(error))
            return later(now(), SECOND)
        except Exception:
            # A failure in one match must not delay the deadlines of the others.
            log.exception("deadline processing failed", match=match)
            return later(now(), _FAILURE_SECONDS * SECOND)

    async def _process(self, match_id: MatchId) -> Instant | None:
        match, at = await self._repository.current(match_id), now()
        while (next_due := due(match)) is not None and next_due <= at:
            try:
                match = (await self._commands.process_deadline(match_id)).match
            except MatchRefused:
                match = await self._repository.current(match_id)  # a request or another scheduler was faster
            at = now()
        return no_deadline_before(match, at)


async def _acquire(connection: Connection) -> bool:
    """Get the lock; return whether another process had it."""
    waited = False
    while await (await connection.execute(_LOCK)).fetchone() != (True,):
        waited = True
        await asyncio.sleep(_LOOK_SECONDS)
    return waited


def _pause(at: Instant, found: list[DueMatch]) -> float:
    if not found:
        return _LOOK_SECONDS
    left = datetime.fromisoformat(found[0].due) - datetime.fromisoformat(at)
    return min(max(left.total_seconds(), _SHORTEST_PAUSE_SECONDS), _LOOK_SECONDS)
