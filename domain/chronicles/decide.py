"""Decisions of a chronicle: found it, enter a match, record reigns, replace an obstacle."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from domain.chronicles.events import (
    ChronicleEvent,
    ChronicleFounded,
    MatchEntered,
    MatchStruck,
    Member,
    ObstacleReplaced,
    ReignRecorded,
)
from domain.chronicles.state import Chronicle, Sitter, evolve
from domain.kernel.basics import MatchId, PlayerId
from domain.kernel.campaign import Report
from domain.kernel.errors import Refused

NAME_LENGTH: Final = 80
WORDS_LENGTH: Final = 200
LAST_FIRST_YEAR: Final = 9_999


class Ended(Struct, frozen=True):
    """Result of a match that is over: the holders of its seats in order, and its report (None if abandoned)."""

    match: MatchId
    sitters: tuple[Sitter, ...]
    report: Report | None


def found(name: str, first_year: int, founder: PlayerId) -> ChronicleFounded:
    """Found a chronicle. Raises `Refused` (`unprocessable`) for an unprintable name or a year out of bounds."""
    if not 1 <= first_year <= LAST_FIRST_YEAR:
        raise Refused("unprocessable", f"The first year must be from 1 to {LAST_FIRST_YEAR}.")
    return ChronicleFounded(_line("The name of a chronicle", name, NAME_LENGTH), first_year, founder)


def enter(chronicle: Chronicle, match: MatchId) -> tuple[MatchEntered, ...]:
    """Decide to enter a match before it is opened. Returns no event if it was entered before."""
    return () if match in chronicle.entered else (MatchEntered(match),)


def settle(chronicle: Chronicle, ended: Sequence[Ended]) -> tuple[ChronicleEvent, ...]:
    """Decide to record matches that are over, in the order of their ends. Skips matches that are not awaited."""
    events: list[ChronicleEvent] = []
    for each in ended:
        if each.match in chronicle.awaited:
            event = MatchStruck(each.match) if each.report is None else _reign(chronicle, each, each.report)
            chronicle = evolve(chronicle, event)
            events.append(event)
    return tuple(events)


def _reign(chronicle: Chronicle, ended: Ended, report: Report) -> ReignRecorded:
    return ReignRecorded(
        number=len(chronicle.reigns) + 1,
        match=ended.match,
        members=_members(chronicle, ended.sitters),
        year=chronicle.next_year,
        month=report.month,
        won=report.won,
        ending=report.ending,
        duration=report.duration,
        line=report.line,
        throne=report.throne,
        silent_boxes=report.silent_boxes,
        obstacle=report.obstacle_name,
    )


def _members(chronicle: Chronicle, sitters: Sequence[Sitter]) -> tuple[Member, ...]:
    sat, members = chronicle.appearances(), list[Member]()
    for player, bot in sitters:
        sat[player, bot] += 1
        members.append(Member(sat[player, bot], player, bot))
    return tuple(members)


def replace_obstacle(chronicle: Chronicle, number: int, by: PlayerId, words: str) -> ObstacleReplaced:
    """Decide to replace the greatest obstacle of a reign. A member of the reign may do this once.

    Raises `Refused`: `unknown_reign`, `not_allowed` for other people, `obstacle_settled`, `unprocessable`.
    """
    if not 1 <= number <= len(chronicle.reigns):
        raise Refused("unknown_reign", f"This chronicle has {len(chronicle.reigns)} reigns, counted from 1.")
    if by not in {member.player for member in chronicle.reigns[number - 1].members}:
        raise Refused("not_allowed", "Only a member of this reign may replace its greatest obstacle.")
    if chronicle.replacement(number) is not None:
        raise Refused("obstacle_settled", "The greatest obstacle of this reign was already replaced.")
    return ObstacleReplaced(number, by, _line("The greatest obstacle", words, WORDS_LENGTH))


def _line(subject: str, text: str, length: int) -> str:
    shown = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(shown) <= length or any(
        unicodedata.category(letter)[0] in "CZ" for letter in shown.replace(" ", "")
    ):
        raise Refused("unprocessable", f"{subject} must be one line of 1 to {length} characters.")
    return shown
