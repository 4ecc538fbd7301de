"""Taking back: a seat asks for its last action, everybody else agrees, and the moment before it comes back.

It is offered only while all that has happened since then may be taken back by the word of its game
(`Event.RETRACTABLE`): nothing was rolled, shuffled or dealt, and nobody was shown what had been hidden from them.
"""

from domain.kernel.basics import Seat, Version
from domain.kernel.errors import Refused
from domain.matches.change import Change
from domain.matches.decide import require_playing
from domain.matches.events import ActionTakenBack, TakeBackAnswered, TakeBackAsked
from domain.matches.state import Match, Playing


def undo_target(match: Match, seat: Seat | None) -> Version | None:
    """The version before the last action of a seat, where it may be asked to come back now."""
    return None if not isinstance(match, Playing) or match.asked is not None else _last(match, seat)


def _last(match: Playing, seat: Seat | None) -> Version | None:
    return next((past.version for past in reversed(match.trail) if past.seat == seat), None)


def who_must_agree(match: Match, asker: Seat) -> frozenset[Seat]:
    """The seats of other people: bots agree to everything."""
    seated = enumerate(match.occupants)
    return frozenset(Seat(seat) for seat, each in seated if seat != asker and each is not None and each.player)


def request_undo(match: Match, seat: Seat, to: Version | None) -> Change:
    """Ask for the last action of a seat; `to` is the version before it, if the caller says so.

    Where nobody has to agree it comes back at once.
    Raises `Refused`: `match_not_playing`, `take_back_open`, `take_back_barred`.
    """
    playing = require_playing(match)
    if playing.asked is not None:
        raise Refused("take_back_open", f"Seat {playing.asked.seat} has asked already, and not all have agreed.")
    last = _last(playing, seat)
    if last is None:
        detail = "You have done nothing since anything was rolled or revealed that could be taken back."
        raise Refused("take_back_barred", detail)
    if to is not None and to != last:
        raise Refused("take_back_barred", f"Your last action can be taken back, which leads to version {last}.")
    back = () if who_must_agree(match, seat) else (ActionTakenBack(last),)
    return Change((TakeBackAsked(seat, last), *back))


def answer_undo(match: Match, seat: Seat, *, agrees: bool, asked: Version | None = None) -> Change:
    """Agree, and be the last one perhaps; or not, which ends the request, also by the one who asked.

    `asked` is the version of the event that asked, if the caller says which request it means.
    Raises `Refused`: `match_not_playing`, `take_back_closed`.
    """
    request = require_playing(match).asked
    if request is None or asked not in {None, request.at}:
        raise Refused("take_back_closed", "This request is not open (any more).")
    waiting = who_must_agree(match, request.seat) - request.agreed
    if seat not in waiting and (agrees or seat != request.seat):
        raise Refused("take_back_closed", "You have nothing to answer here.")
    back = (ActionTakenBack(request.to),) if agrees and waiting == {seat} else ()
    return Change((TakeBackAnswered(seat, agrees), *back))
