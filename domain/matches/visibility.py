"""Who may look at a match, and how far: the opener's choice of visibility and delay."""

from msgspec import Struct

from domain.kernel.basics import PlayerId, Version
from domain.matches.state import Match, Playing, is_over


class Requester(Struct, frozen=True):
    """Somebody who looks: a person, or none for a stranger; who `organizes` sees private matches too."""

    player: PlayerId | None = None
    organizes: bool = False


STRANGER = Requester()


def may_see(match: Match, onlooker: Requester) -> bool:
    """Whether somebody may know of a match by its id; a match that is over is open to everybody."""
    if match.terms.arrangement.visibility != "private" or is_over(match) or onlooker.organizes:
        return True
    player = onlooker.player
    return player is not None and (may_join(match, player) or _has_sat(match, player))


def may_join(match: Match, player: PlayerId) -> bool:
    """Whether a person may sit down in a match as far as its visibility goes."""
    opened, arrangement = match.terms.opened, match.terms.arrangement
    return arrangement.visibility != "private" or player == opened.opener or player in arrangement.invited


def _has_sat(match: Match, player: PlayerId) -> bool:
    return any(each is not None and player in {each.player, each.left} for each in match.occupants)


def visible_version(match: Match, player: PlayerId | None, newest: Version | None = None) -> Version:
    """How far somebody sees a match that stands at its `newest` version: to its end, or as late as its spectators.

    Who has a seat sees all at once, and so does everybody before the match starts and after its end.
    """
    version = match.end.version if newest is None else newest
    if not isinstance(match, Playing) or (player is not None and match.seat_of(player) is not None):
        return version
    return delayed_version(version, match.terms.started, match.terms.arrangement.delay)


def delayed_version(newest: Version, started: Version, delay: int) -> Version:
    """The version that spectators see: `delay` versions behind, but never before the start, which is told at once."""
    return min(newest, Version(max(started, newest - delay)))
