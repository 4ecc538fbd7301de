"""What is still time for in a match, beside the service's own time: what every answer with a deadline says."""

from msgspec import Struct

from domain.kernel.basics import Instant, Seat
from domain.matches.clocks import SECOND, bank_left, due
from domain.matches.leaving import due as next_due
from domain.matches.leaving import timed
from domain.matches.state import Match, Open
from service.clock import now


class Deadlines(Struct, frozen=True):
    """The times of a match as they are `now`: until when each seat that must choose may, how long its bank lasts.

    Banks are in seconds, of all seats in which people sit where the match's clock has a bank. `expires_at` is of an
    open match alone.
    """

    now: Instant
    due: dict[Seat, Instant]
    banks: dict[Seat, float]
    expires_at: Instant | None

    @property
    def any(self) -> bool:
        """Whether anything of the match has to be done by a time."""
        return bool(self.due) or self.expires_at is not None


def deadlines(match: Match) -> Deadlines:
    """Tell the times of a match."""
    at = now()
    standing = timed(match)
    if standing is None:
        return Deadlines(at, {}, {}, next_due(match) if isinstance(match, Open) else None)
    clock, timing = standing
    banks = {} if clock.bank is None else {seat: bank_left(clock, timing, seat, at) / SECOND for seat in match.people}
    return Deadlines(at, {seat: due(clock, timing, seat) for seat in timing.turns}, banks, None)
