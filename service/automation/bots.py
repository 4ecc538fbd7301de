"""Bots: make the moves of the seats that bots occupy."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from functools import partial

import structlog

from domain.kernel.basics import MatchId, Seat
from domain.kernel.errors import Refused
from domain.kernel.game import BotContext
from domain.kernel.messages import Action, View
from domain.kernel.playout import view_for_seat
from domain.kernel.records import Shown
from domain.matches.state import Match, Playing
from service.clock import new_secret
from service.errors import MatchRefused, ServiceError
from service.matches.command_handler import CommandHandler
from service.matches.commands import CommandContext
from service.matches.repository import MatchRepository
from service.store.errors import Overloaded, StoreUnavailable

_RETRY_SECONDS = 1.0

log = structlog.get_logger()


class BotRunner:
    """Drives the bots of matches: one task for each match while a bot move is pending."""

    def __init__(self, repository: MatchRepository, commands: CommandHandler) -> None:
        """Drive the bots in the matches of this repository."""
        self._repository = repository
        self._commands = commands
        self._driving: dict[MatchId, asyncio.Task[None]] = {}
        self._changed: set[MatchId] = set()
        self._bounds: dict[MatchId, int] = {}
        self._completed = 0
        self._closed = False
        self._rng = random.Random(new_secret())  # noqa: S311 -- a bot's choices, no secret

    def match_changed(self, match: Match, _: Sequence[Shown] = ()) -> None:
        """Start to drive the bots of a match if a bot move is pending."""
        if self._closed or next_bot(match) is None:
            return
        match_id = match.terms.id
        if match_id in self._driving:
            self._changed.add(match_id)
            return
        self._bounds[match_id] = self._completed
        self._driving[match_id] = asyncio.get_running_loop().create_task(self._drive(match_id))

    def completed(self, head: int) -> int:
        """Return the highest known position of the log at or below which no bot move of this process is pending.

        All subscribers must have been called for the events that this process recorded up to position `head`.
        """
        self._completed = min([head, *self._bounds.values()])
        return self._completed

    def reopen(self, position: int) -> None:
        """Lower the completed position: bot moves may be pending that follow from events above `position`."""
        self._completed = position
        self._bounds = dict.fromkeys(self._bounds, position)

    async def resume(self, matches: AsyncIterator[MatchId]) -> int:
        """Load these matches, drive their bots, and return the number of matches."""
        count = 0
        async for match in matches:
            await self._resume(match)
            count += 1
        return count

    async def _resume(self, match: MatchId) -> None:
        while True:
            try:
                self.match_changed(await self._repository.current(match))
            except (Overloaded, StoreUnavailable) as error:
                log.warning("bots wait", match=match, reason=str(error))
                await asyncio.sleep(_RETRY_SECONDS)
            except Exception as error:
                if not _is_no_match(error):
                    log.exception("bots were not resumed", match=match)
                return
            else:
                return

    async def close(self) -> None:
        """Stop. Pending moves are made after the next start."""
        self._closed = True
        tasks = list(self._driving.values())
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
            self._changed.discard(match_id)
            self._bounds.pop(match_id, None)
            self._driving.pop(match_id, None)

    async def _goes_on(self, match_id: MatchId) -> bool:
        self._changed.discard(match_id)
        try:
            match = await self._repository.current(match_id)
            seat = next_bot(match)
            if seat is not None:
                await self._move(match, seat)
        except (Overloaded, StoreUnavailable, ServiceError) as error:
            log.warning("bots wait", match=match_id, reason=str(error))
            await asyncio.sleep(_RETRY_SECONDS)
            return True
        return seat is not None or match_id in self._changed

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
        context: BotContext[Action, View] = BotContext(
            seat, actions, partial(view_for_seat, game, match.state, seat), self._rng
        )
        chosen: Action = game.bots[occupant.bot](context)
        return chosen


def _is_no_match(error: Exception) -> bool:
    return isinstance(error, ServiceError) and error.code == "not_found"


def next_bot(match: Match) -> Seat | None:
    """Return the seat of the next pending bot move, if any."""
    if not isinstance(match, Playing) or not any(seat is not None and seat.bot for seat in match.occupants):
        return None
    for seat in match.terms.game.pending(match.state):
        occupant = match.occupants[seat]
        if occupant is not None and occupant.bot is not None:
            return seat
    return None
