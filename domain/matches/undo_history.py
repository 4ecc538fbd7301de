"""Undo history of a match: the states before the newest actions, since the last event that cannot be undone.

Rolls, shuffles and revealed secrets cannot be undone, so a loaded match keeps only a few states.
"""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from domain.kernel.basics import Version
from domain.kernel.records import Link, Record
from domain.matches.events import ActionTakenBack, TakeBackAnswered, TakeBackAsked, TimeRanOut
from domain.matches.state import Match, Playing, UndoPoint, UndoRequest


def apply_game_events(match: Playing, records: Sequence[Record]) -> Playing:
    """Apply events of the game. They cancel an open undo request."""
    evolve, state, final = match.terms.game.evolve, match.state, _final_count(records)
    for record in records[:final]:  # hot loop of loading a match
        state = evolve(state, record.event)
    trail = () if final else match.trail
    for record in records[final:]:
        if record.action is not None and record.seat is not None:
            trail = (*trail, UndoPoint(Version(record.version - 1), record.seat, state))
        state = evolve(state, record.event)
    last = records[-1]
    end = Link(last.match, last.version, last.hash)
    return replace(match, end=end, state=state, trail=trail, asked=None)


def apply_decision(match: Playing, records: Sequence[Record], state: object) -> Playing:
    """Apply the events of one decision of the game, which lead to `state`.

    The result equals that of `apply_game_events`. Only the first record may have an action.
    """
    first, last = records[0], records[-1]
    final = _final_count(records)
    trail = () if final else match.trail
    if not final and first.action is not None and first.seat is not None:
        trail = (*trail, UndoPoint(Version(first.version - 1), first.seat, match.state))
    end = Link(last.match, last.version, last.hash)
    return replace(match, end=end, state=state, trail=trail, asked=None)


def _final_count(records: Sequence[Record]) -> int:
    """Number of records up to and including the last one that cannot be undone."""
    number = len(records)
    while number and records[number - 1].event.RETRACTABLE:
        number -= 1
    return number


def apply_undo_event(
    match: Match, event: TakeBackAsked | TakeBackAnswered | ActionTakenBack | TimeRanOut, end: Link
) -> Playing:
    """Apply an event that opens, answers, grants or cancels an undo request.

    Raises `ValueError` if the match is not in play, or if its undo history lacks the version to return to.
    """
    if not isinstance(match, Playing):
        message = f"match {match.terms.id} is not in play and has no undo requests or timeouts"
        raise ValueError(message)  # noqa: TRY004 -- the stored record is wrong, not a caller's type
    match event:
        case TakeBackAsked():
            return replace(match, end=end, asked=UndoRequest(event.seat, event.to, end.version))
        case TakeBackAnswered():
            return replace(match, end=end, asked=_answered(match.asked, event))
        case ActionTakenBack():
            return replace(_restored(match, event.to), end=end)
        case TimeRanOut():
            # The timeout action uses draws, and no draw may be repeated.
            return replace(match, end=end, trail=(), asked=None)
        case _:
            assert_never(event)


def _answered(request: UndoRequest | None, event: TakeBackAnswered) -> UndoRequest | None:
    if request is None or not event.agrees:
        return None
    return replace(request, agreed=request.agreed | {event.seat})


def _restored(match: Playing, version: Version) -> Playing:
    for number, past in enumerate(match.trail):
        if past.version == version:
            return replace(match, state=past.state, trail=match.trail[:number], asked=None)
    message = f"match {match.terms.id} cannot return to version {version}"
    raise ValueError(message)


def drop_undo_request(match: Match) -> Match:
    """Cancel an open undo request. Needed when the people in the seats change."""
    return replace(match, asked=None) if isinstance(match, Playing) else match
