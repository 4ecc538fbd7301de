"""Totals of a chronicle, computed reign by reign, so that batches of any size give the same result."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.chronicles.events import ReignRecorded
from domain.chronicles.state import sitter
from domain.kernel.basics import PlayerId


class Mark(Struct, frozen=True):
    """Record of a chronicle: the first reign that reached the value."""

    reign: int
    value: int


class Records(Struct, frozen=True):
    """Records of a chronicle; null before the first reign that can set one.

    `longest`, `longest_won`, `longest_lost` and `shortest` are years, `silent_boxes` boxes of one reign, and
    `won_in_a_row` counts the consecutive won reigns up to the named one.
    """

    longest: Mark | None = None
    longest_won: Mark | None = None
    longest_lost: Mark | None = None
    shortest: Mark | None = None
    silent_boxes: Mark | None = None
    won_in_a_row: Mark | None = None


class MemberTotal(Struct, frozen=True):
    """Total of a person or a bot over all seats: reigns, won reigns and years."""

    player: PlayerId | None
    bot: str | None
    reigns: int = 0
    won: int = 0
    years: int = 0


class ThroneTotal(Struct, frozen=True):
    """Total of a character: the reigns that put it on the throne, and their years."""

    character: str
    reigns: int = 0
    years: int = 0


class Totals(Struct, frozen=True):
    """Totals of all reigns; `members` and `thrones` are in the order of their first appearance."""

    reigns: int = 0
    won: int = 0
    years: int = 0
    silent_boxes: int = 0
    row: int = 0
    members: tuple[MemberTotal, ...] = ()
    thrones: tuple[ThroneTotal, ...] = ()
    records: Records = Records()


NOTHING: Final = Totals()


def with_reign(totals: Totals, reign: ReignRecorded) -> Totals:
    """Add a reign."""
    row = totals.row + 1 if reign.won else 0
    return Totals(
        reigns=totals.reigns + 1,
        won=totals.won + reign.won,
        years=totals.years + reign.duration,
        silent_boxes=totals.silent_boxes + reign.silent_boxes,
        row=row,
        members=_with_members(totals.members, reign),
        thrones=_with_throne(totals.thrones, reign),
        records=_records(totals.records, reign, row),
    )


def _with_members(members: Sequence[MemberTotal], reign: ReignRecorded) -> tuple[MemberTotal, ...]:
    lines = {(each.player, each.bot): each for each in members}
    for member in reign.members:
        line = lines.get(sitter(member), MemberTotal(*sitter(member)))
        lines[sitter(member)] = _with_seat(line, reign)
    return tuple(lines.values())


def _with_seat(line: MemberTotal, reign: ReignRecorded) -> MemberTotal:
    return replace(line, reigns=line.reigns + 1, won=line.won + reign.won, years=line.years + reign.duration)


def _with_throne(thrones: Sequence[ThroneTotal], reign: ReignRecorded) -> tuple[ThroneTotal, ...]:
    lines = {each.character: each for each in thrones}
    if reign.throne is not None:
        line = lines.get(reign.throne, ThroneTotal(reign.throne))
        lines[reign.throne] = replace(line, reigns=line.reigns + 1, years=line.years + reign.duration)
    return tuple(lines.values())


def _records(known: Records, reign: ReignRecorded, row: int) -> Records:
    years = Mark(reign.number, reign.duration)
    return Records(
        longest=_higher(known.longest, years),
        longest_won=_higher(known.longest_won, years) if reign.won else known.longest_won,
        longest_lost=known.longest_lost if reign.won else _higher(known.longest_lost, years),
        shortest=years if known.shortest is None or years.value < known.shortest.value else known.shortest,
        silent_boxes=_higher(known.silent_boxes, Mark(reign.number, reign.silent_boxes)),
        won_in_a_row=_higher(known.won_in_a_row, Mark(reign.number, row)) if row else known.won_in_a_row,
    )


def _higher(known: Mark | None, other: Mark) -> Mark:
    return other if known is None or other.value > known.value else known
