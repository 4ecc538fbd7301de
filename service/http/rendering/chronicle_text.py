"""Chronicles as plain text and Markdown, for print."""

import re
from collections.abc import Iterable, Mapping, Sequence

from domain.kernel.basics import MatchId
from domain.kernel.campaign import AnyCampaign
from service.http.rendering.chronicles import ChronicleAnswer, MemberAnswer, MemberTotalAnswer, ReignAnswer

Campaigns = Mapping[MatchId, AnyCampaign]
"""Campaign rules of each match, by match id."""

_MARKED = re.compile(r"([\\`*_{}\[\]#|<>~&])")


def as_text(chronicle: ChronicleAnswer, reigns: Sequence[ReignAnswer], campaigns: Campaigns) -> str:
    """Render a chronicle with all its reigns as plain text."""
    lines = [chronicle.name, "=" * len(chronicle.name), "", *_summary(chronicle)]
    for reign in reigns:
        lines += ["", _title(reign), "-" * len(_title(reign)), *_facts(reign, campaigns.get(reign.match))]
    if chronicle.totals.members:
        lines += ["", "Members", "-------", *map(_member_total, chronicle.totals.members)]
    return "\n".join(lines) + "\n"


def as_markdown(chronicle: ChronicleAnswer, reigns: Sequence[ReignAnswer], campaigns: Campaigns) -> str:
    """Render a chronicle with all its reigns as Markdown. Text entered by players is escaped."""
    lines = [f"# {_plain(chronicle.name)}", "", *_listed(_summary(chronicle))]
    for reign in reigns:
        lines += ["", f"## {_plain(_title(reign))}", "", *_listed(_facts(reign, campaigns.get(reign.match)))]
    if chronicle.totals.members:
        lines += ["", "## Members", "", *_listed(map(_member_total, chronicle.totals.members))]
    return "\n".join(lines) + "\n"


def _listed(facts: Iterable[str]) -> list[str]:
    return [f"- {_plain(fact)}" for fact in facts]


def _plain(text: str) -> str:
    return _MARKED.sub(r"\\\1", text)


def _summary(chronicle: ChronicleAnswer) -> list[str]:
    totals, longest = chronicle.totals, chronicle.totals.records.longest
    facts = [
        f"Begun in the year {chronicle.first_year}; it is the year {chronicle.next_year}.",
        f"Reigns: {totals.reigns}, won: {totals.won}, years: {totals.years}, silent boxes: {totals.silent_boxes}",
        f"On the throne: {_character(chronicle.throne)}",
    ]
    if longest is not None:
        facts.append(f"Longest reign: {_years(longest.value)} (reign {longest.reign})")
    return facts + [f"{_character(each.character)} on the throne: {_years(each.years)}" for each in totals.thrones]


def _title(reign: ReignAnswer) -> str:
    month = "" if reign.month is None else f"{reign.month.capitalize()} of "
    return f"{reign.number}. {month}the year {reign.year}"


def _facts(reign: ReignAnswer, campaign: AnyCampaign | None) -> list[str]:
    table, endings, remembered = _phrases(campaign)
    result = "Won" if reign.won else f"Lost: {endings.get(reign.ending, _words(reign.ending))}"
    return [
        f"{table}: {', '.join(map(_member, reign.members))}",
        f"{result.rstrip('.')}. Reigned {_years(reign.duration)}. {remembered.get(reign.line, _words(reign.line))}",
        f"On the throne: {_character(reign.throne)}",
        f"Silent boxes: {reign.silent_boxes}",
        f"Greatest obstacle: {reign.obstacle.words or reign.obstacle.name}",
    ]


def _phrases(campaign: AnyCampaign | None) -> tuple[str, Mapping[str, str], Mapping[str, str]]:
    return ("Members", {}, {}) if campaign is None else (campaign.table, campaign.endings, campaign.remembered)


def _member(member: MemberAnswer) -> str:
    return f"{_who(member)} {member.numeral}"


def _member_total(member: MemberTotalAnswer) -> str:
    return f"{_who(member)}: reigns {member.reigns}, won {member.won}, years {member.years}"


def _who(member: MemberAnswer | MemberTotalAnswer) -> str:
    return f"{member.bot} (a bot)" if member.bot is not None else member.name or "former player"


def _character(key: str | None) -> str:
    return "vacant" if key is None else f"the {_words(key).title()}"


def _words(key: str) -> str:
    return key.replace("_", " ")


def _years(count: int) -> str:
    return "1 year" if count == 1 else f"{count} years"
