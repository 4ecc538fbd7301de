"""Plays the seats that bots sit in: whenever a match changes and a bot must choose, it does."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from functools import partial

import structlog
from psycopg_pool import AsyncConnectionPool

from domain.kernel.basics import MatchId, Seat
from domain.kernel.errors import Refused
from domain.kernel.game import BotContext
from domain.kernel.messages import Action, View
from domain.kernel.playout import look
from domain.kernel.records import Shown
from domain.matches.state import Match, Playing
from projections import match_list, match_search
from projections.worker import ProjectionWorker
from service.errors import MatchRefused, ServiceError
from service.matches.command_handler import CommandHandler
from service.matches.commands import CommandContext
from service.matches.repository import MatchRepository
from service.store.errors import Overloaded, StoreUnavailable

_PATIENCE_SECONDS = 1.0
_PAGE = 100

log = structlog.get_logger()


class BotRunner:
    """Drives the bots of matches, one task a match while a bot is to move."""

    def __init__(self, repository: MatchRepository, commands: CommandHandler) -> None:
        """Play in the matches of this repository."""
        self._repository = repository
        self._commands = commands
        self._driving: dict[MatchId, asyncio.Task[None]] = {}
        self._taking_over: asyncio.Task[None] | None = None
        self._rng = random.Random(random.SystemRandom().getrandbits(128))  # noqa: S311 -- a bot's whims, no secret

    def match_changed(self, match: Match, _: Sequence[Shown] = ()) -> None:
        """Let the bots of a match move, if one has to."""
        if match.terms.id in self._driving or next_bot(match) is None:
            return
        task = asyncio.get_running_loop().create_task(self._drive(match.terms.id))
        self._driving[match.terms.id] = task

    async def resume(self, left: AsyncIterator[MatchId]) -> None:
        """Let the bots of these matches go on, which an earlier process may have left waiting."""
        async for match in left:
            try:
                self.match_changed(await self._repository.current(match))
            except Exception:
                log.exception("bots were not resumed", match=match)

    def take_over(self, left: AsyncIterator[MatchId]) -> None:
        """Resume these matches beside whatever else is to do: another process was lost."""
        self._taking_over = asyncio.get_running_loop().create_task(self.resume(left))

    async def close(self) -> None:
        """Stop; what bots have still to do is done after the next start."""
        tasks = [*self._driving.values(), *filter(None, [self._taking_over])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drive(self, match_id: MatchId) -> None:
        try:
            while await self._goes_on(match_id):
                pass
        except Exception:
            log.exception("bots stopped", match=match_id)
        finally:
            self._driving.pop(match_id, None)

    async def _goes_on(self, match_id: MatchId) -> bool:
        try:
            match = await self._repository.current(match_id)
            seat = next_bot(match)
            if seat is not None:
                await self._move(match, seat)
        except (Overloaded, StoreUnavailable, ServiceError) as error:
            log.warning("bots wait", match=match_id, reason=str(error))
            await asyncio.sleep(_PATIENCE_SECONDS)
            return True
        return seat is not None

    async def _move(self, match: Match, seat: Seat) -> None:
        action = self._choice(match, seat)
        try:
            await self._commands.act(match.terms.id, seat, action, None, CommandContext(match.end.version))
        except MatchRefused as refused:
            if refused.refused.code != "version_mismatch":
                raise

    def _choice(self, match: Match, seat: Seat) -> Action:
        game, occupant = match.terms.game, match.occupants[seat]
        if not isinstance(match, Playing) or occupant is None or occupant.bot is None:
            raise Refused("not_allowed", f"No bot moves in seat {seat}.")
        actions = game.legal_actions(match.state, seat)
        chair: BotContext[Action, View] = BotContext(seat, actions, partial(look, game, match.state, seat), self._rng)
        chosen: Action = game.bots[occupant.bot](chair)
        return chosen


async def under_way(pool: AsyncConnectionPool, following: ProjectionWorker) -> AsyncIterator[MatchId]:
    """Find the matches being played in which bots sit: those the match list knows, then all it had still to learn."""
    newest = await following.newest()
    async for match in _listed(pool):
        yield match
    await following.reaches(match_list.MATCH_LIST.name, newest)
    async for match in _listed(pool):
        yield match


async def _listed(pool: AsyncConnectionPool) -> AsyncIterator[MatchId]:
    after: str | None = None
    while True:
        async with pool.connection() as connection:
            wanted = match_search.Wanted(phase="playing")
            page = await match_search.page(connection, wanted, _PAGE, after, eyes="service")
        for line in page.matches:
            if any(seat.bot for seat in line.seats):
                yield line.id
        if page.next is None:
            return
        after = page.next


def next_bot(match: Match) -> Seat | None:
    """Say which bot is to move next, if any."""
    if not isinstance(match, Playing) or not any(seat is not None and seat.bot for seat in match.occupants):
        return None
    for seat in match.terms.game.pending(match.state):
        occupant = match.occupants[seat]
        if occupant is not None and occupant.bot is not None:
            return seat
    return None
