"""Once more: rematches, and practice from a moment of a match that is over."""

from domain.kernel.basics import MatchId, PlayerId
from domain.matches.decide import Opening
from domain.matches.rematches import bots_of, branch, rematch
from domain.matches.state import Abandoned, Match
from service.clock import rematch_id
from service.errors import match_not_found
from service.matches.command_handler import Matches, Opened
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore


async def open_rematch(matches: Matches, over: Match, by: PlayerId) -> Opened:
    """Open the rematch of a match that is over, or answer the one that is there and was not given up.

    Its id follows from the old match's: whoever asks, in whichever process, comes to the same one.
    Raises `Refused` as the domain does, and the store's errors.
    """
    wanted, bots = rematch(over, by), bots_of(over)
    attempt = 1
    while True:
        opened = await matches.open_once(rematch_id(over.terms.id, attempt), wanted, by, bots)
        if not isinstance(opened.match, Abandoned):
            return opened
        attempt += 1


async def has_rematch(matches: Matches, over: Match) -> bool:
    """Say whether the rematch of a match is there, and was not given up."""
    attempt = 1
    while await matches.exists(rematch := rematch_id(over.terms.id, attempt)):
        if not isinstance(await matches.current(rematch), Abandoned):
            return True
        attempt += 1
    return False


async def wanted_branch(histories: MatchEventStore, editions: Editions, source: MatchId, at: int) -> Opening:
    """Say how a match is opened that goes on from a version of another.

    Raises `ServiceProblem` (`not_found`), and `Refused` as the domain does.
    """
    records = await histories.whole(source)
    if not records:
        raise match_not_found(source)
    return branch(await editions.to_play(records), records, at)
