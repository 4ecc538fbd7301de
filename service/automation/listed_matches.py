"""Matches in progress with bots, from the match list; needed once in a database without bot checkpoints."""

from collections.abc import AsyncIterator

from psycopg_pool import AsyncConnectionPool

from domain.kernel.basics import MatchId
from projections import match_search
from projections.match_list import MATCH_LIST
from projections.worker import ProjectionWorker

_PAGE = 100


async def matches_with_bots(pool: AsyncConnectionPool, worker: ProjectionWorker) -> AsyncIterator[MatchId]:
    """List all matches in progress with bots, after the match list has reached the end of the log."""
    await worker.wait_for(MATCH_LIST.name, await worker.head_position())
    after: str | None = None
    while True:
        async with pool.connection() as connection:
            wanted = match_search.Wanted(phase="playing")
            page = await match_search.page(connection, wanted, _PAGE, after, reader="service")
        for line in page.matches:
            if any(seat.bot for seat in line.seats):
                yield line.id
        if page.next is None:
            return
        after = page.next
