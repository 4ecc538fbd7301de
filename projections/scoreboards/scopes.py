"""Scopes of a scoreboard: the matches of a month or of all time, optionally limited by one condition."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.kernel.basics import Instant
from projections.seatings import Result, Seating

ALL_TIME: Final = "all"
_MONTH: Final = len("2026-11")


def month_of(at: Instant) -> str:
    """Return the month of a time, in UTC: `2026-11`."""
    return at[:_MONTH]


def scope(period: str, kind: str | None = None, value: object = None) -> str:
    """Name a scope: a period (a month or `all`) and at most one condition, as in `2026-11/tag:cup`."""
    return f"{period}/" if kind is None else f"{period}/{kind}:{value}"


EVER: Final = scope(ALL_TIME)
"""The scope of all finished matches."""


def scopes_of(result: Result) -> Iterator[str]:
    """Name all scopes that a match counts in."""
    conditions = [(None, None), *_conditions(result.board.divisions, result.seating)]
    for period in (ALL_TIME, month_of(result.at)):
        for kind, value in conditions:
            yield scope(period, kind, value)


def _conditions(divisions: Mapping[str, str], seating: Seating) -> Iterator[tuple[str, object]]:
    yield "seats", len(seating.chairs)
    yield "edition", seating.edition
    for tag in seating.tags:
        yield "tag", tag
    for kind, option in divisions.items():
        yield kind, seating.options[option]
