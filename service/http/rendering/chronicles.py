"""Rendering of chronicles: members with the current names of their profiles, and appearances in Roman numerals."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import asdict

from domain.chronicles.numerals import roman
from domain.kernel.basics import ChronicleId, Instant, PlayerId, Version
from projections.chronicle_pages import HallLine
from projections.chronicle_totals import MemberTotal, Records, ThroneTotal, Totals
from projections.chronicles import ChronicleLine, Reign, ReignLine

Names = Mapping[PlayerId, str]


class MemberAnswer(Struct, frozen=True):
    """Member of a reign: a person (`name` is null if the profile was erased) or a bot.

    `numeral` counts the appearances in this chronicle up to this reign: the third time, Rita is Rita III.
    """

    player: PlayerId | None
    bot: str | None
    name: str | None
    numeral: str


class MemberTotalAnswer(Struct, frozen=True):
    """Total of a person or a bot: reigns, won reigns and years. A bot in two seats of a reign counts twice."""

    player: PlayerId | None
    bot: str | None
    name: str | None
    reigns: int
    won: int
    years: int


class TotalsAnswer(Struct, frozen=True):
    """Totals of all reigns of a chronicle.

    `thrones` counts for each character the reigns that put it on the throne, and their years, the most years first.
    `members` are in the order of their first appearance.
    """

    reigns: int
    won: int
    years: int
    silent_boxes: int
    thrones: list[ThroneTotal]
    members: list[MemberTotalAnswer]
    records: Records


class ChronicleAnswer(Struct, frozen=True):
    """Chronicle with its totals; `throne` is its holder now, null if vacant. The next reign starts in `next_year`."""

    id: ChronicleId
    version: Version
    name: str
    founder: PlayerId
    founded_at: Instant
    first_year: int
    next_year: int
    throne: str | None
    totals: TotalsAnswer


class ReignAnswer(Reign[list[MemberAnswer]], frozen=True):
    """Reign of a chronicle: `year` is the first of `duration` years, `line` the word for how it is remembered.

    `month` is null except for a scenario, `throne` is null if it stayed vacant.
    """

    members: list[MemberAnswer]  # repeated: Litestar's OpenAPI generator does not resolve the type variable


class HallLineAnswer(Struct, frozen=True):
    """Line of the longest reigns of all chronicles; reigns of equal duration share a place."""

    place: int
    chronicle: ChronicleId
    name: str
    reign: ReignAnswer


def people_of(line: ChronicleLine) -> set[PlayerId]:
    """Return the players whose names a chronicle shows."""
    return {member.player for member in line.totals.members if member.player is not None}


def sitters_of(reigns: Iterable[ReignLine]) -> set[PlayerId]:
    """Return the players whose names reigns show."""
    return {member.player for reign in reigns for member in reign.members if member.player is not None}


def chronicle_answer(line: ChronicleLine, names: Names) -> ChronicleAnswer:
    """Render a chronicle."""
    return ChronicleAnswer(**{**asdict(line), "totals": _totals(line.totals, names)})


def _totals(totals: Totals, names: Names) -> TotalsAnswer:
    thrones = sorted(totals.thrones, key=lambda each: -each.years)
    members = [_member_total(each, names) for each in totals.members]
    return TotalsAnswer(totals.reigns, totals.won, totals.years, totals.silent_boxes, thrones, members, totals.records)


def _member_total(each: MemberTotal, names: Names) -> MemberTotalAnswer:
    return MemberTotalAnswer(each.player, each.bot, _name(each.player, names), each.reigns, each.won, each.years)


def _name(player: PlayerId | None, names: Names) -> str | None:
    return None if player is None else names.get(player)


def reign_answer(line: ReignLine, names: Names) -> ReignAnswer:
    """Render a reign."""
    members = [
        MemberAnswer(each.player, each.bot, _name(each.player, names), roman(each.appearance)) for each in line.members
    ]
    return ReignAnswer(**{**asdict(line), "members": members})


def hall_answer(line: HallLine, names: Names) -> HallLineAnswer:
    """Render a line of the longest reigns."""
    return HallLineAnswer(line.place, line.chronicle, line.name, reign_answer(line.reign, names))
