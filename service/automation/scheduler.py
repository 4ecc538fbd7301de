"""Keeps the time of all matches: notices what is overdue, and lets the domain decide what follows.

Any number of processes have a timekeeper, and one of them works: it holds a lock of the database, on a connection of
its own, which PostgreSQL frees when that connection ends, however it ends. The others ask for it again and again. When
to look at which match is kept in the database, so nothing is lost with a timekeeper. And should two work for a moment,
nothing happens twice: what is overdue is decided on the match as it stands when that is recorded.
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
from domain.matches.leaving import due, quiet_until
from service.automation import due_matches
from service.automation.due_matches import DueMatch
from service.clock import now
from service.errors import MatchRefused, ServiceError
from service.matches.command_handler import CommandHandler
from service.matches.repository import MatchRepository
from service.store.errors import Overloaded, StoreUnavailable

_LOOK_SECONDS = 0.5
"""How often the lock is asked for, and deadlines are looked for that are nearer than those known."""
_BREATH_SECONDS = 0.02
_TROUBLE_SECONDS = 60
"""How long a match is left alone that cannot be looked at."""
_PAGE = 100

_LOCK = "SELECT pg_try_advisory_lock(hashtextextended('chronicle/timekeeper', 12))"
_LET_GO_OF_THE_LOST = """
SET idle_session_timeout = '60s'; SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;
SET tcp_keepalives_count = 3
"""
"""So that the server ends the session, and frees the lock, of a machine that is gone or a process that stands still."""

Connection = AsyncConnection[TupleRow]

log = structlog.get_logger()


class Scheduler:
    """The timekeeper of a process, working or ready to take over."""

    def __init__(self, database_url: str, repository: MatchRepository, commands: CommandHandler) -> None:
        """Keep the time of these matches, in whose database the lock is."""
        self._database_url = database_url
        self._repository = repository
        self._commands = commands

    async def run(self, take_over: Callable[[], object]) -> None:
        """Work or wait until cancelled; `take_over` is called when this process follows another one's timekeeper."""
        while True:
            try:
                async with await AsyncConnection.connect(self._database_url, autocommit=True) as connection:
                    await self._attend(connection, take_over)
            except psycopg.Error as error:
                log.warning("time is not kept", reason=str(error))
            await asyncio.sleep(_LOOK_SECONDS)

    async def _attend(self, connection: Connection, take_over: Callable[[], object]) -> None:
        await connection.execute(_LET_GO_OF_THE_LOST)
        if await _waited_for(connection):
            take_over()
        log.info("this process keeps the time")
        while True:
            await self._look(connection)

    async def _look(self, connection: Connection) -> None:
        at = now()
        found = await due_matches.first(connection, _PAGE)
        reached = [each for each in found if each.due <= at]
        if reached:
            again = await asyncio.gather(*(self._keep(each.match) for each in reached))
            await due_matches.put_off(connection, list(zip(reached, again, strict=True)))
        await asyncio.sleep(_BREATH_SECONDS if reached else _pause(at, found))

    async def _keep(self, match: MatchId) -> Instant | None:
        """Do what is overdue in a match and say when to look at it again."""
        try:
            return await self._kept(match)
        except (Overloaded, StoreUnavailable, ServiceError) as error:
            log.warning("time waits", match=match, reason=str(error))
            return later(now(), SECOND)
        except Exception:
            # Whatever is wrong with one match must not stop the time of the others.
            log.exception("time stands still", match=match)
            return later(now(), _TROUBLE_SECONDS * SECOND)

    async def _kept(self, match_id: MatchId) -> Instant | None:
        match, at = await self._repository.current(match_id), now()
        while (next_due := due(match)) is not None and next_due <= at:
            try:
                match = (await self._commands.keep_time(match_id)).match
            except MatchRefused:
                match = await self._repository.current(match_id)  # somebody acted just in time
            at = now()
        return quiet_until(match, at)


async def _waited_for(connection: Connection) -> bool:
    """Get the lock; say whether another process had it."""
    waited = False
    while await (await connection.execute(_LOCK)).fetchone() != (True,):
        waited = True
        await asyncio.sleep(_LOOK_SECONDS)
    return waited


def _pause(at: Instant, found: list[DueMatch]) -> float:
    if not found:
        return _LOOK_SECONDS
    left = datetime.fromisoformat(found[0].due) - datetime.fromisoformat(at)
    return min(max(left.total_seconds(), _BREATH_SECONDS), _LOOK_SECONDS)
