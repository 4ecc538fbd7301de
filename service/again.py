"""Once more: rematches."""

from domain.kernel.basics import MatchId, PlayerId
from domain.matches.again import bots_of, rematch
from domain.matches.state import Abandoned, Match
from service.clock import rematch_id
from service.play import Matches


async def open_rematch(matches: Matches, source: MatchId, by: PlayerId) -> Match:
    """Open the rematch of a match that is over, or answer the one that is there and was not given up.

    Its id follows from the old match's: whoever asks, in whichever process, comes to the same one.
    Raises `ServiceProblem` (`not_found`); `Refused` as the domain does; and the store's errors.
    """
    over = await matches.current(source)
    wanted, bots = rematch(over, by), bots_of(over)
    attempt = 1
    while isinstance(found := await matches.open_once(rematch_id(source, attempt), wanted, by, bots), Abandoned):
        attempt += 1
    return found
