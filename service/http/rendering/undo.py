"""How a match tells of taking back."""

from msgspec import Struct

from domain.kernel.basics import PlayerId, Seat, Version
from domain.matches.state import Match, Playing
from domain.matches.undo import undo_target, who_must_agree


class TakeBackAnswer(Struct, frozen=True):
    """An open request: `seat` wants the match to stand again as after event `to`; event `asked` says so.

    `agreed` have agreed, `waiting` have still to answer; it lapses when anybody acts.
    """

    seat: Seat
    to: Version
    asked: Version
    agreed: list[Seat]
    waiting: list[Seat]


def take_back_of(match: Match) -> TakeBackAnswer | None:
    """The open request of a match, if there is one."""
    request = match.asked if isinstance(match, Playing) else None
    if request is None:
        return None
    waiting = who_must_agree(match, request.seat) - request.agreed
    return TakeBackAnswer(request.seat, request.to, request.at, sorted(request.agreed), sorted(waiting))


def may_take_back_to(match: Match, player: PlayerId | None) -> Version | None:
    """The version before a person's last action, where it may ask for that now."""
    return None if player is None else undo_target(match, match.seat_of(player))
