"""How chronicles are told: people by the names that their profiles have now, appearances in Roman numerals."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from domain.chronicles.numerals import roman
from domain.kernel.basics import ChronicleId, Instant, MatchId, PlayerId, Version
from projections.chronicle_pages import HallLine
from projections.chronicle_totals import MemberTotal, Records, ThroneTotal, Totals
from projections.chronicles import ChronicleLine, Obstacle, ReignLine

Names = Mapping[PlayerId, str]


class MemberAnswer(Struct, frozen=True):
    """A member of a Council: a person (`name` is null where there is no profile any more) or a bot.

    `numeral` counts the appearances in this chronicle up to this reign: the third time, Rita is Rita III.
    """

    player: PlayerId | None
    bot: str | None
    name: str | None
    numeral: str


class MemberTotalAnswer(Struct, frozen=True):
    """A person or a bot: reigns, won ones, years. A bot in two seats of a Council has reigned twice."""

    player: PlayerId | None
    bot: str | None
    name: str | None
    reigns: int
    won: int
    years: int


class TotalsAnswer(Struct, frozen=True):
    """All reigns of a chronicle together.

    `thrones`: how many reigns put a character on the throne and how many years these lasted, the most years
    first; `members` in the order of their first appearance.
    """

    reigns: int
    won: int
    years: int
    silent_boxes: int
    thrones: list[ThroneTotal]
    members: list[MemberTotalAnswer]
    records: Records


class ChronicleAnswer(Struct, frozen=True):
    """A chronicle: `throne` is who sits on it now (null: vacant), `next_year` where the next reign starts."""

    id: ChronicleId
    version: Version
    name: str
    founder: PlayerId
    founded_at: Instant
    first_year: int
    next_year: int
    throne: str | None
    totals: TotalsAnswer


class ReignAnswer(Struct, frozen=True):
    """A reign: `year` is the first of `duration` years, `line` the word for how it is remembered.

    `month` is null but for a scenario, `throne` null where it stayed vacant.
    """

    number: int
    match: MatchId
    at: Instant
    members: list[MemberAnswer]
    year: int
    month: str | None
    won: bool
    ending: str
    duration: int
    line: str
    throne: str | None
    silent_boxes: int
    obstacle: Obstacle


class HallLineAnswer(Struct, frozen=True):
    """A reign among those of all chronicles; equally long ones share a place."""

    place: int
    chronicle: ChronicleId
    name: str
    reign: ReignAnswer


def people_of(line: ChronicleLine) -> set[PlayerId]:
    """Whose names are needed to tell a chronicle."""
    return {member.player for member in line.totals.members if member.player is not None}


def sitters_of(reigns: Iterable[ReignLine]) -> set[PlayerId]:
    """Whose names are needed to tell reigns."""
    return {member.player for reign in reigns for member in reign.members if member.player is not None}


def chronicle_answer(line: ChronicleLine, names: Names) -> ChronicleAnswer:
    """Tell a chronicle."""
    return ChronicleAnswer(
        line.id,
        line.version,
        line.name,
        line.founder,
        line.founded_at,
        line.first_year,
        line.next_year,
        line.throne,
        _totals(line.totals, names),
    )


def _totals(totals: Totals, names: Names) -> TotalsAnswer:
    thrones = sorted(totals.thrones, key=lambda each: -each.years)
    members = [_member_total(each, names) for each in totals.members]
    return TotalsAnswer(totals.reigns, totals.won, totals.years, totals.silent_boxes, thrones, members, totals.records)


def _member_total(each: MemberTotal, names: Names) -> MemberTotalAnswer:
    return MemberTotalAnswer(each.player, each.bot, _name(each.player, names), each.reigns, each.won, each.years)


def _name(player: PlayerId | None, names: Names) -> str | None:
    return None if player is None else names.get(player)


def reign_answer(line: ReignLine, names: Names) -> ReignAnswer:
    """Tell a reign."""
    members = [
        MemberAnswer(each.player, each.bot, _name(each.player, names), roman(each.appearance)) for each in line.members
    ]
    return ReignAnswer(
        line.number,
        line.match,
        line.at,
        members,
        line.year,
        line.month,
        line.won,
        line.ending,
        line.duration,
        line.line,
        line.throne,
        line.silent_boxes,
        line.obstacle,
    )


def hall_answer(line: HallLine, names: Names) -> HallLineAnswer:
    """Tell a reign among those of all chronicles."""
    return HallLineAnswer(line.place, line.chronicle, line.name, reign_answer(line.reign, names))
