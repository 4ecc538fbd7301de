"""Once more: rematches."""

from domain.kernel.basics import MatchId, PlayerId
from domain.matches.again import bots_of, rematch
from domain.matches.state import Abandoned
from service.clock import rematch_id
from service.play import Matches, Opened


async def open_rematch(matches: Matches, source: MatchId, by: PlayerId) -> Opened:
    """Open the rematch of a match that is over, or answer the one that is there and was not given up.

    Its id follows from the old match's: whoever asks, in whichever process, comes to the same one.
    Raises `ServiceProblem` (`not_found`); `Refused` as the domain does; and the store's errors.
    """
    over = await matches.current(source)
    wanted, bots = rematch(over, by), bots_of(over)
    attempt = 1
    while True:
        opened = await matches.open_once(rematch_id(source, attempt), wanted, by, bots)
        if not isinstance(opened.match, Abandoned):
            return opened
        attempt += 1
