"""Rendering of requests to undo an action, which the API calls take-backs."""

from msgspec import Struct

from domain.kernel.basics import Seat, Version
from domain.matches.visible import VisibleMatch


class TakeBackAnswer(Struct, frozen=True):
    """Open request of `seat` to return to the state after event `to`; event `asked` recorded the request.

    Seats in `agreed` have agreed, seats in `waiting` have not answered. The request lapses with the next action.
    """

    seat: Seat
    to: Version
    asked: Version
    agreed: list[Seat]
    waiting: list[Seat]


def take_back_of(match: VisibleMatch) -> TakeBackAnswer | None:
    """Render the open request of a match, if any."""
    request = match.undo_request
    if request is None:
        return None
    waiting = sorted(match.undo_waits_for)
    return TakeBackAnswer(request.seat, request.to, request.at, sorted(request.agreed), waiting)
