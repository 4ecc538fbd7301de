"""Resignation, votes to abandon, timeouts and expiry of a match."""

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
    """Resign: forfeit a seat for good.

    Raises `Refused`: `match_not_playing`, `unknown_seat`, `not_seated` if no person has the seat.
    """
    playing = _played_by(match, seat)
    return Change(_forfeit(playing, SeatForfeited(seat, "resigned", substitute_bot(playing.terms.game))))


def vote(match: Match, seat: Seat, agrees: bool) -> Change:
    """Vote to abandon a match, or withdraw that vote. The match is abandoned once all people in seats agree.

    A vote is valid until it is withdrawn. Raises `Refused` as `resign` does, and `already_voted` for a repeated vote.
    """
    playing = _played_by(match, seat)
    if agrees == (seat in playing.agreed):
        raise Refused(
            "already_voted",
            "You have already voted to abandon this match." if agrees else "You have no vote to withdraw.",
        )
    voted = AbandonmentVoted(seat, agrees)
    agreed = playing.agreed | {seat} if agrees else playing.agreed - {seat}
    return Change((voted, *_ended(playing, "agreed")) if playing.people <= agreed else (voted,))


def time_out(match: Match, seat: Seat, decision: str, at: Instant, chance: Callable[[bytes], Draws] = Draws) -> Change:
    """Time out an overdue decision: forfeit the seat or take an action for it, as the clock of the match says.

    Raises `Refused`: `match_not_playing`, `unknown_seat`, `not_seated`, `decision_closed` if the decision is not
    pending, `not_allowed` before its deadline.
    """
    playing = _played_by(match, seat)
    clock, timing = _running(playing)
    if seat not in timing.turns or timing.turns[seat].decision != decision:
        raise Refused("decision_closed", f"Decision {decision!r} is not pending for a person in seat {seat}.")
    if not is_overdue(clock, timing, seat, at):
        raise Refused("not_allowed", f"The deadline of seat {seat} has not passed.")
    ran_out = TimeRanOut(seat, decision)
    if clock.overdue == "forfeit":
        forfeited = SeatForfeited(seat, "overdue", substitute_bot(playing.terms.game))
        return Change((ran_out, *_forfeit(playing, forfeited)))
    instead = timeout_action(playing, seat, decision, chance(playing.match_seed))
    played = finish_if_over(playing, instead.decided)
    return Change((ran_out, *played.events), played.state)


def expire(match: Match, at: Instant) -> Change:
    """Abandon an open match that has expired.

    Raises `Refused`: `match_not_open`, `not_allowed` before `expires_after` seconds.
    """
    if not isinstance(match, Open):
        raise Refused("match_not_open", "This match is not open: it has started or is over.")
    waits = match.terms.arrangement.expires_after
    if waits is None or elapsed(match.terms.at, at) < waits * SECOND:
        raise Refused("not_allowed", "This match has not expired.")
    return Change(_ended(match, "expired"))


def overdue(match: Match, at: Instant) -> tuple[Seat, str] | None:
    """Overdue decision of the lowest seat that has one, with that seat; none if no decision is overdue."""
    running = running_clock(match)
    if running is None:
        return None
    clock, timing = running
    return next(
        ((seat, timing.turns[seat].decision) for seat in sorted(timing.turns) if is_overdue(clock, timing, seat, at)),
        None,
    )


def process_deadline(match: Match, at: Instant) -> Change:
    """Process a deadline that has passed: expire an open match, or time out its overdue decision.

    Raises `Refused` as `expire` does, and `not_allowed` if no decision is overdue.
    """
    if isinstance(match, Open):
        return expire(match, at)
    found = overdue(match, at)
    if found is None:
        raise Refused("not_allowed", "No decision is overdue in this match.")
    return time_out(match, *found, at)


def due(match: Match) -> Instant | None:
    """Next deadline of a match, if any: its expiry while it is open, or that of a decision."""
    waits = match.terms.arrangement.expires_after
    if isinstance(match, Open):
        return None if waits is None else later(match.terms.at, waits * SECOND)
    running = running_clock(match)
    return None if running is None else min((due_of(*running, seat) for seat in running[1].turns), default=None)


def no_deadline_before(match: Match, at: Instant) -> Instant | None:
    """Earliest possible deadline of a match, for any events from `at` on; none without deadlines."""
    running = running_clock(match)
    following = [] if running is None else [soonest(*running, seat, at) for seat in match.people]
    next_due = due(match)
    return min(following if next_due is None else [next_due, *following], default=None)


def running_clock(match: Match) -> tuple[Clock, Timing] | None:
    """Clock and settled timing of a match in play; none without a clock."""
    clock = match.terms.arrangement.clock
    if not isinstance(match, Playing) or match.timing is None or clock is None:
        return None
    return clock, settle(clock, match.timing, match.waiting())


def substitute_bot(game: AnyGame) -> str | None:
    """Bot that takes over forfeited seats: the last and best bot of the game, none without bots."""
    return list(game.bots)[-1] if game.bots else None


def _played_by(match: Match, seat: Seat) -> Playing:
    playing = require_playing(match)
    check_seat(match, seat)
    if seat not in match.people:
        raise Refused("not_seated", f"No person has seat {seat}.")
    return playing


def _running(match: Playing) -> tuple[Clock, Timing]:
    running = running_clock(match)
    if running is None:
        raise Refused("not_allowed", "This match has no clock.")
    return running


def _forfeit(match: Playing, forfeited: SeatForfeited) -> tuple[Event, ...]:
    left = match.people - {forfeited.seat}
    if not left or forfeited.bot is None:
        return (forfeited, *_ended(match, "deserted"))
    return (forfeited, *_ended(match, "agreed")) if left <= match.agreed else (forfeited,)


def _ended(match: Match, reason: Abandonment) -> tuple[Event, ...]:
    return MatchAbandoned(reason=reason), SecretRevealed(match.terms.opened.secret)
