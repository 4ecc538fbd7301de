"""Access to a match by visibility and delay: permission to see it or take a seat, and the newest visible version."""

from msgspec import Struct

from domain.kernel.basics import PlayerId, Version
from domain.matches.state import Match, Playing, is_over


class Requester(Struct, frozen=True):
    """Requester of a match: a person, or an anonymous requester if `player` is none.

    A requester with `organizes` sees private matches too.
    """

    player: PlayerId | None = None
    organizes: bool = False


STRANGER = Requester()


def may_see(match: Match, requester: Requester) -> bool:
    """Whether a requester may see a match whose id is known. Everybody may see a match that is over."""
    if match.terms.arrangement.visibility != "private" or is_over(match) or requester.organizes:
        return True
    player = requester.player
    return player is not None and (may_join(match, player) or _has_sat(match, player))


def may_join(match: Match, player: PlayerId) -> bool:
    """Whether the visibility of a match lets a person take a seat."""
    opened, arrangement = match.terms.opened, match.terms.arrangement
    return arrangement.visibility != "private" or player == opened.opener or player in arrangement.invited


def _has_sat(match: Match, player: PlayerId) -> bool:
    return any(each is not None and player in {each.player, each.left} for each in match.occupants)


def visible_version(match: Match, player: PlayerId | None, newest: Version | None = None) -> Version:
    """Newest version of a match that a person may see; `player` is none for an anonymous requester.

    Spectators see a match in play with its delay. Everybody else sees the `newest` version (default: that of `match`),
    as do all requesters before the start and after the end.
    """
    version = match.end.version if newest is None else newest
    if not isinstance(match, Playing) or (player is not None and match.seat_of(player) is not None):
        return version
    return delayed_version(version, match.terms.started, match.terms.arrangement.delay)


def delayed_version(newest: Version, started: Version, delay: int) -> Version:
    """Newest version that spectators see: `delay` versions behind `newest`, but not before the start of the match."""
    return min(newest, Version(max(started, newest - delay)))
