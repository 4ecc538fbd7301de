"""A chronicle as plain text and as Markdown, for people who print it."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from service.http.rendering.chronicles import ChronicleAnswer, MemberAnswer, MemberTotalAnswer, ReignAnswer

REMEMBERED: Final = {
    "dismissed": "Few were sorry to see this Council go.",
    "content": "The kingdom had no complaint.",
    "honoured": "The Council was held in honour.",
    "showered": "The Council was loaded with gifts and good wishes.",
    "secure": "The kingdom was safe and thrived for a lifetime.",
    "boundless": "The kingdom was blessed and knew no borders any more.",
}
ENDINGS: Final = {
    "favor_spent": "No Favor was left.",
    "silence_broken": "Somebody broke the silence.",
    "wrong_sovereign": "The wrong sovereign took the throne.",
    "bells_too_few": "The bells rang too seldom.",
    "no_successor": "There was no successor.",
}
_MARKED = re.compile(r"([\\`*_{}\[\]#|<>~&])")


def as_text(chronicle: ChronicleAnswer, reigns: Sequence[ReignAnswer]) -> str:
    """Write a chronicle as plain text, all its reigns in their order."""
    lines = [chronicle.name, "=" * len(chronicle.name), "", *_summary(chronicle)]
    for reign in reigns:
        lines += ["", _title(reign), "-" * len(_title(reign)), *_facts(reign)]
    if chronicle.totals.members:
        lines += ["", "Members", "-------", *map(_member_total, chronicle.totals.members)]
    return "\n".join(lines) + "\n"


def as_markdown(chronicle: ChronicleAnswer, reigns: Sequence[ReignAnswer]) -> str:
    """Write a chronicle as Markdown, all its reigns in their order; names and words are never taken for markup."""
    lines = [f"# {_plain(chronicle.name)}", "", *_listed(_summary(chronicle))]
    for reign in reigns:
        lines += ["", f"## {_plain(_title(reign))}", "", *_listed(_facts(reign))]
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


def _facts(reign: ReignAnswer) -> list[str]:
    how = "Won" if reign.won else f"Lost: {ENDINGS.get(reign.ending, _words(reign.ending))}"
    return [
        f"Council: {', '.join(map(_member, reign.members))}",
        f"{how.rstrip('.')}. Reigned {_years(reign.duration)}. {REMEMBERED.get(reign.line, _words(reign.line))}",
        f"On the throne: {_character(reign.throne)}",
        f"Silent boxes: {reign.silent_boxes}",
        f"Greatest obstacle: {reign.obstacle.words or reign.obstacle.name}",
    ]


def _member(member: MemberAnswer) -> str:
    return f"{_who(member)} {member.numeral}"


def _member_total(member: MemberTotalAnswer) -> str:
    return f"{_who(member)}: reigns {member.reigns}, won {member.won}, years {member.years}"


def _who(member: MemberAnswer | MemberTotalAnswer) -> str:
    return f"{member.bot} (a bot)" if member.bot is not None else member.name or "somebody forgotten"


def _character(key: str | None) -> str:
    return "vacant" if key is None else f"the {_words(key).title()}"


def _words(key: str) -> str:
    return key.replace("_", " ")


def _years(count: int) -> str:
    return "1 year" if count == 1 else f"{count} years"
