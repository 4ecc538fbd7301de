"""Undo requests: a seat asks to undo its last action, and the match returns to the state before it once all agree.

An action can be undone while every event since then is retractable (`Event.RETRACTABLE`): nothing was rolled, shuffled
or dealt, and no secret was revealed.
"""

from domain.kernel.basics import Seat, Version
from domain.kernel.errors import Refused
from domain.matches.change import Change
from domain.matches.decide import require_playing
from domain.matches.events import ActionTakenBack, TakeBackAnswered, TakeBackAsked
from domain.matches.state import Match, Playing


def undo_target(match: Match, seat: Seat | None) -> Version | None:
    """Version before the last action of a seat; none if the seat cannot request an undo now."""
    return None if not isinstance(match, Playing) or match.asked is not None else _last(match, seat)


def _last(match: Playing, seat: Seat | None) -> Version | None:
    return next((past.version for past in reversed(match.trail) if past.seat == seat), None)


def who_must_agree(match: Match, requester: Seat) -> frozenset[Seat]:
    """Seats that must agree to an undo: those of all other people. Bots need not agree."""
    seated = enumerate(match.occupants)
    return frozenset(Seat(seat) for seat, each in seated if seat != requester and each is not None and each.player)


def request_undo(match: Match, seat: Seat, to: Version | None) -> Change:
    """Request to undo the last action of a seat. If no other seat must agree, the undo happens at once.

    `to` is the version to return to, that before the last action (default).
    Raises `Refused`: `match_not_playing`, `take_back_open`, `take_back_barred`.
    """
    playing = require_playing(match)
    if playing.asked is not None:
        raise Refused("take_back_open", f"A request of seat {playing.asked.seat} is open; answer it first.")
    last = _last(playing, seat)
    if last is None:
        detail = "You have no action that can be taken back: none is newer than the last roll or revealed secret."
        raise Refused("take_back_barred", detail)
    if to is not None and to != last:
        raise Refused("take_back_barred", f"Only your last action can be taken back; `to` must be {last}.")
    back = () if who_must_agree(match, seat) else (ActionTakenBack(last),)
    return Change((TakeBackAsked(seat, last), *back))


def answer_undo(match: Match, seat: Seat, *, agrees: bool, asked: Version | None = None) -> Change:
    """Answer the open undo request. The undo happens once all seats agree; a refusal closes the request.

    The requesting seat may refuse, too, which withdraws the request. `asked` is the version of the request's event
    (default: the open request).
    Raises `Refused`: `match_not_playing`, `take_back_closed`.
    """
    request = require_playing(match).asked
    if request is None or asked not in {None, request.at}:
        raise Refused(
            "take_back_closed",
            "No take-back request is open."
            if request is None
            else f"The open take-back request has version {request.at}.",
        )
    waiting = who_must_agree(match, request.seat) - request.agreed
    if seat not in waiting and (agrees or seat != request.seat):
        raise Refused(
            "take_back_closed", f"Seat {seat} has no answer to give: it made the request or has agreed already."
        )
    back = (ActionTakenBack(request.to),) if agrees and waiting == {seat} else ()
    return Change((TakeBackAnswered(seat, agrees), *back))
