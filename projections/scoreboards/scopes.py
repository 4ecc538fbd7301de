"""Which matches a scoreboard counts: those of a month or of all time, and of one kind besides, if one is asked for."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.kernel.basics import Instant
from projections.scoreboards.board import AnyBoard
from projections.seatings import Ended, Seating

ALL_TIME: Final = "all"
_MONTH: Final = len("2026-11")


def month_of(at: Instant) -> str:
    """The month of a time, in UTC: `2026-11`."""
    return at[:_MONTH]


def scope(period: str, kind: str | None = None, value: object = None) -> str:
    """Name the matches that ended in a period (a month, or `all`), of all kinds or of one: `2026-11/tag:cup`."""
    return f"{period}/" if kind is None else f"{period}/{kind}:{value}"


EVER: Final = scope(ALL_TIME)
"""All matches that ever finished."""


def scopes_of(board: AnyBoard, ended: Ended) -> Iterator[str]:
    """Name all the scopes that a match counts in."""
    kinds = [(None, None), *_kinds(board.divisions, ended.seating)]
    for period in (ALL_TIME, month_of(ended.at)):
        for kind, value in kinds:
            yield scope(period, kind, value)


def _kinds(divisions: Mapping[str, str], seating: Seating) -> Iterator[tuple[str, object]]:
    yield "seats", len(seating.chairs)
    yield "edition", seating.edition
    for tag in seating.tags:
        yield "tag", tag
    for kind, option in divisions.items():
        yield kind, seating.options[option]
