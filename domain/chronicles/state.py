"""State of a chronicle, folded from its events."""

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
        """First year of the next reign: the first year of the previous one plus its duration."""
        return self.reigns[-1].year + self.reigns[-1].duration if self.reigns else self.founded.first_year

    @property
    def throne(self) -> str | None:
        """Holder of the throne, None if it is vacant."""
        return self.reigns[-1].throne if self.reigns else None

    def appearances(self) -> Counter[Sitter]:
        """Number of appearances of each person and bot in reigns, counted for each seat."""
        return Counter(sitter(member) for reign in self.reigns for member in reign.members)

    def replacement(self, reign: int) -> ObstacleReplaced | None:
        """Replacement of the greatest obstacle of a reign, None if there is none."""
        return next((each for each in self.replaced if each.reign == reign), None)


def sitter(member: Member) -> Sitter:
    """Holder of the seat of a member."""
    return member.player, member.bot


def fold(chronicle: Chronicle | None, stream: ChronicleId, events: Iterable[ChronicleEvent]) -> Chronicle | None:
    """Apply events to a chronicle, None before its first event.

    Raises `ValueError` if the first event is not `ChronicleFounded`.
    """
    for event in events:
        chronicle = _founded(stream, event) if chronicle is None else evolve(chronicle, event)
    return chronicle


def _founded(stream: ChronicleId, event: ChronicleEvent) -> Chronicle:
    if isinstance(event, ChronicleFounded):
        return Chronicle(stream, Version(1), event)
    message = f"chronicle {stream} does not begin with its founding"
    raise ValueError(message)


def evolve(chronicle: Chronicle, event: ChronicleEvent) -> Chronicle:
    """Apply one event to a chronicle."""
    current = replace(chronicle, version=Version(chronicle.version + 1))
    match event:
        case MatchEntered():
            return replace(current, entered=current.entered | {event.match}, awaited=(*current.awaited, event.match))
        case ReignRecorded():
            return replace(current, awaited=_without(current, event.match), reigns=(*current.reigns, event))
        case MatchStruck():
            return replace(current, awaited=_without(current, event.match))
        case ObstacleReplaced():
            return replace(current, replaced=(*current.replaced, event))
        case ChronicleFounded():
            message = f"chronicle {chronicle.id} was founded twice"
            raise ValueError(message)
        case _:
            assert_never(event)


def _without(chronicle: Chronicle, match: MatchId) -> tuple[MatchId, ...]:
    return tuple(each for each in chronicle.awaited if each != match)
