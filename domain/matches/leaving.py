"""What becomes of a match whose people leave it: resigning, agreeing to abandon, time that has run out."""

from collections.abc import Callable

from domain.kernel.basics import Instant, Seat
from domain.kernel.chance import Draws
from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame
from domain.kernel.messages import Event
from domain.matches.change import Change
from domain.matches.clocks import SECOND, Clock, Timing, elapsed, is_overdue, later, settle, soonest
from domain.matches.clocks import due as due_of
from domain.matches.decide import check_seat, finish_if_over, require_playing
from domain.matches.events import (
    Abandonment,
    AbandonmentVoted,
    MatchAbandoned,
    SeatForfeited,
    SecretRevealed,
    TimeRanOut,
)
from domain.matches.state import Match, Open, Playing
from domain.matches.timeout_action import timeout_action


def resign(match: Match, seat: Seat) -> Change:
    """Leave a match for good.

    Raises `Refused`: `match_not_playing`, `unknown_seat`, `not_seated` where no person sits there.
    """
    playing = _played_by(match, seat)
    return Change(_forfeit(playing, SeatForfeited(seat, "resigned", substitute_bot(playing.terms.game))))


def vote(match: Match, seat: Seat, agrees: bool) -> Change:
    """Agree that a match be abandoned, or take that back; it is, once all people who sit in it agree.

    A vote stands until it is taken back, whatever its seat does. Raises `Refused` as `resign` does, and
    `already_voted` where the seat has voted so before.
    """
    playing = _played_by(match, seat)
    if agrees == (seat in playing.agreed):
        raise Refused("already_voted", "This is how you have voted already." if agrees else "You have not agreed.")
    voted = AbandonmentVoted(seat, agrees)
    agreed = playing.agreed | {seat} if agrees else playing.agreed - {seat}
    return Change((voted, *_ended(playing, "agreed")) if playing.people <= agreed else (voted,))


def time_out(match: Match, seat: Seat, decision: str, at: Instant, chance: Callable[[bytes], Draws] = Draws) -> Change:
    """Do what the clock of a match asks for when a seat has not met a decision in time.

    Raises `Refused`: `match_not_playing`, `unknown_seat`, `decision_closed` where the seat does not have to meet that
    decision (any more), `not_allowed` before its time has run out.
    """
    playing = _played_by(match, seat)
    clock, timing = _running(playing)
    if seat not in timing.turns or timing.turns[seat].decision != decision:
        raise Refused("decision_closed", f"Decision {decision!r} is not open for a person in seat {seat} (any more).")
    if not is_overdue(clock, timing, seat, at):
        raise Refused("not_allowed", f"The time of seat {seat} has not run out.")
    ran_out = TimeRanOut(seat, decision)
    if clock.overdue == "forfeit":
        forfeited = SeatForfeited(seat, "overdue", substitute_bot(playing.terms.game))
        return Change((ran_out, *_forfeit(playing, forfeited)))
    instead = timeout_action(playing, seat, decision, chance(playing.match_seed))
    played = finish_if_over(playing, instead.decided)
    return Change((ran_out, *played.events), played.state)


def expire(match: Match, at: Instant) -> Change:
    """Give up a match that has not started in time.

    Raises `Refused`: `match_not_open`, `not_allowed` before its time has run out.
    """
    if not isinstance(match, Open):
        raise Refused("match_not_open", "This match has started, or it is over.")
    waits = match.terms.arrangement.expires_after
    if waits is None or elapsed(match.terms.at, at) < waits * SECOND:
        raise Refused("not_allowed", "This match may wait for its seats to be taken.")
    return Change(_ended(match, "expired"))


def overdue(match: Match, at: Instant) -> tuple[Seat, str] | None:
    """Find a decision whose time has run out, the lowest seat's where there are several."""
    standing = running_clock(match)
    if standing is None:
        return None
    clock, timing = standing
    return next(
        ((seat, timing.turns[seat].decision) for seat in sorted(timing.turns) if is_overdue(clock, timing, seat, at)),
        None,
    )


def process_deadline(match: Match, at: Instant) -> Change:
    """Do what is overdue at a moment: of an open match its expiry, or else what follows from `overdue`.

    Raises `Refused` as `expire` does, and `not_allowed` where no decision is overdue.
    """
    if isinstance(match, Open):
        return expire(match, at)
    found = overdue(match, at)
    if found is None:
        raise Refused("not_allowed", "Nothing is overdue in this match.")
    return time_out(match, *found, at)


def due(match: Match) -> Instant | None:
    """When something of a match will be overdue next, if ever: an open one's start, or a decision."""
    waits = match.terms.arrangement.expires_after
    if isinstance(match, Open):
        return None if waits is None else later(match.terms.at, waits * SECOND)
    standing = running_clock(match)
    return None if standing is None else min((due_of(*standing, seat) for seat in standing[1].turns), default=None)


def no_deadline_before(match: Match, at: Instant) -> Instant | None:
    """Before when nothing of a match is overdue, whatever happens in it from a moment on; none if nothing ever is."""
    standing = running_clock(match)
    following = [] if standing is None else [soonest(*standing, seat, at) for seat in match.people]
    next_due = due(match)
    return min(following if next_due is None else [next_due, *following], default=None)


def running_clock(match: Match) -> tuple[Clock, Timing] | None:
    """How a match that is played by a clock stands in time, its newest events included."""
    clock = match.terms.arrangement.clock
    if not isinstance(match, Playing) or match.timing is None or clock is None:
        return None
    return clock, settle(clock, match.timing, match.waiting())


def substitute_bot(game: AnyGame) -> str | None:
    """Name the bot that plays on in forfeited seats: the last one of the game, its best."""
    return list(game.bots)[-1] if game.bots else None


def _played_by(match: Match, seat: Seat) -> Playing:
    playing = require_playing(match)
    check_seat(match, seat)
    if seat not in match.people:
        raise Refused("not_seated", f"No person has seat {seat} (any more).")
    return playing


def _running(match: Playing) -> tuple[Clock, Timing]:
    standing = running_clock(match)
    if standing is None:
        raise Refused("not_allowed", "This match is played without a clock.")
    return standing


def _forfeit(match: Playing, forfeited: SeatForfeited) -> tuple[Event, ...]:
    left = match.people - {forfeited.seat}
    if not left or forfeited.bot is None:
        return (forfeited, *_ended(match, "deserted"))
    return (forfeited, *_ended(match, "agreed")) if left <= match.agreed else (forfeited,)


def _ended(match: Match, reason: Abandonment) -> tuple[Event, ...]:
    return MatchAbandoned(reason=reason), SecretRevealed(match.terms.opened.secret)
