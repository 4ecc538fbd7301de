"""The moments of play that may come back: those before the newest actions, as long as nothing was rolled or revealed.

Only states since the newest event that stands for ever are kept: a match that is loaded keeps a handful.
"""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from domain.kernel.basics import Version
from domain.kernel.records import Link, Record
from domain.matches.events import ActionTakenBack, TakeBackAnswered, TakeBackAsked, TimeRanOut
from domain.matches.state import Match, Playing, UndoPoint, UndoRequest


def apply_game_events(match: Playing, records: Sequence[Record]) -> Playing:
    """Take a match through events of its game; a request to take back lapses."""
    evolve, state, firm = match.terms.game.evolve, match.state, _firm(records)
    for record in records[:firm]:  # this is what loading waits for
        state = evolve(state, record.event)
    trail = () if firm else match.trail
    for record in records[firm:]:
        if record.action is not None and record.seat is not None:
            trail = (*trail, UndoPoint(Version(record.version - 1), record.seat, state))
        state = evolve(state, record.event)
    last = records[-1]
    end = Link(last.match, last.version, last.hash)
    return replace(match, end=end, state=state, trail=trail, asked=None)


def apply_decision(match: Playing, records: Sequence[Record], state: object) -> Playing:
    """Take a match through the events of one decision of its game, which lead to `state`.

    The result is that of `apply_game_events`; only the first record may have an action.
    """
    first, last = records[0], records[-1]
    firm = _firm(records)
    trail = () if firm else match.trail
    if not firm and first.action is not None and first.seat is not None:
        trail = (*trail, UndoPoint(Version(first.version - 1), first.seat, match.state))
    end = Link(last.match, last.version, last.hash)
    return replace(match, end=end, state=state, trail=trail, asked=None)


def _firm(records: Sequence[Record]) -> int:
    """How many of these events are behind the newest one that stands for ever, that one included."""
    number = len(records)
    while number and records[number - 1].event.RETRACTABLE:
        number -= 1
    return number


def apply_undo_event(
    match: Match, event: TakeBackAsked | TakeBackAnswered | ActionTakenBack | TimeRanOut, end: Link
) -> Playing:
    """Take a match through what happens to a request, up to the moment that comes back, or cannot any more."""
    if not isinstance(match, Playing):
        message = f"match {match.terms.id} is not played, so that nothing is taken back and no time runs out"
        raise ValueError(message)  # noqa: TRY004 -- the stored record is wrong, not a caller's type
    match event:
        case TakeBackAsked():
            return replace(match, end=end, asked=UndoRequest(event.seat, event.to, end.version))
        case TakeBackAnswered():
            return replace(match, end=end, asked=_answered(match.asked, event))
        case ActionTakenBack():
            return replace(_as_after(match, event.to), end=end)
        case TimeRanOut():
            # What the service does for a seat is drawn, and no draw is made twice.
            return replace(match, end=end, trail=(), asked=None)
        case _:
            assert_never(event)


def _answered(request: UndoRequest | None, event: TakeBackAnswered) -> UndoRequest | None:
    if request is None or not event.agrees:
        return None
    return replace(request, agreed=request.agreed | {event.seat})


def _as_after(match: Playing, version: Version) -> Playing:
    for number, past in enumerate(match.trail):
        if past.version == version:
            return replace(match, state=past.state, trail=match.trail[:number], asked=None)
    message = f"match {match.terms.id} cannot go back to version {version}"
    raise ValueError(message)


def drop_undo_request(match: Match) -> Match:
    """Let an open request go, as other people sit at the table now."""
    return replace(match, asked=None) if isinstance(match, Playing) else match
