"""What may happen to a chronicle: founding it, playing for it, recording reigns, naming obstacles."""

import unicodedata
from collections.abc import Sequence
from typing import Any, Final

import msgspec
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
from domain.kernel.errors import Refused

NAME_LENGTH: Final = 80
WORDS_LENGTH: Final = 200
LAST_FIRST_YEAR: Final = 9_999


class Report(Struct, frozen=True):
    """What a chronicle writes down of the outcome of a game that is played for one; the game's other fields are left.

    `obstacle` is the name of the greatest one.
    """

    ending: str
    won: bool
    duration: int
    line: str
    throne: str | None
    silent_boxes: int
    obstacle_name: str
    month: str | None = None


class Ended(Struct, frozen=True):
    """A match that is over: who sat in its seats, and its outcome as JSON, none where it was given up."""

    match: MatchId
    sitters: tuple[Sitter, ...]
    outcome: dict[str, Any] | None


def found(name: str, first_year: int, founder: PlayerId) -> ChronicleFounded:
    """Begin a chronicle. Raises `Refused` (`unprocessable`) for a name that cannot be shown or a year out of bounds."""
    if not 1 <= first_year <= LAST_FIRST_YEAR:
        raise Refused("unprocessable", f"The first year is one from 1 to {LAST_FIRST_YEAR}.")
    return ChronicleFounded(_line("The name of a chronicle", name, NAME_LENGTH), first_year, founder)


def enter(chronicle: Chronicle, match: MatchId) -> tuple[MatchEntered, ...]:
    """Await a match that is about to be opened; nothing happens where it is awaited or was."""
    return () if match in chronicle.entered else (MatchEntered(match),)


def settle(chronicle: Chronicle, ended: Sequence[Ended]) -> tuple[ChronicleEvent, ...]:
    """Write down matches that are over, in the order in which they ended; those that are not awaited any more are left.

    Raises msgspec's `ValidationError` for an outcome that no chronicle can write down.
    """
    events: list[ChronicleEvent] = []
    for each in ended:
        if each.match in chronicle.awaited:
            event = _reign(chronicle, each, each.outcome) if each.outcome is not None else MatchStruck(each.match)
            chronicle = evolve(chronicle, event)
            events.append(event)
    return tuple(events)


def _reign(chronicle: Chronicle, ended: Ended, outcome: dict[str, Any]) -> ReignRecorded:
    report = msgspec.convert(outcome, Report)
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
    """Let a member of a reign's Council name its greatest obstacle, once for each reign.

    Raises `Refused`: `unknown_reign`, `not_allowed` for anybody else, `obstacle_settled`, `unprocessable`.
    """
    if not 1 <= number <= len(chronicle.reigns):
        raise Refused("unknown_reign", f"This chronicle has {len(chronicle.reigns)} reigns, counted from 1.")
    if by not in {member.player for member in chronicle.reigns[number - 1].members}:
        raise Refused("not_allowed", "Only a member of that Council may say what its greatest obstacle was.")
    if chronicle.replacement(number) is not None:
        raise Refused("obstacle_settled", "A member has named the greatest obstacle of this reign already.")
    return ObstacleReplaced(number, by, _line("The greatest obstacle", words, WORDS_LENGTH))


def _line(what: str, text: str, length: int) -> str:
    shown = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(shown) <= length or any(
        unicodedata.category(letter)[0] in "CZ" for letter in shown.replace(" ", "")
    ):
        raise Refused("unprocessable", f"{what} is one line of 1 to {length} characters.")
    return shown
