"""State of a chronicle, and how it evolves from its events."""

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from domain.chronicles.events import (
    ChronicleEvent,
    ChronicleFounded,
    MatchEntered,
    MatchStruck,
    Member,
    ObstacleReplaced,
    ReignRecorded,
)
from domain.kernel.basics import ChronicleId, MatchId, PlayerId, Version

Sitter = tuple[PlayerId | None, str | None]
"""Holder of a seat: a player id or the name of a bot."""


class Chronicle(Struct, frozen=True):
    """State of a chronicle. `entered` holds all matches, `awaited` those without a recorded end."""

    id: ChronicleId
    version: Version
    founded: ChronicleFounded
    entered: frozenset[MatchId] = frozenset()
    awaited: tuple[MatchId, ...] = ()
    reigns: tuple[ReignRecorded, ...] = ()
    replaced: tuple[ObstacleReplaced, ...] = ()

    @property
    def next_year(self) -> int:
        """The year in which the next reign starts: where the previous one ended."""
        return self.reigns[-1].year + self.reigns[-1].duration if self.reigns else self.founded.first_year

    @property
    def throne(self) -> str | None:
        """The holder of the throne, None if it is vacant."""
        return self.reigns[-1].throne if self.reigns else None

    def appearances(self) -> Counter[Sitter]:
        """Count the reigns of each person and bot, once for each seat."""
        return Counter(sitter(member) for reign in self.reigns for member in reign.members)

    def replacement(self, reign: int) -> ObstacleReplaced | None:
        """Return the replacement of a reign's greatest obstacle, if there is one."""
        return next((said for said in self.replaced if said.reign == reign), None)


def sitter(member: Member) -> Sitter:
    """Return the holder of the member's seat."""
    return member.player, member.bot


def fold(chronicle: Chronicle | None, stream: ChronicleId, events: Iterable[ChronicleEvent]) -> Chronicle | None:
    """Apply events to a chronicle, None before the first. Raises `ValueError` if that is not its founding."""
    for event in events:
        chronicle = _begun(stream, event) if chronicle is None else evolve(chronicle, event)
    return chronicle


def _begun(stream: ChronicleId, event: ChronicleEvent) -> Chronicle:
    if isinstance(event, ChronicleFounded):
        return Chronicle(stream, Version(1), event)
    message = f"chronicle {stream} does not begin with its founding"
    raise ValueError(message)


def evolve(chronicle: Chronicle, event: ChronicleEvent) -> Chronicle:
    """Apply one event; decides nothing."""
    known = replace(chronicle, version=Version(chronicle.version + 1))
    match event:
        case MatchEntered():
            return replace(known, entered=known.entered | {event.match}, awaited=(*known.awaited, event.match))
        case ReignRecorded():
            return replace(known, awaited=_without(known, event.match), reigns=(*known.reigns, event))
        case MatchStruck():
            return replace(known, awaited=_without(known, event.match))
        case ObstacleReplaced():
            return replace(known, replaced=(*known.replaced, event))
        case ChronicleFounded():
            message = f"chronicle {chronicle.id} was founded twice"
            raise ValueError(message)
        case _:
            assert_never(event)


def _without(chronicle: Chronicle, match: MatchId) -> tuple[MatchId, ...]:
    return tuple(each for each in chronicle.awaited if each != match)
