"""Deadlines of a match at one moment, for clients that show clocks."""

from msgspec import Struct

from domain.kernel.basics import Instant, Seat
from domain.matches.clocks import SECOND, bank_left
from domain.matches.clocks import due as decision_due
from domain.matches.leaving import due, running_clock
from domain.matches.state import Match, Open


class Deadlines(Struct, frozen=True):
    """Deadlines of a match at the time `now`.

    `due` holds the deadline of each pending decision. If the clock has banks, `banks` holds the seconds left in the
    bank of each person's seat. `expires_at` is set for open matches only.
    """

    now: Instant
    due: dict[Seat, Instant]
    banks: dict[Seat, float]
    expires_at: Instant | None

    @property
    def any(self) -> bool:
        """Whether the match has a deadline."""
        return bool(self.due) or self.expires_at is not None


def deadlines(match: Match, at: Instant) -> Deadlines:
    """Compute the deadlines of a match at a moment."""
    running = running_clock(match)
    if running is None:
        return Deadlines(at, {}, {}, due(match) if isinstance(match, Open) else None)
    clock, timing = running
    banks = {} if clock.bank is None else {seat: bank_left(clock, timing, seat, at) / SECOND for seat in match.people}
    return Deadlines(at, {seat: decision_due(clock, timing, seat) for seat in timing.turns}, banks, None)
