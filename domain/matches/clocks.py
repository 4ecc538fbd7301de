"""The time that decisions take: what a match allows for them, reckoned from the times of its events alone.

A seat's decision is open from the event after which it must be met. It may take as long as a decision has, then
the seat's bank runs; what was taken from the bank is gone for the rest of the match. Seats that must choose at once
think side by side. Bots have no clock.
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
"""In microseconds, which is what instants are written to."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many seconds a seat has for each decision, and how many for all that take longer; one of them at least.

    `overdue` says what happens when both have run out: the service plays for the seat, or the seat is forfeited.
    """

    decision: int | None = None
    bank: int | None = None
    overdue: Literal["play", "forfeit"] = "play"


class Turn(Struct, frozen=True):
    """A decision that a person must meet, by its id, and since when."""

    decision: str
    since: Instant


class Timing(Struct, frozen=True):
    """How a match stands in time.

    `at` is the time of its newest event; `turns` who must choose since when, and `used` what each seat has taken
    from its bank, in microseconds, both as they were before the events of that moment.
    """

    at: Instant
    used: tuple[int, ...]
    turns: Mapping[Seat, Turn] = {}


def check_clock(clock: Clock) -> None:
    """Raise `Refused` (`unprocessable`) for a clock that allows no time, too little or too much."""
    times = [time for time in (clock.decision, clock.bank) if time is not None]
    if not times or not all(SHORTEST_TIME <= time <= LONGEST_TIME for time in times):
        detail = f"A clock gives a decision, a bank or both from {SHORTEST_TIME} to {LONGEST_TIME} seconds."
        raise Refused("unprocessable", detail)


def settle(clock: Clock, timing: Timing, waiting: Mapping[Seat, Decision]) -> Timing:
    """Reckon with the events of the newest moment, after which these people must choose: banks pay, turns begin."""
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
    """Whether the time of a seat that must choose has run out; `timing` is settled."""
    return elapsed(timing.turns[seat].since, at) >= _allowed(clock, timing, seat)


def due(clock: Clock, timing: Timing, seat: Seat) -> Instant:
    """When the time of a seat that must choose runs out; `timing` is settled."""
    return later(timing.turns[seat].since, _allowed(clock, timing, seat))


def bank_left(clock: Clock, timing: Timing, seat: Seat, at: Instant) -> int:
    """How many microseconds a seat has left in its bank at a moment; `timing` is settled."""
    turn = timing.turns.get(seat)
    used = timing.used[seat]
    return SECOND * (clock.bank or 0) - (used if turn is None else _used(clock, used, elapsed(turn.since, at)))


def soonest(clock: Clock, timing: Timing, seat: Seat, at: Instant) -> Instant:
    """Before when no decision can be overdue that a seat will meet after a moment; `timing` is settled."""
    return later(at, SECOND * (clock.decision or 0) + bank_left(clock, timing, seat, at))


def _allowed(clock: Clock, timing: Timing, seat: Seat) -> int:
    return SECOND * ((clock.decision or 0) + (clock.bank or 0)) - timing.used[seat]


def begun(seats: int, at: Instant) -> Timing:
    """How a match of so many seats stands in time when it starts."""
    return Timing(at, (0,) * seats)


def elapsed(start: Instant, end: Instant) -> int:
    """Microseconds from one moment to another; none where the service's clock was put back in between."""
    return max(0, (datetime.fromisoformat(end) - datetime.fromisoformat(start)) // timedelta(microseconds=1))


def later(at: Instant, microseconds: int) -> Instant:
    """The moment so many microseconds after another one."""
    moment = datetime.fromisoformat(at) + timedelta(microseconds=microseconds)
    return Instant(moment.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z")
