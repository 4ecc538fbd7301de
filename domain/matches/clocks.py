"""Clock of a match: time limits for decisions, derived from event timestamps only.

The time of a decision starts at the event that makes it pending. After the time per decision, the bank of the seat
runs; used bank time is lost for the rest of the match. Simultaneous decisions run in parallel. Bots have no clock.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, Literal

from msgspec import Struct

from domain.kernel.basics import Instant, Seat
from domain.kernel.errors import Refused
from domain.kernel.messages import Decision

SHORTEST_TIME: Final = 1
LONGEST_TIME: Final = 30 * 24 * 3600
SECOND: Final = 1_000_000
"""Microseconds in a second. Instants have microsecond precision."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Clock of a match: seconds for each decision, and a bank of seconds for each seat; at least one is set.

    `overdue` is the consequence of a timeout: the service takes an action for the seat, or the seat is forfeited.
    """

    decision: int | None = None
    bank: int | None = None
    overdue: Literal["play", "forfeit"] = "play"


class Turn(Struct, frozen=True):
    """Pending decision of a person, by its id, and the time since when it is pending."""

    decision: str
    since: Instant


class Timing(Struct, frozen=True):
    """Timing of a match: the time `at` of its newest event, and the times used before the events of that moment.

    `turns` holds the pending decision of each seat, `used` the bank time used by each seat in microseconds.
    """

    at: Instant
    used: tuple[int, ...]
    turns: Mapping[Seat, Turn] = {}


def check_clock(clock: Clock) -> None:
    """Check the limits of a clock. Raises `Refused` (`unprocessable`)."""
    times = [time for time in (clock.decision, clock.bank) if time is not None]
    if not times or not all(SHORTEST_TIME <= time <= LONGEST_TIME for time in times):
        detail = f"`clock` needs `decision` or `bank` or both, each from {SHORTEST_TIME} to {LONGEST_TIME} seconds."
        raise Refused("unprocessable", detail)


def settle(clock: Clock, timing: Timing, waiting: Mapping[Seat, Decision]) -> Timing:
    """Update bank use and turns after the newest events; `waiting` holds the decisions now pending."""
    used = list(timing.used)
    for seat, turn in timing.turns.items():
        if not _is_open(turn, waiting.get(seat)):
            used[seat] = _used(clock, used[seat], elapsed(turn.since, timing.at))
    turns = {seat: _turn(timing, seat, decision) for seat, decision in waiting.items()}
    return Timing(timing.at, tuple(used), turns)


def _is_open(turn: Turn, decision: Decision | None) -> bool:
    return decision is not None and decision.id == turn.decision


def _turn(timing: Timing, seat: Seat, decision: Decision) -> Turn:
    before = timing.turns.get(seat)
    return before if before is not None and _is_open(before, decision) else Turn(decision.id, timing.at)


def _used(clock: Clock, used: int, thought: int) -> int:
    overtime = max(0, thought - SECOND * (clock.decision or 0))
    return min(SECOND * (clock.bank or 0), used + overtime)


def is_overdue(clock: Clock, timing: Timing, seat: Seat, at: Instant) -> bool:
    """Whether the pending decision of a seat is overdue; `timing` is settled."""
    return elapsed(timing.turns[seat].since, at) >= _allowed(clock, timing, seat)


def due(clock: Clock, timing: Timing, seat: Seat) -> Instant:
    """Deadline of the pending decision of a seat; `timing` is settled."""
    return later(timing.turns[seat].since, _allowed(clock, timing, seat))


def bank_left(clock: Clock, timing: Timing, seat: Seat, at: Instant) -> int:
    """Microseconds left in the bank of a seat at a moment; `timing` is settled."""
    turn = timing.turns.get(seat)
    used = timing.used[seat]
    return SECOND * (clock.bank or 0) - (used if turn is None else _used(clock, used, elapsed(turn.since, at)))


def soonest(clock: Clock, timing: Timing, seat: Seat, at: Instant) -> Instant:
    """Earliest possible deadline of the future decisions of a seat; `timing` is settled."""
    return later(at, SECOND * (clock.decision or 0) + bank_left(clock, timing, seat, at))


def _allowed(clock: Clock, timing: Timing, seat: Seat) -> int:
    return SECOND * ((clock.decision or 0) + (clock.bank or 0)) - timing.used[seat]


def begun(seats: int, at: Instant) -> Timing:
    """Timing of a match at its start."""
    return Timing(at, (0,) * seats)


def elapsed(start: Instant, end: Instant) -> int:
    """Microseconds from one moment to another; zero if the service's clock was set back in between."""
    return max(0, (datetime.fromisoformat(end) - datetime.fromisoformat(start)) // timedelta(microseconds=1))


def later(at: Instant, microseconds: int) -> Instant:
    """The instant a number of microseconds after another one."""
    moment = datetime.fromisoformat(at) + timedelta(microseconds=microseconds)
    return Instant(moment.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z")
